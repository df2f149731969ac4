import { expect, test } from 'vitest'
import type { GuestTopology } from '../model/cell.ts'
import { guest, hostCell, pool } from '../testing/cells.ts'
import { sizeOf } from '../testing/observed.ts'
import { request, state } from '../testing/placement.ts'
import { GiB, MiB } from '../units.ts'
import { destinationClaim } from './destination-claim.ts'

const cells = [hostCell({ mempages: [pool('4K', '1048576'), pool('2M', '1024')] })]
const says = (
  release: string,
  topology: GuestTopology,
  size: string,
  names: readonly string[] = [],
  used = GiB(0),
): string => {
  const on = cells.map((cell) => ({ ...cell, memoryUsage: used }))
  const extraSpecs = size === '' ? { 'hw:numa_nodes': '1' } : { 'hw:mem_page_size': size }
  const asked = request(release, { memoryMb: 2048, extraSpecs })
  const ratios = { cpu: 16, ram: 1, disk: 1 }
  const verdict = destinationClaim(state(release, { cells: on, ratios }), asked, topology, names)
  return verdict.outcome === 'rejected' ? verdict.objections[0].reason.kind : verdict.outcome
}
const has = (size?: '4K' | '2M') =>
  guest({ cpuset: [0], memory: MiB(2048), ...(size ? { pageSize: sizeOf(size) } : {}) })

test.each([
  ['the same pages are kept', has('2M'), 'large', 'fits'],
  ['pages of another size are refused', has('4K'), 'large', 'page-size-changes'],
  ['a guest without page size stays without', has(), '', 'fits'],
] as const)('%s', (_, topology, size, answer) => {
  expect(says('train', topology, size)).toBe(answer)
})

test('a claim without limits takes a cell that is full by its ratio; with them it does not', () => {
  const full = cells[0]?.memory ?? GiB(0)
  expect(says('2026.1', has(), '', [], full)).toBe('fits')
  expect(says('master', has(), '', ['NUMATopologyFilter'], full)).toBe('cell-memory-short')
})
