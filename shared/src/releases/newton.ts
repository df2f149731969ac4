import { newton1404 } from './newton-14.0.4.ts'
import { after } from './release.ts'

export const newton = after(newton1404, {
  id: 'newton',
  name: 'Newton',
  nova: '14.0.8',
  changes: {
    freeAfterAudit: {
      to: 'may be negative',
      commit: 'd8b30c3772',
      since: '14.0.8',
      bug: 1698383,
      note: 'What is overcommitted shows as less than nothing free again.',
    },
  },
})
