import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { snapshots } from '../testing/arbitraries.ts'
import { isSnapshot, readSnapshot, SnapshotV1, writeSnapshot } from './snapshot.ts'

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('a snapshot reads back as it was written', () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      const json = throughJson(writeSnapshot(snapshot))
      expect(readSnapshot(json)).toEqual({ facts: snapshot, problems: [] })
      expect(throughJson(writeSnapshot(readSnapshot(json).facts ?? snapshot))).toEqual(json)
    }),
  )
})

test('no JSON makes reading throw, and a host is whatever has an id', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(readSnapshot(json).facts).toBeUndefined()
      const hosts = readSnapshot({ ...empty, hosts: [json] }).facts?.hosts
      expect(hosts?.map(({ id }) => id)).toEqual(idsOf(json))
    }),
  )
})

const idsOf = (json: unknown): readonly string[] =>
  json !== null && typeof json === 'object' && 'id' in json && typeof json.id === 'string' ? [json.id] : []

const empty: SnapshotV1 = {
  headroom_snapshot: 1,
  name: 'lab',
  settings: {},
  hosts: [],
  guests: [],
  guests_listed: true,
  flavors: [],
  aggregates: [],
  migrations: [],
  sources: [],
  gaps: [],
}
const pool = { size_kib: 2048, total_pages: 1024, used_pages: 0, reserved_pages: 0 }
const cell = {
  id: 0,
  cpuset: '0-3',
  pcpuset: '0-3',
  siblings: ['0-1', '2-3'],
  memory_kib: 4194304,
  memory_usage_kib: 0,
  cpu_usage: 0,
  pinned_cpus: '',
  mempages: [pool],
}
const host = {
  id: 'compute-07',
  nova: { source: 'row', ratios: {}, numa_topology: [cell], usage: 'stored' },
  config: { reserved_huge_pages: [] },
}

interface Case {
  readonly name: string
  readonly json: unknown
  readonly keeps: (read: ReturnType<typeof readSnapshot>['facts']) => unknown
  readonly kept: unknown
  readonly at: string
  readonly expected: string
  readonly severity?: 'warning'
}

const cases: Case[] = [
  {
    name: 'a host without an id is left out, the next stays',
    json: { ...empty, hosts: [{ ...host, id: 7 }, host] },
    keeps: (read) => read?.hosts.map(({ id }) => id),
    kept: ['compute-07'],
    at: 'hosts[0].id',
    expected: 'string',
  },
  {
    name: 'a pool that cannot be read leaves its cell standing',
    json: {
      ...empty,
      hosts: [
        {
          ...host,
          nova: {
            ...host.nova,
            numa_topology: [{ ...cell, mempages: [{ ...pool, total_pages: -1 }, pool] }],
          },
        },
      ],
    },
    keeps: (read) => {
      const cells = read?.hosts[0]?.nova?.cells
      return Array.isArray(cells) ? cells[0]?.mempages.length : cells
    },
    kept: 1,
    at: 'hosts[0].nova.numa_topology[0].mempages[0].total_pages',
    expected: 'at least 0',
  },
  {
    name: 'a list of CPUs that is none is named',
    json: {
      ...empty,
      hosts: [{ ...host, nova: { ...host.nova, numa_topology: [{ ...cell, cpuset: '3-1' }] } }],
    },
    keeps: (read) => read?.hosts[0]?.nova?.cells,
    kept: [],
    at: 'hosts[0].nova.numa_topology[0].cpuset',
    expected: 'a CPU list such as 0-3,8',
  },
  {
    name: 'a key nobody knows is a warning and takes nothing away',
    json: { ...empty, hosts: [{ ...host, relese: 'zed' }] },
    keeps: (read) => read?.hosts.length,
    kept: 1,
    at: 'hosts[0].relese',
    expected: 'one of id, release, zone, service, nova, observed, config',
    severity: 'warning',
  },
  {
    name: 'a newer version is no snapshot of ours',
    json: { ...empty, headroom_snapshot: 2 },
    keeps: (read) => read,
    kept: undefined,
    at: 'headroom_snapshot',
    expected: 'a version, at most 1',
  },
]
test.each(cases)('$name', ({ json, keeps, kept, at, expected, severity = 'error' }) => {
  const { facts, problems } = readSnapshot(json)
  expect(keeps(facts)).toEqual(kept)
  expect(problems).toMatchObject([{ severity, at: { path: at }, expected }])
})

test('a snapshot is known by its version, whichever that is', () => {
  expect([empty, { headroom_snapshot: 9 }, { headroom_plan: 1 }, [], null].map(isSnapshot)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

/** Every member of every object in a JSON schema, as `object.member`. */
function membersOf(schema: unknown, path = ''): { readonly path: string; readonly description: unknown }[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, inner]) => {
    if (key !== 'properties') return membersOf(inner, path)
    return Object.entries(inner as Record<string, { description?: string }>).flatMap(([name, member]) => [
      { path: `${path}.${name}`, description: member.description },
      ...membersOf(member, `${path}.${name}`),
    ])
  })
}

test('every member says what it means', () => {
  const members = membersOf(z.toJSONSchema(SnapshotV1))
  expect(members.length).toBeGreaterThan(100)
  expect(members.filter(({ description }) => !description)).toEqual([])
})

test('a member that is a size says its unit, where it has the same unit for all', () => {
  const sizes = membersOf(z.toJSONSchema(SnapshotV1)).filter(({ path }) =>
    /memory|disk|swap|root|ephemeral|(?<!re)size|mounts|base_page/.test(path.split('.').at(-1) ?? ''),
  )
  expect(sizes.filter(({ path }) => !/_(kib|gib)$|\.ratios\.|inventories\.step_size$/.test(path))).toEqual([])
})
