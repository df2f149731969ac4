import { after } from './release.ts'
import { wallaby230 } from './wallaby-23.0.ts'

export const wallaby = after(wallaby230, {
  id: 'wallaby',
  name: 'Wallaby',
  nova: '23.1.0',
  changes: {
    pinnedTopology: {
      to: 'none',
      commit: 'c9826ca6eb',
      since: '23.1.0',
      bug: 1910466,
      note: 'Pinning no longer asks libvirt for the threads of the host.',
    },
  },
})
