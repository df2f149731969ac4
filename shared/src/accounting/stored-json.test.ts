import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readGuestTopology, readHostTopology } from '../evidence/numa-topology.ts'
import { hostCells, hostJson } from '../jsonl/host.ts'
import { guestTopology, topologyJson } from '../jsonl/topology.ts'
import type { GuestTopology } from '../model/cell.ts'
import { GuestId } from '../model/ids.ts'
import { releases } from '../releases/index.ts'
import { rulesOf } from '../testing/boots.ts'
import { guest, hostCell, pool } from '../testing/cells.ts'
import { oracleRequests } from '../testing/oracle/requests.ts'
import { MiB, PageSize } from '../units.ts'
import { storedGuestTopology, storedHostTopology } from './stored-json.ts'

const there = (value: object | undefined): unknown => JSON.parse(JSON.stringify(value))
const objects = releases.filter(({ rules }) => !['none', 'dict'].includes(rules.hostCellVersion))
const inPinOrder = ({ cells, ...rest }: GuestTopology) => ({
  ...rest,
  cells: cells.map((cell) => ({
    ...cell,
    cpuPinning: cell.cpuPinning && [...cell.cpuPinning].sort(([a], [b]) => a - b),
  })),
})

test.each(objects)('$id: what is written is read back as it was', ({ rules }) => {
  fc.assert(
    fc.property(oracleRequests.stored, (request) => {
      const cells = hostCells(hostJson.parse(request.host), rules)
      const read = readHostTopology(there(storedHostTopology(cells, rules)))
      expect(read.problems).toEqual([])
      expect(read.facts).toEqual(
        cells.map((cell) => ({
          ...cell,
          socket: rules.hostCellVersion === '1.5' ? cell.socket : undefined,
          mempages: [...cell.mempages].sort((a, b) => a.size - b.size),
        })),
      )
      const topology = guestTopology(topologyJson.parse(request.topology), rules)
      const back = readGuestTopology(there(storedGuestTopology(topology, rules)))
      expect(back.problems).toEqual([])
      expect(back.facts?.topology).toEqual(inPinOrder(topology))
    }),
    { numRuns: 30 },
  )
})

describe('Juno stores dicts', () => {
  const rules = rulesOf('juno')
  test('of a host', () => {
    const cell = hostCell({ id: 1, cpus: '0,2-3', memory: MiB(4096), memoryUsage: MiB(512), cpuUsage: 2 })
    const stored = { cells: [{ id: 1, cpus: '0,2,3', cpu_usage: 2, mem: { total: 4096, used: 512 } }] }
    expect(storedHostTopology([cell], rules)).toEqual(stored)
    expect(readHostTopology(stored).facts).toMatchObject([
      { id: 1, cpuset: [0, 2, 3], memory: MiB(4096), memoryUsage: MiB(512), cpuUsage: 2, mempages: [] },
    ])
  })
  test('of a guest', () => {
    const stored = { cells: [{ id: 1, cpus: '0,1', mem: { total: 2048 } }] }
    const topology = guest({ id: 1, cpuset: [0, 1], memory: MiB(2048) })
    expect(storedGuestTopology(topology, rules)).toEqual(stored)
    expect(readGuestTopology(stored).facts?.topology.cells).toMatchObject([
      { id: 1, cpuset: [0, 1], memory: MiB(2048) },
    ])
  })
})

test('Icehouse stores none', () => {
  expect(storedHostTopology([hostCell()], rulesOf('icehouse'))).toBeUndefined()
  expect(storedGuestTopology(guest({}), rulesOf('icehouse'))).toBeUndefined()
})

describe('versions and members by release', () => {
  const cell = hostCell({ dedicated: '4-7', mempages: [pool('2M', '512, 64 reserved')] })
  const members = (release: string) => {
    const [stored] = stores(storedHostTopology([cell], rulesOf(release)))
    const data = stored?.['nova_object.data'] ?? {}
    const [page] = data.mempages as readonly Enveloped[]
    const has = Object.keys(data)
    return [
      stored?.['nova_object.version'],
      page?.['nova_object.version'],
      has.filter((name) => ['pcpuset', 'socket'].includes(name)),
    ]
  }
  test.each([
    ['kilo', ['1.2', '1.0', []]],
    ['newton', ['1.2', '1.1', []]],
    ['rocky', ['1.3', '1.1', []]],
    ['train', ['1.4', '1.1', ['pcpuset']]],
    ['wallaby', ['1.5', '1.1', ['pcpuset', 'socket']]],
  ])('a host cell, %s', (release, shape) => {
    expect(members(release)).toEqual(shape)
  })

  const one = guest({ cpuset: [], pcpuset: [0], cpuPolicy: 'dedicated', pageSize: PageSize(2048) })
  const guestMembers = (release: string) => {
    const topology = storedGuestTopology(one, rulesOf(release), GuestId('g'))
    const [stored] = stores(topology)
    const data = stored?.['nova_object.data'] ?? {}
    const whole = topology as Enveloped | undefined
    return [
      whole?.['nova_object.version'],
      stored?.['nova_object.version'],
      data.cpuset,
      data.pcpuset,
      data.cpu_policy,
      whole?.['nova_object.data'].instance_uuid,
    ]
  }
  test.each([
    ['kilo', ['1.2', '1.2', [0], undefined, undefined, 'g']],
    ['mitaka', ['1.2', '1.3', [0], undefined, 'dedicated', 'g']],
    ['ocata', ['1.3', '1.4', [0], undefined, 'dedicated', undefined]],
    ['victoria', ['1.3', '1.6', [], [0], 'dedicated', undefined]],
  ])('a guest cell, %s', (release, shape) => {
    expect(guestMembers(release)).toEqual(shape)
  })
})

interface Enveloped {
  readonly 'nova_object.version': string
  readonly 'nova_object.data': Readonly<Record<string, unknown>>
}

const stores = (topology: object | undefined): readonly Enveloped[] =>
  ((topology as Enveloped | undefined)?.['nova_object.data'].cells as readonly Enveloped[] | undefined) ?? []
