import { z } from 'zod'
import { CellId } from '../model/ids.ts'
import type { Devices } from '../placement/fit/devices.ts'

const spec = z.object({
  vendor_id: z.string().optional(),
  product_id: z.string().optional(),
  dev_type: z.string().optional(),
})

/** Free devices of a host, and what a guest asks of them. */
export const pci = z.object({
  pools: z.array(
    z.object({
      vendor_id: z.string(),
      product_id: z.string(),
      numa_node: z.int().nullable(),
      count: z.int(),
      tags: z.record(z.string(), z.string()),
    }),
  ),
  requests: z.array(
    z.object({
      alias: z.string(),
      count: z.int(),
      specs: z.array(spec),
      policy: z.enum(['required', 'legacy', 'preferred', 'socket']),
    }),
  ),
})

export const devices = ({ pools, requests }: z.infer<typeof pci>): Devices => ({
  pools: pools.map(({ vendor_id, product_id, numa_node, count, tags }) => ({
    vendorId: vendor_id,
    productId: product_id,
    node: numa_node === null ? undefined : CellId(numa_node),
    count,
    tags,
  })),
  requests: requests.map(({ alias, count, specs, policy }) => ({
    alias,
    count,
    policy,
    specs: specs.map(({ vendor_id, product_id, dev_type }) => ({
      name: alias,
      vendorId: vendor_id,
      productId: product_id,
      deviceType: dev_type,
      numaPolicy: policy,
    })),
  })),
})
