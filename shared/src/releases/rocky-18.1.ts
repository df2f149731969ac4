import { after } from './release.ts'
import { rocky180 } from './rocky-18.0.ts'

export const rocky181 = after(rocky180, {
  id: 'rocky-18.1',
  name: 'Rocky 18.1',
  nova: '18.1.0',
  changes: {},
})
