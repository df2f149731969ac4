import { after } from './release.ts'
import { train } from './train.ts'

export const ussuri = after(train, {
  id: 'ussuri',
  name: 'Ussuri',
  nova: '21.0.0',
  changes: {},
})
