import { after } from './release.ts'
import { train200 } from './train-20.0.ts'

export const train202 = after(train200, {
  id: 'train-20.2',
  name: 'Train 20.2',
  nova: '20.2.0',
  changes: {
    resizedCells: {
      to: 'of the new flavor',
      commit: '09059de8a9',
      since: '20.2.0',
      bug: 1805767,
      note: 'A resize looks for a host that has the cells of the new flavor.',
    },
    imageSharedCpuPolicy: {
      to: 'counts',
      commit: '569ad1402e',
      since: '20.2.0',
      note: 'An image may say hw_cpu_policy=shared.',
    },
  },
})
