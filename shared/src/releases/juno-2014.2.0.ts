import { junoB3 } from './juno-b3.ts'
import { after } from './release.ts'

export const juno201420 = after(junoB3, {
  id: 'juno-2014.2.0',
  name: 'Juno 2014.2.0',
  nova: '2014.2',
  changes: {
    xmlCellMemory: {
      to: 'KiB',
      commit: '6a374f21495c',
      since: '2014.2.rc1',
      bug: 1373159,
      note: 'The memory of a guest cell is written in KiB, as libvirt reads it.',
    },
  },
})
