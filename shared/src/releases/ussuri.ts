import { after } from './release.ts'
import { ussuri211 } from './ussuri-21.1.ts'

export const ussuri = after(ussuri211, {
  id: 'ussuri',
  name: 'Ussuri',
  nova: '21.2.0',
  changes: {
    endedMigrations: {
      to: ['confirmed', 'reverted', 'failed', 'completed', 'cancelled', 'done'],
      commit: '02114a9d7f',
      since: '21.2.0',
      note: 'A migration that ended in error stays counted until it is confirmed or reverted.',
    },
  },
})
