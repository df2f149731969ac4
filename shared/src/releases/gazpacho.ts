import { flamingo } from './flamingo.ts'
import { after } from './release.ts'

export const gazpacho = after(flamingo, {
  id: '2026.1',
  name: '2026.1 Gazpacho',
  nova: '33.0.0',
  changes: {
    requestFilters: {
      to: [...flamingo.rules.requestFilters, 'tpm_secret_security_filter'],
      commit: 'ad1dd5e594',
      since: '33.0.0',
      note: 'Placement names hosts that keep a TPM’s secret as the flavor wants alone.',
    },
    xmlIoThread: {
      to: 'one',
      commit: '76d64b9cb4',
      since: '33.0.0',
      note: 'A guest has one I/O thread; where the guest has cells it runs where the emulator threads do.',
    },
  },
})
