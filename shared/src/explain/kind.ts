import type { DivergenceKind } from '../divergence/divergence.ts'
import { type Sentence, say } from './sentence.ts'

/** The kind's name, as a label. */
export function nameKind(kind: DivergenceKind): string {
  switch (kind) {
    case 'phantom-capacity':
      return 'phantom capacity'
    case 'hidden-capacity':
      return 'hidden capacity'
    case 'wrong-cell':
      return 'wrong cell'
    case 'broken-placement':
      return 'broken placement'
    case 'gates-disagree':
      return 'gates disagree'
    case 'unit-mismatch':
      return 'unit mismatch'
    case 'drift':
      return 'drift'
    case 'at-risk':
      return 'at risk'
    case 'stale':
      return 'stale'
  }
}

/** What the kind means, for whoever meets the label first. */
export function explainKind(kind: DivergenceKind): Sentence {
  switch (kind) {
    case 'phantom-capacity':
      return say`Nova accepts what the host cannot carry.`
    case 'hidden-capacity':
      return say`Nova refuses what the host could carry.`
    case 'wrong-cell':
      return say`Nova picks a cell on which the guest cannot start; another cell of the host has room.`
    case 'broken-placement':
      return say`Nova books a cell that cannot hold the guest, or refuses one that fits.`
    case 'gates-disagree':
      return say`One path to the host is open to the guest, and another is not.`
    case 'unit-mismatch':
      return say`Nova and libvirt read the same number in different units.`
    case 'drift':
      return say`Nova’s stored total is not the sum of its guests.`
    case 'at-risk':
      return say`It starts, and may be killed once it touches its memory.`
    case 'stale':
      return say`A source is old or absent, so the books cannot be compared.`
  }
}
