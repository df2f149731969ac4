import { caracal } from './caracal.ts'
import { after } from './release.ts'

export const dalmatian = after(caracal, {
  id: '2024.2',
  name: '2024.2 Dalmatian',
  nova: '30.0.0',
  changes: {},
})
