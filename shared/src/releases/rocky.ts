import { after } from './release.ts'
import { rocky181 } from './rocky-18.1.ts'

export const rocky = after(rocky181, {
  id: 'rocky',
  name: 'Rocky',
  nova: '18.2.0',
  changes: {
    cellMemoryTest: {
      to: 'total smallest pages',
      commit: '780ccfcbde',
      since: '18.2.0',
      bug: 1810977,
      note: 'A guest cell without page size is compared with all pages of the smallest size, taken or not: ram_allocation_ratio works again.',
    },
  },
})
