import { antelope } from './antelope.ts'
import { after } from './release.ts'

export const bobcat = after(antelope, {
  id: '2023.2',
  name: '2023.2 Bobcat',
  nova: '28.0.0',
  changes: {},
})
