import { z } from 'zod'
import { CellId } from '../model/ids.ts'
import type { PciPool } from '../model/pci.ts'
import type { Parsed } from '../parsing/parsed.ts'
import { salvage } from '../parsing/salvage.ts'
import { textual, whole, wholeNeeded } from './columns.ts'

const texts = z.record(z.string(), z.preprocess(textual, z.string()))
const pool = z.object({
  vendor_id: z.string(),
  product_id: z.string(),
  numa_node: whole,
  count: wholeNeeded,
  tags: texts.nullish(),
})
const pools = z.array(pool)

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const data = (value: unknown): unknown => (isRow(value) ? (value['nova_object.data'] ?? value) : value)

/** Kilo and older have tags beside the columns. */
function flat(value: unknown): unknown {
  const row = data(value)
  if (!isRow(row) || 'tags' in row) return row
  const { vendor_id, product_id, numa_node, count, ...tags } = row
  return { vendor_id, product_id, numa_node, count, tags }
}

/** `compute_nodes.pci_stats`: a serialised PciDevicePoolList (nova/objects/pci_device_pool.py), or Kilo's plain list. */
export function readPciPools(value: unknown): Parsed<readonly PciPool[]> {
  const list = data(value)
  const rows = isRow(list) && 'objects' in list ? list.objects : list
  const { facts, problems } = salvage(pools, Array.isArray(rows) ? rows.map(flat) : rows)
  return {
    facts: facts?.map(({ vendor_id, product_id, numa_node, count, tags }) => ({
      vendorId: vendor_id,
      productId: product_id,
      node: numa_node === null || numa_node === undefined ? undefined : CellId(numa_node),
      count,
      tags: tags ?? {},
    })),
    problems,
  }
}
