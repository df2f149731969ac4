import { epoxy } from './epoxy.ts'
import { after } from './release.ts'

export const flamingo = after(epoxy, {
  id: '2025.2',
  name: '2025.2 Flamingo',
  nova: '32.0.0',
  changes: {
    requestFilters: {
      to: [...epoxy.rules.requestFilters, 'virtio_sound_filter'],
      commit: 'dab248718d',
      since: '32.0.0',
      note: 'Placement names hosts with virtio sound alone, where flavor or image ask for it.',
    },
    overCapacityMoves: {
      to: 'allowed',
      commit: '5ac4c70b8a',
      since: '32.0.0',
      repository: 'placement',
      note: 'Placement 14.0.0, of the same series, takes allocations of a host over its capacity that do not grow.',
    },
  },
})
