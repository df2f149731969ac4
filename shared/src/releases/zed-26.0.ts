import { after } from './release.ts'
import { yoga } from './yoga.ts'

export const zed260 = after(yoga, {
  id: 'zed-26.0',
  name: 'Zed 26.0',
  nova: '26.0.0',
  changes: {
    requestFilters: {
      to: [...yoga.rules.requestFilters, 'ephemeral_encryption_filter'],
      commit: '794d2f98d9',
      since: '26.0.0',
      note: 'Placement names hosts that encrypt ephemeral disks alone, where flavor or image ask for it.',
    },
    pciRequests: {
      to: 'one after another',
      commit: '2b447b7236',
      since: '26.0.0',
      bug: 1986838,
      note: 'What one alias takes no other counts on, and a claim that finds too few devices sends the guest on.',
    },
    hostCellOrder: {
      to: 'spreading',
      commit: 'e76ec7af4d',
      since: '26.0.0',
      note: 'packing_host_numa_cells_allocation_strategy is off by default: the emptiest host cell first.',
    },
    fitCache: {
      to: 'by cell ids',
      commit: '099a6f63af',
      since: '26.0.0',
      bug: 1978372,
      note: 'Answers are remembered by the ids of host cell and guest cell. Placing a guest cell changes its id, so with unequal guest cells one may be given the answer of another.',
    },
    unshelveTo: {
      to: 'a zone or a host',
      commit: '09239fc2ea',
      since: '26.0.0',
      note: 'A guest that is unshelved may be given a host, which the filters judge, and be freed of its zone (microversion 2.91).',
    },
    lockedMemory: {
      to: 'read',
      commit: '572c2b18e2',
      since: '26.0.0',
      note: 'hw:locked_memory needs a page size.',
    },
  },
})
