import { after } from './release.ts'
import { xena } from './xena.ts'

export const yoga = after(xena, {
  id: 'yoga',
  name: 'Yoga',
  nova: '25.0.0',
  changes: {
    cellsWithDevices: {
      to: 'by devices, first for guests with',
      commit: 'd13412648d',
      since: '25.0.0',
      note: 'Where the host has cells to spare, a guest with PCI devices tries the cells with most free devices first, any other those with fewest.',
    },
    hostCellOrder: {
      to: 'packing',
      commit: 'd13412648d',
      since: '25.0.0',
      bug: 1940668,
      note: 'Host cells are sorted by load where the host has more cells than the guest: the fullest first.',
    },
  },
})
