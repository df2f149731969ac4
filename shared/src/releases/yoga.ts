import { after } from './release.ts'
import { xena } from './xena.ts'

export const yoga = after(xena, {
  id: 'yoga',
  name: 'Yoga',
  nova: '25.0.0',
  changes: {
    hostCellOrder: {
      to: 'packing',
      commit: 'd13412648d',
      since: '25.0.0',
      bug: 1940668,
      note: 'Host cells are sorted by load where the host has more cells than the guest: the fullest first.',
    },
  },
})
