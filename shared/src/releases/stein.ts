import { after } from './release.ts'
import { rocky } from './rocky.ts'

export const stein = after(rocky, {
  id: 'stein',
  name: 'Stein',
  nova: '19.0.0',
  changes: {
    partialPages: {
      to: 'kept until the sum is cut',
      commit: '2ea552e019',
      since: '19.0.0',
      note: 'Under Python 3 a share of a page is added before the sum is cut to whole pages; Python 2 drops it first.',
    },
  },
})
