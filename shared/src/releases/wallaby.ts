import { after } from './release.ts'
import { victoria } from './victoria.ts'

export const wallaby = after(victoria, {
  id: 'wallaby',
  name: 'Wallaby',
  nova: '23.0.0',
  changes: {
    mixedSharedVcpus: {
      to: 'checked',
      commit: '82528c83ac',
      since: '23.0.0',
      note: 'The shared vCPUs and the memory of a mixed guest are checked by allocation ratios.',
    },
    pinnedTopology: {
      to: 'none',
      commit: 'c9826ca6eb',
      since: '23.1.0',
      bug: 1910466,
      note: 'Pinning no longer asks libvirt for the threads of the host.',
    },
    hostCellVersion: {
      to: '1.5',
      commit: '95b9481aa4',
      since: '23.0.0',
      note: 'A host cell stores its socket.',
    },
  },
})
