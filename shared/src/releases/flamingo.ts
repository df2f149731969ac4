import { epoxy } from './epoxy.ts'
import { after } from './release.ts'

export const flamingo = after(epoxy, {
  id: '2025.2',
  name: '2025.2 Flamingo',
  nova: '32.0.0',
  changes: {},
})
