import type { Ledger } from '../accounting/ledger.ts'
import type { GuestTopology } from '../model/cell.ts'
import type { Flavor } from '../model/flavor.ts'
import type { Guest } from '../model/guest.ts'
import type { Host } from '../model/host.ts'
import type { GuestId, HostId, Instant, SourceId } from '../model/ids.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { HostState } from '../placement/host-state.ts'
import type { HostRemark } from '../reality/host-remark.ts'
import type { Otherwise } from '../releases/otherwise.ts'
import type { Release } from '../releases/release.ts'
import type { KiB } from '../units.ts'
import type { PoolBooks } from './divergence.ts'
import type { BothBooks } from './pools.ts'

/** What is the same for every host of a cloud. */
export interface CloudBooks {
  readonly snapshot: Snapshot
  /** The scheduler’s. */
  readonly release: Release
  readonly guest: (id: GuestId) => Guest | undefined
  /** Of guests that could move alive and have no cells, two of different hosts for each amount of memory. */
  readonly movable: ReadonlyMap<KiB, readonly Guest[]>
  /** Ids of Nova's migrations, by which Placement keeps what a moving guest had. */
  readonly moves: ReadonlySet<string>
  /** Hosts that a live migration is on its way to, or was. */
  readonly awaiting: ReadonlySet<HostId>
  /** Undefined where a source does not say. */
  readonly readAt: ReadonlyMap<SourceId, Instant | undefined>
  /** Flavors the release understands, with the cells they ask for. */
  readonly asks: readonly Ask[]
}

export interface Ask {
  readonly flavor: Flavor
  /** Undefined for a guest without topology. */
  readonly topology: GuestTopology | undefined
}

/** Everything detectors look at, of one host. */
export interface HostBooks extends BothBooks {
  readonly cloud: CloudBooks
  readonly row: Host
  readonly state: HostState
  readonly pools: readonly PoolBooks[]
  /** Guests Nova has there, in the order it counts them. */
  readonly residents: readonly Guest[]
  /** What is peculiar about the host, and what its memory cannot carry. */
  readonly remarks: readonly HostRemark[]
  /** The compute's. */
  readonly compute: Release
  /** How many more of a flavor Nova takes there, at most 1,000: by its rules, or with some of them otherwise. */
  readonly room: (flavor: Flavor, otherwise?: readonly Otherwise[]) => number
  /** The same on the host as it would be otherwise. */
  readonly roomIn: (state: HostState, flavor: Flavor) => number
  /** Nova's book of it with some rules otherwise. */
  readonly ledgerUnder: (otherwise: readonly Otherwise[]) => Ledger
  /** Sources read further apart than this, in seconds, are not compared. */
  readonly tolerance: number
}
