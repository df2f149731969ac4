import { mitaka130 } from './mitaka-13.0.ts'
import { after } from './release.ts'

export const mitaka = after(mitaka130, {
  id: 'mitaka',
  name: 'Mitaka',
  nova: '13.1.0',
  changes: {
    endedMigrations: {
      to: ['accepted', 'confirmed', 'reverted', 'error', 'failed', 'completed'],
      commit: '27f8cc66ab',
      since: '13.1.0',
      note: 'A migration that is completed no longer counts at its other end.',
    },
    freeAfterAudit: {
      to: 'at least zero',
      commit: '154aaace9f',
      since: '13.1.0',
      bug: 1698383,
      note: 'An audit reports a host with less than nothing free as one with nothing free: whoever overcommits is offered too much.',
    },
  },
})
