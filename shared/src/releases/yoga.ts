import { after } from './release.ts'
import { xena } from './xena.ts'

export const yoga = after(xena, {
  id: 'yoga',
  name: 'Yoga',
  nova: '25.0.0',
  changes: {},
})
