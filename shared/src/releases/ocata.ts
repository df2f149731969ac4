import { newton } from './newton.ts'
import { after } from './release.ts'

export const ocata = after(newton, {
  id: 'ocata',
  name: 'Ocata',
  nova: '15.0.0',
  changes: {},
})
