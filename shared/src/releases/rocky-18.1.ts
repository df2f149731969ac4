import { after } from './release.ts'
import { rocky180 } from './rocky-18.0.ts'

export const rocky181 = after(rocky180, {
  id: 'rocky-18.1',
  name: 'Rocky 18.1',
  nova: '18.1.0',
  changes: {
    evacuatedImage: {
      to: 'read',
      commit: '6d8426ae59',
      since: '18.0.1',
      bug: 1785318,
      note: 'An evacuation claims the cells that the image of the guest asks for.',
    },
    volumeBackedDisk: {
      to: 'not counted',
      commit: '980013d700',
      since: '18.1.0',
      note: 'Nor does it count at the other end of a move.',
    },
    pageSizeFixed: {
      to: 'before all else',
      commit: '5e69018038',
      since: '18.1.0',
      bug: 1734204,
      note: 'Pages are looked at first: small, large or any becomes a size and stays so, even where the same cell then lacks CPUs.',
    },
    cellMemoryTest: {
      to: 'free smallest pages',
      commit: '5e69018038',
      since: '18.1.0',
      bug: 1734204,
      note: 'A guest cell without page size needs free pages of the smallest size, so memory set aside as huge pages is not its own.',
    },
    pagesUsed: {
      to: 'of the smallest size too',
      commit: '5e69018038',
      since: '18.1.0',
      bug: 1734204,
      note: 'A guest cell without page size takes pages of the smallest size.',
    },
  },
})
