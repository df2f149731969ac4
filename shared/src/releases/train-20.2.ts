import { after } from './release.ts'
import { train200 } from './train-20.0.ts'

export const train202 = after(train200, {
  id: 'train-20.2',
  name: 'Train 20.2',
  nova: '20.2.0',
  changes: {
    imageSharedCpuPolicy: {
      to: 'counts',
      commit: '569ad1402e',
      since: '20.2.0',
      note: 'An image may say hw_cpu_policy=shared.',
    },
  },
})
