import { after } from './release.ts'
import { ussuri } from './ussuri.ts'

export const victoria = after(ussuri, {
  id: 'victoria',
  name: 'Victoria',
  nova: '22.0.0',
  changes: {
    weightMemory: {
      to: 'none',
      commit: '5ab9ef11e2',
      since: '22.0.0',
      bug: 1870096,
      note: 'Weighers no longer remember requests before.',
    },
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
    constraintOrder: {
      to: 'policies, nodes',
      commit: 'eedac34b21',
      since: '22.0.0',
      note: 'CPU policies are checked before nodes and page size; every cell of a guest stores its policy.',
    },
    mixedCpuPolicy: {
      to: 'known',
      commit: 'ba3388d666',
      since: '22.0.0',
      note: 'hw:cpu_policy=mixed pins the vCPUs of hw:cpu_dedicated_mask, or the real-time ones, and shares the others.',
    },
    guestCellVersion: {
      to: '1.6',
      commit: '867d447101',
      since: '22.0.0',
      note: 'A guest cell stores dedicated vCPUs apart from shared ones.',
    },
    xmlRealtimeBesideShare: {
      to: 'with cpu_shared_set',
      commit: 'f5aa144593',
      since: '22.0.0',
      note: 'A real-time guest that shares its emulator threads starts only where cpu_shared_set is set.',
    },
    weightFloor: {
      to: 'zero',
      commit: '5ab9ef11e2',
      since: '22.0.0',
      bug: 1870096,
      note: 'Hosts with less than nothing free all weigh the same, and requests before leave no trace.',
    },
  },
})
