import { flamingo } from './flamingo.ts'
import { after } from './release.ts'

export const gazpacho = after(flamingo, {
  id: '2026.1',
  name: '2026.1 Gazpacho',
  nova: '33.0.0',
  changes: {},
})
