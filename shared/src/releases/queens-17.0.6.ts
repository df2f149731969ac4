import { queens170 } from './queens-17.0.ts'
import { after } from './release.ts'

export const queens1706 = after(queens170, {
  id: 'queens-17.0.6',
  name: 'Queens 17.0.6',
  nova: '17.0.6',
  changes: {
    pagesOfCellsTogether: {
      to: 'all count',
      commit: 'd7864fbb9c',
      since: '17.0.6',
      bug: 1594529,
      note: 'Two guest cells on one host cell both take their pages; before, only the last counted.',
    },
  },
})
