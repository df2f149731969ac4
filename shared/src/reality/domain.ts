import type { CellId } from '../model/ids.ts'
import type { KiB, PageSize } from '../units.ts'

/** What a domain's XML says of memory, in KiB as libvirt reads it. */
export interface Domain {
  /** `<memory>`: what the guest was asked to have. */
  readonly memory: KiB
  /** `<cpu><numa><cell>`; empty where the domain has none. */
  readonly cells: readonly DomainCell[]
}

export interface DomainCell {
  readonly memory: KiB
  readonly backing: Backing
}

/** Where a cell's memory comes from: `<memoryBacking>` with `<numatune>` in strict mode, as Nova writes it. */
export type Backing =
  | { readonly kind: 'base pages'; readonly node: CellId | undefined }
  | { readonly kind: 'huge pages'; readonly size: PageSize; readonly node: CellId }
