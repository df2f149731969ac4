import { caracal } from './caracal.ts'
import { after } from './release.ts'

export const dalmatian = after(caracal, {
  id: '2024.2',
  name: '2024.2 Dalmatian',
  nova: '30.0.0',
  changes: {
    movedGuestCpus: {
      to: 'of the destination',
      commit: '43dadaeb90',
      since: '30.0.0',
      bug: 1869804,
      note: 'A guest without topology that is live-migrated runs on the shared CPUs of its destination; before, on those of its source, which may be dedicated or not there.',
    },
    pinnedMemoryTest: {
      to: 'free smallest pages',
      commit: 'f14c16af82',
      since: '30.0.0',
      bug: 1811886,
      note: 'Free huge pages no longer count as free memory for a pinned guest without page size, and one with a page size is compared with its pages alone.',
    },
  },
})
