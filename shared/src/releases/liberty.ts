import { liberty120 } from './liberty-12.0.ts'
import { after } from './release.ts'

export const liberty = after(liberty120, {
  id: 'liberty',
  name: 'Liberty',
  nova: '12.0.4',
  changes: {
    endedMigrations: {
      to: ['accepted', 'confirmed', 'reverted', 'error', 'failed'],
      commit: 'fa3fb5e61f',
      since: '12.0.4',
      note: 'A migration that is only accepted, or has failed, no longer counts at its other end.',
    },
  },
})
