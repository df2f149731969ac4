import { juno } from './juno.ts'
import { after } from './release.ts'

export const kilo = after(juno, {
  id: 'kilo',
  name: 'Kilo',
  nova: '2015.1.0',
  changes: {},
})
