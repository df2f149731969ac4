import { pike } from './pike.ts'
import { after } from './release.ts'

export const queens = after(pike, {
  id: 'queens',
  name: 'Queens',
  nova: '17.0.0',
  changes: {
    noFreeCore: {
      to: 'does not fit',
      commit: '50a0c6a4b9',
      since: '17.0.11',
      note: 'A cell whose known siblings are all taken refuses the guest cell.',
    },
    pagesOfCellsTogether: {
      to: 'all count',
      commit: 'd7864fbb9c',
      since: '17.0.6',
      bug: 1594529,
      note: 'Two guest cells on one host cell both take their pages; before, only the last counted.',
    },
  },
})
