import { gazpacho } from './gazpacho.ts'
import { after } from './release.ts'

export const master = after(gazpacho, {
  id: 'master',
  name: 'master',
  nova: '00a030403f',
  changes: {},
})
