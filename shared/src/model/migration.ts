import type { GuestId, HostId, Instant } from './ids.ts'

/** A row of Nova's `migrations`. */
export interface Migration {
  readonly id: string
  /** `id` where the row has a uuid besides: what a migration context names it by. Absent where no source gave it. */
  readonly row?: string | undefined
  readonly guest: GuestId
  readonly source: HostId
  readonly destination: HostId | undefined
  readonly type: 'migration' | 'resize' | 'live-migration' | 'evacuation' | string
  readonly status: string
  readonly updatedAt: Instant | undefined
}
