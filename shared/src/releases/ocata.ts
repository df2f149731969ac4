import { ocata150 } from './ocata-15.0.ts'
import { after } from './release.ts'

export const ocata = after(ocata150, {
  id: 'ocata',
  name: 'Ocata',
  nova: '15.0.7',
  changes: {
    freeAfterAudit: {
      to: 'may be negative',
      commit: '3284851437',
      since: '15.0.7',
      bug: 1698383,
      note: 'What is overcommitted shows as less than nothing free again.',
    },
  },
})
