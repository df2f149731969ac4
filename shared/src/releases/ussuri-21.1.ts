import { after } from './release.ts'
import { ussuri210 } from './ussuri-21.0.ts'

export const ussuri211 = after(ussuri210, {
  id: 'ussuri-21.1',
  name: 'Ussuri 21.1',
  nova: '21.1.1',
  changes: {
    memPageSize: {
      to: 'KiB or unit',
      commit: 'f76d09b19d',
      since: '21.1.0',
      bug: 1879964,
      note: 'Of page sizes only text is refused: 0 asks for no page size, a sign or a blank is refused.',
    },
    isolateBesideSharedCpus: {
      to: 'refused',
      commit: '44676ddf84',
      since: '21.1.1',
      bug: 1889633,
      note: 'Thread policy isolate is refused on hosts with threads whose shared and dedicated CPUs differ.',
    },
  },
})
