import { bobcat } from './bobcat.ts'
import { after } from './release.ts'

export const caracal = after(bobcat, {
  id: '2024.1',
  name: '2024.1 Caracal',
  nova: '29.0.0',
  changes: {
    offloadedGuests: {
      to: 'counted while spawning',
      commit: 'f1dc4ec39b',
      since: '29.0.0',
      bug: 2025480,
      note: 'A guest that is being unshelved stays counted while it spawns.',
    },
  },
})
