import type { Entry } from '../accounting/ledger.ts'
import type { CellId, GuestId, HostId } from '../model/ids.ts'
import type { NodePool, PoolHolder } from '../reality/reality.ts'
import type { PageSize, Pages } from '../units.ts'

/** The kinds of divergence there are. Ids: once shipped, never renamed, never reused. */
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

/**
 * What would explain a difference. `explains` is its share, in the unit of the difference and with its sign (what the
 * first book has more than the second): the shares of all suspects add up to the difference exactly.
 */
export type Suspect = { readonly explains: number } & (
  | { readonly kind: 'unlisted-consumer'; readonly holders: readonly PoolHolder[]; readonly pages: Pages }
  | { readonly kind: 'reserved-too-much'; readonly reserved: Pages; readonly held: Pages }
  | { readonly kind: 'pool-resized'; readonly booked: Pages; readonly now: Pages }
  | {
      readonly kind: 'guest-not-running'
      readonly guest: GuestId
      readonly name: string
      readonly pages: Pages
    }
  /** It runs, and holds other pages of this cell than it is booked with. */
  | {
      readonly kind: 'guest-holds-otherwise'
      readonly guest: GuestId
      readonly name: string
      readonly booked: Pages
      readonly held: Pages
    }
  /** Processes were not looked at, and fewer pages are in use than Nova has booked. */
  | { readonly kind: 'booked-not-held'; readonly booked: Pages; readonly held: Pages }
  /** In use by Nova’s stored total, and by no guest that is listed. */
  | { readonly kind: 'stored-beyond-guests'; readonly amount: number }
  /** More is booked than there is, which makes nothing free and not less than that. */
  | { readonly kind: 'overbooked'; readonly by: number }
  | { readonly kind: 'another-release'; readonly release: string }
  /** The other end of a move is booked here too. */
  | { readonly kind: 'counted-twice'; readonly guest: GuestId; readonly name: string }
)

/** The line that mends it: text to paste, never run. */
export interface Remedy {
  /** `nova.conf` and `shell` are of the compute; `openstack` is wherever the operator has credentials; `release` to upgrade to. */
  readonly file: 'nova.conf' | 'shell' | 'openstack' | 'release'
  readonly section?: string
  readonly lines: readonly string[]
  /** Release that understands it first, where it matters. */
  readonly since?: string
}

/** One page size of one cell by Nova's book; free is total less used and reserved, as that release counts. */
export interface NovaPool {
  readonly total: Pages
  readonly used: Pages
  readonly reserved: Pages
  readonly free: Pages
}

/** One page size of one cell in both books, side by side. A book is undefined where its source is absent. */
export interface PoolBooks {
  readonly host: HostId
  readonly cell: CellId
  readonly size: PageSize
  readonly nova: NovaPool | undefined
  readonly kernel: NodePool | undefined
  /** What stands behind Nova's used and reserved. */
  readonly entries: readonly Entry[]
  readonly held: Held
}

/** Who has the kernel's pages in use. */
export interface Held {
  /** Guests that Nova has on this host. */
  readonly claimed: Pages
  /** Everybody else who was seen. */
  readonly thirdParty: Pages
  /** Nobody that could be seen, though processes were looked at. */
  readonly unseen: Pages
  /** Processes were not looked at. */
  readonly notRead: Pages
  /** Whoever holds pages and is no guest of Nova's. */
  readonly others: readonly PoolHolder[]
  /** Guests that Nova has pages booked for here, and that hold no huge page on this host. */
  readonly idle: readonly { readonly guest: GuestId; readonly name: string; readonly pages: Pages }[]
}

/** One page size of one cell where the two books give different room. */
export interface PoolDivergence extends PoolBooks {
  /** Phantom: Nova would promise what is not there. Hidden: it will not use what is. */
  readonly kind: 'phantom-capacity' | 'hidden-capacity'
  readonly nova: NovaPool
  readonly kernel: NodePool
  /** Free by Nova's book, never below zero. */
  readonly expected: Pages
  /** Free by the kernel. */
  readonly observed: Pages
  /** Likeliest first; empty means we do not know. */
  readonly suspects: readonly Suspect[]
  readonly remedy: Remedy | undefined
}
