import type { GuestTopology } from './cell.ts'
import type { Flavor, ImageProps } from './flavor.ts'
import type { GuestId, HostId } from './ids.ts'

/** Nova's `vm_states`; text, since a release may know more. */
export type VmState = string

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
}
