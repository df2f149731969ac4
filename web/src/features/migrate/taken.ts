import type { MatrixCell } from '@headroom/shared'

type Taken = MatrixCell['taken']

/** Who takes a guest, as a sign that does not need colour. */
export const takenSigns: Readonly<Record<Taken, { readonly sign: string; readonly tone: string }>> = {
  'by both': { sign: '✓', tone: 'text-ok' },
  'by the host alone': { sign: 'H', tone: 'text-warn' },
  'by Nova alone': { sign: 'N', tone: 'text-bad' },
  'by neither': { sign: '✗', tone: 'text-muted' },
  'not known': { sign: '?', tone: 'text-muted' },
}

export const takenWords: Readonly<Record<Taken, string>> = {
  'by both': 'taken by both books',
  'by the host alone': 'Nova refuses, the host could',
  'by Nova alone': 'Nova accepts, the host could not',
  'by neither': 'taken by neither',
  'not known': 'not known',
}
