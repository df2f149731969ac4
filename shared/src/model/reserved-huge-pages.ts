import { configDict, int, stringToBytes } from '../oslo.ts'
import { PageSize, Pages } from '../units.ts'
import type { ReservedPages } from './host.ts'
import { CellId } from './ids.ts'

export type ReservedHugePages =
  | { readonly kind: 'read'; readonly reserved: readonly ReservedPages[] }
  /** nova-compute does not start. `value` is the first at fault. */
  | {
      readonly kind: 'invalid'
      readonly exception: 'ConfigFileValueError' | 'InvalidReservedMemoryPagesOption'
      readonly value: string
    }

/**
 * Values of nova.conf's `reserved_huge_pages`, each `node:N,size:S,count:C` (nova/virt/hardware.py:
 * numa_get_reserved_huge_pages). A size is KiB, or has a unit as in `2MB`, and may then be a fraction of a KiB. The last
 * value for a node and size counts. No host is asked whether it has such a node, or so many pages.
 */
export function readReservedHugePages(values: readonly string[]): ReservedHugePages {
  const dicts = values.map(configDict)
  const malformed = values.find((_, index) => dicts[index] === undefined)
  if (malformed !== undefined) return { kind: 'invalid', exception: 'ConfigFileValueError', value: malformed }

  const byCell = new Map<string, ReservedPages>()
  for (const [index, dict] of dicts.entries()) {
    const reserved = dict && reservedBy(dict)
    if (!reserved) {
      return { kind: 'invalid', exception: 'InvalidReservedMemoryPagesOption', value: values[index] ?? '' }
    }
    byCell.set(`${reserved.cell} ${reserved.size}`, reserved)
  }
  return { kind: 'read', reserved: [...byCell.values()] }
}

function reservedBy(dict: ReadonlyMap<string, string>): ReservedPages | undefined {
  const cell = int(dict.get('node') ?? '')
  const size = sizeOf(dict.get('size') ?? '')
  const count = int(dict.get('count') ?? '')
  if (cell === undefined || size === undefined || count === undefined) return undefined
  return { cell: CellId(cell), size: PageSize(size), count: Pages(count) }
}

function sizeOf(text: string): number | undefined {
  const bytes = stringToBytes(text)
  return int(text) ?? (bytes === undefined ? undefined : bytes / 1024)
}
