import { newton } from './newton.ts'
import { after } from './release.ts'

export const ocata = after(newton, {
  id: 'ocata',
  name: 'Ocata',
  nova: '15.0.0',
  changes: {
    isolatedPins: {
      to: 'their siblings, or the pins where none are known',
      commit: '9f12b592d1',
      since: '15.0.0',
      bug: 1635674,
      note: 'Thread policy isolate takes its pins where no siblings are known; before, the same CPUs were handed out again.',
    },
  },
})
