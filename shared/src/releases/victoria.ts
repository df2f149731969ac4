import { after } from './release.ts'
import { ussuri } from './ussuri.ts'

export const victoria = after(ussuri, {
  id: 'victoria',
  name: 'Victoria',
  nova: '22.0.0',
  changes: {},
})
