import type { GuestTopology } from '../../model/cell.ts'

/** What Nova makes of flavor and image before any host is asked. */
export type Constraints =
  /** The topology to place; undefined for a guest without one, which no release counts per cell. */
  | { readonly kind: 'topology'; readonly topology: GuestTopology | undefined }
  /** Nova refuses flavor and image together: the exception's class, and what it names. */
  | { readonly kind: 'rejected'; readonly exception: string; readonly detail: string }
