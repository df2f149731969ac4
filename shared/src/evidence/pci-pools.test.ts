import { expect, test } from 'vitest'
import { readPciPools } from './pci-pools.ts'

const pool = {
  vendor_id: '10de',
  product_id: '20b5',
  numa_node: 1,
  count: 2,
  tags: { dev_type: 'type-VF', physical_network: null },
}
const read = { vendorId: '10de', productId: '20b5', node: 1, count: 2, tags: { dev_type: 'type-VF' } }
const enveloped = (name: string, data: object) => ({
  'nova_object.name': name,
  'nova_object.namespace': 'nova',
  'nova_object.version': '1.1',
  'nova_object.data': data,
})

test('a serialised list of pools is read', () => {
  const { tags: _, ...columns } = pool
  const stored = enveloped('PciDevicePoolList', {
    objects: [enveloped('PciDevicePool', { ...columns, tags: { dev_type: 'type-VF' } })],
  })
  expect(readPciPools(stored)).toEqual({ facts: [read], problems: [] })
})

test('so is a plain list, its tags beside the columns', () => {
  const plain = [{ vendor_id: '10de', product_id: '20b5', numa_node: 1, count: 2, dev_type: 'type-VF' }]
  expect(readPciPools(plain)).toEqual({ facts: [read], problems: [] })
})

test('no devices, no pools', () => {
  expect(readPciPools(enveloped('PciDevicePoolList', { objects: [] })).facts).toEqual([])
})

test('a device without a node is on none', () => {
  expect(readPciPools([{ ...pool, numa_node: null, tags: {} }]).facts?.[0]?.node).toBeUndefined()
})

test('a pool without a count is named, and left out', () => {
  const { facts, problems } = readPciPools([{ vendor_id: '10de', product_id: '20b5' }])
  expect([facts, problems.map(({ at }) => at.path)]).toEqual([[], ['[0].count']])
})
