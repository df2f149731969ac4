import { pike } from './pike.ts'
import { after } from './release.ts'

export const queens170 = after(pike, {
  id: 'queens-17.0',
  name: 'Queens 17.0',
  nova: '17.0.0',
  changes: {},
})
