import { dalmatian } from './dalmatian.ts'
import { after } from './release.ts'

export const epoxy = after(dalmatian, {
  id: '2025.1',
  name: '2025.1 Epoxy',
  nova: '31.0.0',
  changes: {},
})
