import { antelope270 } from './antelope-27.0.ts'
import { after } from './release.ts'

export const antelope = after(antelope270, {
  id: '2023.1',
  name: '2023.1 Antelope',
  nova: '27.1.0',
  changes: {
    cellWithoutPins: {
      to: 'accepted',
      commit: 'fa2ba3ab2c',
      since: '27.1.0',
      bug: 1994526,
      note: 'A cell of a mixed guest without dedicated vCPUs no longer fails to be pinned.',
    },
    cellSocket: {
      to: 'kept',
      commit: '04ebae9dc0',
      since: '27.1.0',
      note: 'The socket of a cell survives the counting of guests.',
    },
  },
})
