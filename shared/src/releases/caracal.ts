import { bobcat } from './bobcat.ts'
import { after } from './release.ts'

export const caracal = after(bobcat, {
  id: '2024.1',
  name: '2024.1 Caracal',
  nova: '29.0.0',
  changes: {},
})
