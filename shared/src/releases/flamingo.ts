import { epoxy } from './epoxy.ts'
import { after } from './release.ts'

export const flamingo = after(epoxy, {
  id: '2025.2',
  name: '2025.2 Flamingo',
  nova: '32.0.0',
  changes: {
    overCapacityMoves: {
      to: 'allowed',
      commit: '5ac4c70b8a',
      since: '32.0.0',
      repository: 'placement',
      note: 'Placement 14.0.0, of the same series, takes allocations of a host over its capacity that do not grow.',
    },
  },
})
