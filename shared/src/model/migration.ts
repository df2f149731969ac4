import type { GuestId, HostId, Instant } from './ids.ts'

/** A row of Nova's `migrations`. */
export interface Migration {
  readonly id: string
  readonly guest: GuestId
  readonly source: HostId
  readonly destination: HostId | undefined
  readonly type: 'migration' | 'resize' | 'live-migration' | 'evacuation' | string
  readonly status: string
  readonly updatedAt: Instant | undefined
}
