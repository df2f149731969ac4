import { queens1706 } from './queens-17.0.6.ts'
import { after } from './release.ts'

export const rocky180 = after(queens1706, {
  id: 'rocky-18.0',
  name: 'Rocky 18.0',
  nova: '18.0.0',
  changes: {
    requestFilters: {
      to: ['require_tenant_aggregate'],
      commit: '732e202e81',
      since: '18.0.0',
      note: 'A project may have hosts of its own in Placement, where an option says so.',
    },
    explicitResources: {
      to: 'resources, traits of flavor and image',
      commit: '5f2b88b1aa',
      since: '18.0.0',
      note: 'An image may ask Placement for traits as a flavor does.',
    },
    cpuTopologyLimits: {
      to: 'by the compute',
      commit: '17fef0c958',
      since: '18.0.0',
      note: 'hw:cpu_max_sockets, cores or threads of 0 is no limit; before, no guest could be made of it.',
    },
    placementLimit: {
      to: 'unless a host is forced',
      commit: '1d91811ad4',
      since: '18.0.0',
      bug: 1777591,
      note: 'With a forced host Placement names all hosts, so that it is among them.',
    },
    volumeBackedDisk: {
      to: 'counted for moves',
      commit: 'f63fd14975',
      since: '18.0.0',
      note: 'The root disk of a guest that boots from a volume is not on the host, and no longer counts there.',
    },
    xmlEmulatorPin: {
      to: 'the CPU reserved, or cpu_shared_set',
      commit: '9724ec118b',
      since: '18.0.0',
      note: 'With hw:emulator_threads_policy share, emulator threads run on cpu_shared_set.',
    },
    diskUsage: {
      to: 'root, ephemeral, swap',
      commit: 'e3df049cad',
      since: '18.0.0',
      bug: 1782386,
      note: 'Swap disks count as disk in use.',
    },
    coresWithoutSiblings: {
      to: 'raises',
      commit: '5e899e8887',
      since: '18.0.0',
      bug: 1744965,
      note: 'The driver reports every core, single threads too; a cell that reports none ends the request with ValueError.',
    },
    isolatedPins: {
      to: 'their siblings',
      commit: 'e344b3038a',
      since: '18.0.0',
      bug: 1744965,
      note: 'Single threads are siblings of themselves, so thread policy isolate goes by siblings alone.',
    },
    noFreeCore: {
      to: 'does not fit',
      commit: 'f200a4ad26',
      since: '18.0.0',
      bug: 1744965,
      note: 'A cell whose known siblings are all taken refuses the guest cell.',
    },
    loneThreads: {
      to: 'taken',
      commit: 'f200a4ad26',
      since: '18.0.0',
      bug: 1744965,
      note: 'Free threads are taken one by one only where they suffice.',
    },
    emulatorThread: {
      to: 'of any free thread',
      commit: '113724859a',
      since: '18.0.0',
      note: 'The CPU for emulator threads may be any free thread of the cell.',
    },
    constraintOrder: {
      to: 'nodes, threads, emulator, realtime',
      commit: '4e2919e6b2',
      since: '18.0.0',
      note: 'Of several faults of a guest that pins nothing, its thread policy is named first, then emulator threads, then real time.',
    },
    hostCellVersion: {
      to: '1.3',
      commit: 'd34d70c0a1',
      since: '18.0.0',
      note: 'A host cell stores which networks are near to it.',
    },
    threadsOfHost: {
      to: 'siblings in some core',
      commit: 'e344b3038a',
      since: '18.0.0',
      note: 'Single threads are reported as siblings too, so that a core of more than one is looked for.',
    },
    singleThreads: {
      to: 'kept',
      commit: 'e344b3038a',
      since: '18.0.0',
      bug: 1744965,
      note: 'Cores with one usable thread are listed among the siblings of a cell.',
    },
    weighers: {
      to: [...queens1706.rules.weighers, 'cpu', 'failed builds'],
      commit: '67f52ab36d',
      since: '18.0.0',
      note: 'Free vCPUs weigh as much as free memory and disk, and builds that failed weigh more against a host than all else.',
    },
  },
})
