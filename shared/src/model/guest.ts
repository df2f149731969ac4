import type { KiB } from '../units.ts'
import type { GuestTopology } from './cell.ts'
import type { Flavor, ImageProps } from './flavor.ts'
import type { GuestId, HostId } from './ids.ts'

/** Nova's `vm_states`; text, since a release may know more. */
export type VmState = string

/** One end of a move: what the guest takes there. */
export interface MoveEnd {
  /** Undefined where no source had it. */
  readonly flavor: Flavor | undefined
  readonly topology: GuestTopology | 'none' | 'not read'
}

/** What Nova keeps of both ends until a move is confirmed, reverted or done: `instance_extra.flavor`, `.migration_context`. */
export interface Move {
  /** `migrations.id` of the move; undefined where the guest has no migration context. */
  readonly migration: string | undefined
  readonly old: MoveEnd
  readonly new: MoveEnd
}

/** Memory of a guest as its domain XML has it, read as libvirt reads it. */
export interface GuestDomain {
  /** `<memory>`. */
  readonly memory: KiB
  /** `<numa>`: of each guest cell. */
  readonly cells: readonly KiB[]
}

/** An instance as Nova's database has it. */
export interface Guest {
  readonly id: GuestId
  readonly name: string
  /** Undefined where Nova has it on no host: never scheduled, or shelved and offloaded. */
  readonly host: HostId | undefined
  readonly vmState: VmState
  readonly taskState: string | undefined
  /** Nova's power_state: 1 running, 3 paused, 4 shut down …; undefined where not read. */
  readonly powerState: number | undefined
  readonly flavor: Flavor
  readonly image: ImageProps
  /**
   * `instance_extra.numa_topology`: cells carry host cell ids. `'none'` is a guest without one, which no release counts
   * per cell; `'not read'` is a gap.
   */
  readonly topology: GuestTopology | 'none' | 'not read'
  /** Absent where it is not on the move, or where no source said. */
  readonly move?: Move | undefined
  /** Whether its root disk is a volume, and so not the host's; absent where no source said. */
  readonly fromVolume?: boolean | undefined
  /** Id of its server group; absent where it is of none, or where no source said. */
  readonly serverGroup?: string | undefined
  /** The zone that was asked for at boot, in which every move keeps it; absent is none, or where no source said. */
  readonly zone?: string | undefined
  /** `project_id`; absent where no source said. */
  readonly project?: string | undefined
  /** Absent where it has no cells of its own, or where nobody read its domain XML. */
  readonly domain?: GuestDomain | undefined
}
