import { queens } from './queens.ts'
import { after } from './release.ts'

export const rocky180 = after(queens, {
  id: 'rocky-18.0',
  name: 'Rocky 18.0',
  nova: '18.0.0',
  changes: {},
})
