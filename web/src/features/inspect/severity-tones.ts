import type { Severity } from '@headroom/shared'

/** How much a finding in domain XML is to be minded. */
export const tones: Record<Severity, string> = {
  refused: 'text-bad',
  wrong: 'text-bad',
  risk: 'text-warn',
  note: 'text-muted',
}

/** The edge of a line that something was found in. */
export const edges: Record<Severity, string> = {
  refused: 'border-bad',
  wrong: 'border-bad',
  risk: 'border-warn',
  note: 'border-edge',
}
