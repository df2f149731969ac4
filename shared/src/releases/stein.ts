import { after } from './release.ts'
import { rocky } from './rocky.ts'

export const stein = after(rocky, {
  id: 'stein',
  name: 'Stein',
  nova: '19.0.0',
  changes: {},
})
