import { divergencesOn } from '@headroom/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foundOn } from '../../components/found.ts'
import { cloudUnder, sketch } from '../../testing/sketch.ts'
import { allBooks } from '../../worker/books.ts'
import { cellAfter, cellAt, cellMapOf, cellStates, layOut } from './cell-map.ts'
import { fleetRows, pageSizes } from './view-model.ts'

const hostOf = (cellsOfHosts: readonly number[]) =>
  Uint32Array.from(cellsOfHosts.flatMap((cells, host) => Array.from({ length: cells }, () => host)))

test('a cell is coloured by the worst that was found on it, and says both numbers', () => {
  const snapshot = sketch('test', 'zed', [
    { name: 'compute-1', cells: [{ total: 1024, third: { 'ovs-vswitchd': 256 } }, { total: 1024 }] },
    { name: 'compute-2', cells: [{ total: 4096, reserved: 2048 }] },
    { name: 'compute-3', cells: [{ total: 1024 }], observed: 'no' },
  ])
  const cloud = cloudUnder(snapshot, 'zed')
  const books = allBooks(cloud)
  const found = new Map(
    books.map((one) => [one.host.id, foundOn(one, [], divergencesOn(cloud, one.host.id))]),
  )
  const rows = fleetRows(snapshot, books, pageSizes(books)[0])
  const map = cellMapOf(rows, (host) => found.get(host) ?? [])
  const cells = [...map.stateOf].map((state, i) => [
    map.hosts[map.hostOf[i] ?? 0],
    map.cellOf[i],
    cellStates[state],
    map.causes[(map.causeOf[i] ?? 0) - 1],
    map.novaFree[i],
    map.hostFree[i],
  ])
  expect(cells).toEqual([
    ['compute-1', 0, 'fails', 'pages-held-by-others', 1024, 768],
    ['compute-1', 1, 'agrees', undefined, 1024, 1024],
    ['compute-2', 0, 'idle', 'reserved-too-much', 2048, 4096],
    ['compute-3', 0, 'not compared', undefined, 1024, -1],
  ])
})

const clouds = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 60 })
const widths = fc.integer({ min: 200, max: 900 })

test('each cell is found where it is drawn, and none is drawn beyond the width', () => {
  fc.assert(
    fc.property(clouds, widths, (hosts, width) => {
      const layout = layOut({ hostOf: hostOf(hosts) }, width)
      for (const [cell, x] of layout.x.entries()) {
        expect(x + layout.edge).toBeLessThanOrEqual(width)
        const top = (layout.row[cell] ?? 0) * layout.pitch
        expect(cellAt(layout, x + layout.edge / 2, top + layout.edge / 2)).toBe(cell)
      }
    }),
  )
})

test('cells of a host stand in one row', () => {
  fc.assert(
    fc.property(clouds, widths, (hosts, width) => {
      const owners = hostOf(hosts)
      const { row } = layOut({ hostOf: owners }, width)
      for (const [cell, owner] of owners.entries())
        if (owners[cell + 1] === owner) expect(row[cell + 1]).toBe(row[cell])
    }),
  )
})

const layout = layOut({ hostOf: hostOf([2, 2, 2, 2]) }, 100)
test.each([
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 5],
  ['ArrowUp', 6, 2],
  ['ArrowDown', 6, 6],
  ['End', 0, 7],
  ['Home', 5, 0],
])('%s leads from cell %i to cell %i, two hosts a row', (key, from, to) => {
  expect(cellAfter(key, from, layout)).toBe(to)
})

test('a letter leads nowhere', () => {
  expect(cellAfter('a', 0, layout)).toBeUndefined()
})
