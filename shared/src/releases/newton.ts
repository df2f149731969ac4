import { mitaka } from './mitaka.ts'
import { after } from './release.ts'

export const newton = after(mitaka, {
  id: 'newton',
  name: 'Newton',
  nova: '14.0.0',
  changes: {},
})
