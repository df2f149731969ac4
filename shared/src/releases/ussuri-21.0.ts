import { after } from './release.ts'
import { train202 } from './train-20.2.ts'

export const ussuri210 = after(train202, {
  id: 'ussuri-21.0',
  name: 'Ussuri 21.0',
  nova: '21.0.0',
  changes: {},
})
