import { after } from './release.ts'
import { zed260 } from './zed-26.0.ts'

export const zed = after(zed260, {
  id: 'zed',
  name: 'Zed',
  nova: '26.2.1',
  changes: {
    cellSocket: {
      to: 'kept',
      commit: '693318573c',
      since: '26.2.1',
      note: 'The socket of a cell survives the counting of guests.',
    },
  },
})
