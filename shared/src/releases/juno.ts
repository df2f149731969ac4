import { juno201420 } from './juno-2014.2.0.ts'
import { after } from './release.ts'

export const juno = after(juno201420, {
  id: 'juno',
  name: 'Juno',
  nova: '2014.2.1',
  changes: {
    cellSearch: {
      to: 'first permutation',
      commit: 'ee00c8015c',
      since: '2014.2.1',
      note: 'Guest cells are tried on every permutation of host cells; before, guest cell 0 could only land on host cell 0.',
    },
    numaClaim: {
      to: 'always',
      commit: 'ee00c8015c',
      since: '2014.2.1',
      note: 'The compute fits a guest onto its cells whether or not the scheduler sent limits.',
    },
  },
})
