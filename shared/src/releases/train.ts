import { after } from './release.ts'
import { train202 } from './train-20.2.ts'

export const train = after(train202, {
  id: 'train',
  name: 'Train',
  nova: '20.4.1',
  changes: {
    memPageSize: {
      to: 'KiB or unit',
      commit: 'f76d09b19d',
      since: '20.4.0',
      bug: 1879964,
      note: 'Of page sizes only text is refused: 0 asks for no page size, a sign or a blank is refused.',
    },
    isolateBesideSharedCpus: {
      to: 'refused',
      commit: '44676ddf84',
      since: '20.4.1',
      bug: 1889633,
      note: 'Thread policy isolate is refused on hosts with threads whose shared and dedicated CPUs differ.',
    },
  },
})
