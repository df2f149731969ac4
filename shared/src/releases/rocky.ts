import { after } from './release.ts'
import { rocky181 } from './rocky-18.1.ts'

export const rocky = after(rocky181, {
  id: 'rocky',
  name: 'Rocky',
  nova: '18.2.0',
  changes: {},
})
