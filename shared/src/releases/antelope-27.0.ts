import { after } from './release.ts'
import { zed260 } from './zed-26.0.ts'

export const antelope270 = after(zed260, {
  id: '2023.1-27.0',
  name: '2023.1 Antelope 27.0',
  nova: '27.0.0',
  changes: {
    defaultAllocationRatios: {
      to: 'cpu 4.0, ram 1.0, disk 1.0',
      commit: '1260cdd492',
      since: '27.0.0',
      note: 'A new compute node starts with 4.0 vCPUs a CPU and no memory overcommit; a node that has ratios keeps them.',
    },
  },
})
