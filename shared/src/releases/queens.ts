import { queens1706 } from './queens-17.0.6.ts'
import { after } from './release.ts'

export const queens = after(queens1706, {
  id: 'queens',
  name: 'Queens',
  nova: '17.0.11',
  changes: {
    noFreeCore: {
      to: 'does not fit',
      commit: '50a0c6a4b9',
      since: '17.0.11',
      note: 'A cell whose known siblings are all taken refuses the guest cell.',
    },
  },
})
