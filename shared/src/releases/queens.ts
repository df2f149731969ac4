import { queens1706 } from './queens-17.0.6.ts'
import { after } from './release.ts'

export const queens = after(queens1706, {
  id: 'queens',
  name: 'Queens',
  nova: '17.0.11',
  changes: {
    evacuations: {
      to: 'counted in every rebuild state',
      commit: '3bd7293dac',
      since: '17.0.10',
      note: 'A guest that is evacuated counts where it is rebuilt until it is done; before, it was forgotten while its disks were attached and while it spawned.',
    },
    liveMigratedCells: {
      to: 'refused',
      commit: '9999bce00f',
      since: '17.0.11',
      bug: 1289064,
      note: 'A guest with NUMA topology is not live-migrated, unless a workaround option is set: it kept the cells and CPUs of its source.',
    },
    noFreeCore: {
      to: 'does not fit',
      commit: '50a0c6a4b9',
      since: '17.0.11',
      note: 'A cell whose known siblings are all taken refuses the guest cell.',
    },
  },
})
