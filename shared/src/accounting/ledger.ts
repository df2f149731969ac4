import type { CpuSet } from '../model/cpus.ts'
import type { CellId, GuestId, HostId } from '../model/ids.ts'
import type { RuleName } from '../releases/rules.ts'
import type { PageSize } from '../units.ts'

/**
 * What an entry speaks for. Of a cell: `memory` in KiB, `cpu usage` in vCPUs, `pinned cpus` in CPUs, `pages of 2048` in
 * pages of that many KiB. Of the whole host (no cell): `host memory` in KiB, `host vcpus`, `host disk` in GB.
 */
export type CellResource = 'memory' | 'cpu usage' | 'pinned cpus' | `pages of ${number}`
export type HostResource = 'host memory' | 'host vcpus' | 'host disk'

export function pagesOf(size: PageSize): CellResource {
  const known = resources.get(size)
  if (known) return known
  const resource: CellResource = `pages of ${size as number}`
  resources.set(size, resource)
  return resource
}

/** There are few sizes, and each is named for every guest. */
const resources = new Map<PageSize, CellResource>()

/** Who an entry stands for. */
export type Consumer =
  | {
      readonly kind: 'guest'
      readonly guest: GuestId
      readonly name: string
      readonly role: 'running' | 'incoming' | 'outgoing'
    }
  | {
      readonly kind: 'reserved'
      readonly option:
        | 'reserved_huge_pages'
        | 'reserved_host_memory_mb'
        | 'reserved_host_cpus'
        | 'reserved_host_disk_mb'
    }
  /** Nova's stored total where no listed guest explains it. */
  | { readonly kind: 'stored'; readonly column: string }

/** One reason a resource is spoken for. Totals are sums of entries and are never stored. */
export type Entry = {
  readonly host: HostId
  /** In the resource's unit. Negative where a release's rule gives back what it never took. */
  readonly amount: number
  readonly consumer: Consumer
  /** The release rule that made this entry what it is. */
  readonly rule?: RuleName
} & (
  | { readonly cell: CellId; readonly resource: CellResource; readonly cpus?: CpuSet }
  | { readonly cell: undefined; readonly resource: HostResource }
)

/** Nova's book of one host, entry by entry. */
export type Ledger = readonly Entry[]
