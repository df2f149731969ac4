import { juno } from './juno.ts'
import { after } from './release.ts'

export const kilo = after(juno, {
  id: 'kilo',
  name: 'Kilo',
  nova: '2015.1.0',
  changes: {
    pciPolicies: {
      to: 'legacy',
      commit: '08713a8e3e',
      since: '2015.1.0',
      note: 'PCI devices of a guest with cells are on one of its cells, or on none that is known.',
    },
    weighers: {
      to: [...juno.rules.weighers, 'io ops'],
      commit: 'fb559a34f9',
      since: '2015.1.0',
      note: 'A host that builds, resizes or snapshots guests weighs less.',
    },
    weightMemory: {
      to: 'extremes of earlier requests',
      commit: 'c126d36640',
      since: '2015.1.0',
      bug: 1870096,
      note: 'Weighers live as long as the scheduler and remember the least and the most they have met; where several weigh, the order of hosts depends on requests before.',
    },
    cellsOfMoves: {
      to: 'fitted at each audit',
      commit: '57f6db96d5',
      since: '2015.1.0',
      bug: 1417667,
      note: 'The other end of a resize is counted where it would fit now; each audit may find other cells than the one before.',
    },
    xmlCellIds: {
      to: 'counted',
      commit: 'cb98f1e2f2',
      since: '2015.1.0',
      bug: 1397381,
      note: 'Guest cells are numbered from 0 in the domain XML, wherever they are placed.',
    },
    xmlMemoryPolicy: {
      to: 'strict',
      commit: 'd9276355d9',
      since: '2015.1.0',
      bug: 1385308,
      note: 'The memory of each guest cell is bound to its host cell (numatune); before, only its vCPUs were.',
    },
    xmlEmulatorPin: {
      to: 'CPUs of the vCPUs',
      commit: '1ef33b8723',
      since: '2015.1.0',
      bug: 1386162,
      note: 'Emulator threads run on the CPUs of the vCPUs.',
    },
    pausedLiveMigration: {
      to: 'allowed',
      commit: '22dde6e56b',
      since: '2015.1.0',
      note: 'Paused guests can be live-migrated.',
    },
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
    numaNodes: {
      to: 'zero is one',
      commit: '2935436b55',
      since: '2015.1.0',
      note: 'hw:numa_nodes=0 makes a guest of one cell; before, it failed the request.',
    },
    memPageSize: {
      to: 'KiB',
      commit: '2935436b55',
      since: '2015.1.0',
      note: 'A guest may ask for a page size: small, large, any, or a number of KiB.',
    },
    cpuPolicy: {
      to: 'read',
      commit: 'c05fcdf516',
      since: '2015.1.0',
      note: 'A guest may ask for CPUs of its own: hw:cpu_policy=dedicated.',
    },
    hostCellVersion: {
      to: '1.2',
      commit: '57f6db96d5',
      since: '2015.1.0',
      note: 'A host cell stores pinned CPUs, siblings and pages by size.',
    },
    pagePoolVersion: {
      to: '1.0',
      commit: '34f20411dc',
      since: '2015.1.0',
      note: 'Pages of a size: how many there are and how many guests use.',
    },
    guestCellVersion: {
      to: '1.2',
      commit: '139529a90e',
      since: '2015.1.0',
      note: 'A guest cell stores its page size and its pinning.',
    },
  },
})
