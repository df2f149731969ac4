import { pike } from './pike.ts'
import { after } from './release.ts'

export const queens170 = after(pike, {
  id: 'queens-17.0',
  name: 'Queens 17.0',
  nova: '17.0.0',
  changes: {
    pciPolicies: {
      to: 'required, legacy, preferred',
      commit: '6b3b04d211',
      since: '17.0.0',
      note: 'The alias says whether its devices must be on a cell of the guest, should be, or need not.',
    },
    afterRefusal: {
      to: 'next alternate',
      commit: 'd913de7471',
      since: '17.0.0',
      note: 'The scheduler names alternates with the host it takes; a guest that is refused goes to the next of them, and no filter is asked again.',
    },
    explicitResources: {
      to: 'resources, traits',
      commit: '487c597a51',
      since: '17.0.0',
      note: 'A flavor may ask Placement for traits: trait:NAME=required.',
    },
    coldMigrationHost: {
      to: 'judged by filters',
      commit: 'd2ce4ca9ec',
      since: '17.0.0',
      note: 'A cold migration may name its destination, which the filters judge (microversion 2.56).',
    },
    rebuiltCells: {
      to: 'beside itself',
      commit: '984dd8ad6a',
      since: '17.0.0',
      bug: 1664931,
      note: 'A rebuild with another image asks the filters, and NUMATopologyFilter wants room for a second copy of the guest.',
    },
    overCapacityMoves: {
      to: 'refused',
      commit: '697f8f69b6',
      since: '17.0.0',
      note: 'What a moving guest holds at its source goes to its migration in Placement, which a host over its capacity is refused.',
    },
    placementLimit: {
      to: 'always',
      commit: 'f029784eaf',
      since: '17.0.0',
      note: 'Placement names so many hosts at most: [scheduler] max_placement_results. A forced host may not be among them.',
    },
    endedMigrations: {
      to: ['accepted', 'confirmed', 'reverted', 'error', 'failed', 'completed', 'cancelled', 'done'],
      commit: '299a5496f0',
      since: '17.0.0',
      note: 'An evacuation that is done no longer counts at its other end.',
    },
    staleMigrations: {
      to: 'left out',
      commit: '0bf9c91bb7',
      since: '17.0.0',
      note: 'A migration left over from before does not count, and the audit marks it as failed.',
    },
  },
})
