import { pike } from './pike.ts'
import { after } from './release.ts'

export const queens = after(pike, {
  id: 'queens',
  name: 'Queens',
  nova: '17.0.0',
  changes: {},
})
