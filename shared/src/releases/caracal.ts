import { bobcat } from './bobcat.ts'
import { after } from './release.ts'

export const caracal = after(bobcat, {
  id: '2024.1',
  name: '2024.1 Caracal',
  nova: '29.0.0',
  changes: {
    requestFilters: {
      to: [...bobcat.rules.requestFilters, 'packed_virtqueue_filter'],
      commit: 'eb8519d811',
      since: '29.0.0',
      note: 'Placement names hosts with packed virtqueues alone, where flavor or image ask for them.',
    },
    offloadedGuests: {
      to: 'counted while spawning',
      commit: 'f1dc4ec39b',
      since: '29.0.0',
      bug: 2025480,
      note: 'A guest that is being unshelved stays counted while it spawns.',
    },
  },
})
