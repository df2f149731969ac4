import { liberty120 } from './liberty-12.0.ts'
import { after } from './release.ts'

export const mitaka130 = after(liberty120, {
  id: 'mitaka-13.0',
  name: 'Mitaka 13.0',
  nova: '13.0.0',
  changes: {
    requestOfHosts: {
      to: 'one for all',
      commit: '42caebda49',
      since: '13.0.0',
      note: 'One request is handed from host to host: the page size that one of them chose, the hosts after it are asked for.',
    },
    ratioOptions: {
      to: 'of the compute',
      commit: 'ad6654eaa7',
      since: '13.0.0',
      note: 'Each compute has its own disk_allocation_ratio too.',
    },
    endedMigrations: {
      to: ['accepted', 'confirmed', 'reverted', 'error', 'failed'],
      commit: '2c1f8e6002',
      since: '13.0.0',
      note: 'A migration that is only accepted, or has failed, no longer counts at its other end.',
    },
    offloadedGuests: {
      to: 'not counted',
      commit: 'a54997c62f',
      since: '13.0.0',
      bug: 1545675,
      note: 'A guest that was shelved and offloaded is no longer counted on the host it left.',
    },
    corePacking: {
      to: 'most threads first',
      commit: 'd5bed8fad9',
      since: '13.0.0',
      bug: 1501358,
      note: 'An odd number of pinned vCPUs need no longer divide by the threads of a core.',
    },
    coresWithoutSiblings: {
      to: 'a core each',
      commit: 'd5bed8fad9',
      since: '13.0.0',
      bug: 1501358,
      note: 'Where no siblings are known, every CPU is a core of its own.',
    },
    absentPageSize: {
      to: 'does not fit',
      commit: '920586868d',
      since: '13.0.0',
      bug: 1473308,
      note: 'A page size that a host cell does not have refuses that cell; before, it ended the whole request.',
    },
    guestIsPinned: {
      to: 'by its policy',
      commit: 'dfe6545329',
      since: '13.0.0',
      note: 'A guest is pinned when its cells say cpu_policy dedicated; guests of Kilo and Liberty say nothing and are no longer counted as pinned.',
    },
    isolatedCpuUsage: {
      to: 'whole cores',
      commit: 'aaaba4a12e',
      since: '13.0.0',
      note: 'A guest with thread policy isolate is counted with every thread of its cores.',
    },
    isolatedPins: {
      to: 'their siblings',
      commit: 'aaaba4a12e',
      since: '13.0.0',
      note: 'A guest with thread policy isolate takes the siblings of its pins; where no siblings are known it takes nothing.',
    },
    livePrecheckMemory: {
      to: 'memory by ratio less used',
      commit: 'f5e35dcfe8',
      since: '13.0.0',
      bug: 1214943,
      note: 'The pre-check of a live migration to a named host counts memory by ram_allocation_ratio, as the scheduler does.',
    },
    constraintOrder: {
      to: 'nodes, realtime, threads',
      commit: 'e388ff8ff5',
      since: '13.0.0',
      note: 'Real-time and thread policies are checked once nodes and page size are known.',
    },
    cpuSpecExclusion: {
      to: 'CPUs and ranges',
      commit: '8478401040',
      since: '13.0.0',
      note: 'A list of CPUs may exclude a range: ^2-3.',
    },
    cpuThreadPolicy: {
      to: 'image over prefer',
      commit: 'bba739a6e6',
      since: '13.0.0',
      note: 'A pinned guest may say how threads of a core are used: prefer, isolate, require.',
    },
    realtime: {
      to: 'read',
      commit: 'e388ff8ff5',
      since: '13.0.0',
      note: 'hw:cpu_realtime needs pinned CPUs and a mask.',
    },
    guestCellVersion: {
      to: '1.3',
      commit: 'bba739a6e6',
      since: '13.0.0',
      note: 'A guest cell stores its CPU and thread policy.',
    },
    threadsOfHost: {
      to: 'siblings in every cell',
      commit: '83cd67cd89',
      since: '13.0.0',
      note: 'The filter refuses cpu_thread_policy=require on a host with a cell that reports no siblings.',
    },
    weighers: {
      to: [...liberty120.rules.weighers, 'disk', 'soft affinity', 'soft anti-affinity'],
      commit: '13c1301f41',
      since: '13.0.0',
      note: 'Of hosts that pass, free disk weighs as much as free memory; a server group may keep together or apart as far as it can.',
    },
  },
})
