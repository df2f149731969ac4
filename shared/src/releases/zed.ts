import { after } from './release.ts'
import { yoga } from './yoga.ts'

export const zed = after(yoga, {
  id: 'zed',
  name: 'Zed',
  nova: '26.0.0',
  changes: {},
})
