import { after } from './release.ts'
import { rocky181 } from './rocky-18.1.ts'

export const rocky = after(rocky181, {
  id: 'rocky',
  name: 'Rocky',
  nova: '18.2.0',
  changes: {
    evacuations: {
      to: 'counted in every rebuild state',
      commit: 'b09f2e58e9',
      since: '18.2.0',
      note: 'A guest that is evacuated counts where it is rebuilt until it is done; before, it was forgotten while its disks were attached and while it spawned.',
    },
    liveMigratedCells: {
      to: 'refused',
      commit: '52b8973442',
      since: '18.2.0',
      bug: 1289064,
      note: 'A guest with NUMA topology is not live-migrated, unless a workaround option is set: it kept the cells and CPUs of its source.',
    },
    cellMemoryTest: {
      to: 'total smallest pages',
      commit: '780ccfcbde',
      since: '18.2.0',
      bug: 1810977,
      note: 'A guest cell without page size is compared with all pages of the smallest size, taken or not: ram_allocation_ratio works again.',
    },
  },
})
