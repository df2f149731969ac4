import { after } from './release.ts'
import { zed } from './zed.ts'

export const antelope = after(zed, {
  id: '2023.1',
  name: '2023.1 Antelope',
  nova: '27.0.0',
  changes: {
    cellWithoutPins: {
      to: 'accepted',
      commit: 'fa2ba3ab2c',
      since: '27.1.0',
      bug: 1994526,
      note: 'A cell of a mixed guest without dedicated vCPUs no longer fails to be pinned.',
    },
    defaultAllocationRatios: {
      to: 'cpu 4.0, ram 1.0, disk 1.0',
      commit: '1260cdd492',
      since: '27.0.0',
      note: 'A new compute node starts with 4.0 vCPUs a CPU and no memory overcommit; a node that has ratios keeps them.',
    },
  },
})
