import { after } from './release.ts'
import { ussuri } from './ussuri.ts'

export const victoria = after(ussuri, {
  id: 'victoria',
  name: 'Victoria',
  nova: '22.0.0',
  changes: {
    dedicatedVcpus: {
      to: 'in pcpuset',
      commit: '867d447101',
      since: '22.0.0',
      note: 'A guest cell lists its dedicated vCPUs apart, which makes cpu_policy mixed possible.',
    },
    cpuUsage: {
      to: 'shared vCPUs',
      commit: '867d447101',
      since: '22.0.0',
      note: 'The shared vCPUs of a mixed guest add to the CPU usage of a cell.',
    },
  },
})
