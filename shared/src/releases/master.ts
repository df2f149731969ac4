import { gazpacho } from './gazpacho.ts'
import { after } from './release.ts'

export const master = after(gazpacho, {
  id: 'master',
  name: 'master',
  nova: '00a030403f',
  changes: {
    pciOfClaim: {
      to: 'of every guest',
      commit: '76d06e115b',
      since: 'master',
      bug: 2144660,
      note: 'The claim keeps guests without PCI devices away from cells with devices, as the filter does; before, it undid the filter’s choice.',
    },
    liveMigrationLimits: {
      to: 'handed over',
      commit: 'f4709ec59f',
      since: 'master',
      bug: 2153425,
      note: 'The claim at the destination of a live migration has the allocation ratios; before, a guest that shares its CPUs was fitted without any.',
    },
  },
})
