import { ocata } from './ocata.ts'
import { after } from './release.ts'

export const pike = after(ocata, {
  id: 'pike',
  name: 'Pike',
  nova: '16.0.0',
  changes: {
    weighers: {
      to: [...ocata.rules.weighers, 'PCI devices'],
      commit: 'ec74cc688e',
      since: '16.0.0',
      note: 'Hosts with free PCI devices weigh less the more they have, up to a hundred.',
    },
    cellsWithDevices: {
      to: 'last for guests without',
      commit: '0f6ab0dd7a',
      since: '16.0.0',
      note: 'A guest without PCI devices tries the host cells without devices first.',
    },
    explicitResources: {
      to: 'resources',
      commit: '1dc93d00b0',
      since: '16.0.0',
      note: 'A flavor may ask Placement for amounts of its own: resources:CLASS.',
    },
    forcedMoveClaim: {
      to: 'in Placement',
      commit: '7f28283991',
      since: '16.0.0',
      bug: 1712008,
      note: 'A live migration that is forced to a host claims what it needs there in Placement, which may refuse it.',
    },
    xmlEmulatorPin: {
      to: 'the CPU reserved',
      commit: '3e9cbe903b',
      since: '16.0.0',
      note: 'With hw:emulator_threads_policy isolate, emulator threads run on the CPU reserved for them.',
    },
    reservedHostCpus: {
      to: 'counted',
      commit: 'c102600d59',
      since: '16.0.0',
      note: 'reserved_host_cpus keeps CPUs of the host from guests.',
    },
    emulatorThread: {
      to: 'of the cores taken',
      commit: '330042f50f',
      since: '16.0.0',
      note: 'hw:emulator_threads_policy isolate takes one more CPU on the host cell of guest cell 0.',
    },
    defaultFilters: {
      to: [
        'RetryFilter',
        'AvailabilityZoneFilter',
        'ComputeFilter',
        'ComputeCapabilitiesFilter',
        'ImagePropertiesFilter',
        'ServerGroupAntiAffinityFilter',
        'ServerGroupAffinityFilter',
      ],
      commit: '2fe96819c2',
      since: '16.0.0',
      note: 'Memory and disk are left to Placement; the scheduler filters them by default no more.',
    },
    emulatorThreads: {
      to: 'read',
      commit: '338b3eaa08',
      since: '16.0.0',
      note: 'hw:emulator_threads_policy=isolate keeps a CPU for the emulator beside pinned ones.',
    },
  },
})
