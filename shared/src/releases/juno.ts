import { juno201420 } from './juno-2014.2.0.ts'
import { after } from './release.ts'

export const juno = after(juno201420, {
  id: 'juno',
  name: 'Juno',
  nova: '2014.2.1',
  changes: {},
})
