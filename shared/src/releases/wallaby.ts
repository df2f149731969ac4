import { after } from './release.ts'
import { victoria } from './victoria.ts'

export const wallaby = after(victoria, {
  id: 'wallaby',
  name: 'Wallaby',
  nova: '23.0.0',
  changes: {},
})
