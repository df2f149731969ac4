import { liberty } from './liberty.ts'
import { after } from './release.ts'

export const mitaka = after(liberty, {
  id: 'mitaka',
  name: 'Mitaka',
  nova: '13.0.0',
  changes: {
    livePrecheckMemory: {
      to: 'memory by ratio less used',
      commit: 'f5e35dcfe8',
      since: '13.0.0',
      bug: 1214943,
      note: 'The pre-check of a live migration to a named host counts memory by ram_allocation_ratio, as the scheduler does.',
    },
  },
})
