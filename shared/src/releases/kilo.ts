import { juno } from './juno.ts'
import { after } from './release.ts'

export const kilo = after(juno, {
  id: 'kilo',
  name: 'Kilo',
  nova: '2015.1.0',
  changes: {
    cellMemoryLimit: {
      to: 'exact',
      commit: '0b0f1515ac',
      since: '2015.1.0',
      note: 'Limits travel as ratios and are multiplied where they are compared, without cutting the product to whole MiB.',
    },
    usageAfterGuestWithoutTopology: {
      to: 'zero',
      commit: 'b11dbfa490',
      since: '2015.1.0',
      bug: 1590607,
      note: 'Counting a guest without topology sets memory and CPU usage of every cell to zero.',
    },
  },
})
