import { antelope } from './antelope.ts'
import { after } from './release.ts'

export const bobcat = after(antelope, {
  id: '2023.2',
  name: '2023.2 Bobcat',
  nova: '28.0.0',
  changes: {
    weighers: {
      to: [...antelope.rules.weighers, 'hypervisor version', 'instances'],
      commit: 'e38d6a356b',
      since: '28.0.0',
      note: 'A newer hypervisor weighs more; how many guests a host has may weigh, where the operator says so.',
    },
  },
})
