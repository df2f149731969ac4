import type { Entry } from '../accounting/ledger.ts'
import type { CellId, GuestId, HostId } from '../model/ids.ts'
import type { PoolHolder } from '../reality/reality.ts'
import type { PageSize, Pages } from '../units.ts'

/** The kinds of product.md. Ids: once shipped, never renamed, never reused. */
export type DivergenceKind =
  | 'phantom-capacity'
  | 'hidden-capacity'
  | 'wrong-cell'
  | 'broken-placement'
  | 'gates-disagree'
  | 'unit-mismatch'
  | 'drift'
  | 'at-risk'
  | 'stale'

/** What would explain a difference exactly. */
export type Suspect =
  | { readonly kind: 'unlisted-consumer'; readonly holders: readonly PoolHolder[]; readonly pages: Pages }
  | { readonly kind: 'reserved-too-much'; readonly reserved: Pages; readonly held: Pages }
  | { readonly kind: 'pool-resized'; readonly booked: Pages; readonly now: Pages }
  | {
      readonly kind: 'guest-not-running'
      readonly guest: GuestId
      readonly name: string
      readonly pages: Pages
    }
  | { readonly kind: 'another-release'; readonly release: string }
  | { readonly kind: 'counted-twice'; readonly guest: GuestId }

/** The line that mends it: text to paste, never run. */
export interface Remedy {
  readonly file: 'nova.conf' | 'shell'
  readonly section?: string
  readonly lines: readonly string[]
  /** Release that understands it first, where it matters. */
  readonly since?: string
}

/** One page size of one cell where the two books give different room. */
export interface PoolDivergence {
  readonly kind: 'phantom-capacity' | 'hidden-capacity' | 'drift' | 'stale'
  readonly host: HostId
  readonly cell: CellId
  readonly size: PageSize
  /** Free by Nova's book: total − used − reserved, as that release counts. */
  readonly expected: Pages
  /** Free by the kernel. */
  readonly observed: Pages
  readonly witness: 'kernel' | 'nova'
  readonly entries: readonly Entry[]
  readonly holders: readonly PoolHolder[]
  /** Likeliest first; empty means we do not know. */
  readonly suspects: readonly Suspect[]
  readonly remedy: Remedy | undefined
}
