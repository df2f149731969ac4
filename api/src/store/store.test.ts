import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from './memory.ts'
import { postgresStore } from './postgres.ts'
import { startCluster } from './postgres-cluster.ts'
import { sqliteStore } from './sqlite.ts'
import type { SavedPlan, Store, StoredSnapshot } from './store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-store-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const snapshot = (id: string, storedAt: string): StoredSnapshot => ({
  id,
  name: `snapshot ${id}`,
  release: undefined,
  takenAt: '2026-01-01T00:00:00Z',
  storedAt,
  hosts: 2,
  guests: 3,
  bytes: 4,
})

const cluster = startCluster()
if (!cluster) {
  console.info('PostgreSQL is not installed: the store is not tested in it (apt-get install postgresql)')
}
afterAll(() => cluster?.stop())

const lost: unknown[] = []
const inPostgres = (url: string) => postgresStore(url, (error) => lost.push(error))

const stores: [name: string, open: () => Promise<Store>][] = [
  ['memory', async () => memoryStore()],
  ['SQLite', () => sqliteStore(join(folder, 'headroom.sqlite'))],
  ...(cluster
    ? [['PostgreSQL', () => inPostgres(cluster.database())] as [string, () => Promise<Store>]]
    : []),
]

describe.each(stores)('the store in %s', (_, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store.close())

  const idsOf = async (limit: number, after?: StoredSnapshot) =>
    (await store.list({ limit, after })).map(({ id }) => id)

  test('a document comes back as it was stored', async () => {
    const document = '{"name":"Zürich 🐘","n":1.0}\n'
    expect(await store.put(snapshot('a', '2026-01-02T00:00:00.000Z'), document)).toBe(true)
    expect(await store.document('a')).toBe(document)
    expect(await store.find('a')).toEqual(snapshot('a', '2026-01-02T00:00:00.000Z'))
  })

  test('what was not stored is not there', async () => {
    expect(await store.document('a')).toBeUndefined()
    expect(await store.find('a')).toBeUndefined()
    expect(await store.list({ limit: 10, after: undefined })).toEqual([])
  })

  test('a document stored twice is the first', async () => {
    await store.put(snapshot('a', '2026-01-02T00:00:00.000Z'), 'first')
    expect(await store.put(snapshot('a', '2026-01-03T00:00:00.000Z'), 'second')).toBe(false)
    expect(await store.document('a')).toBe('first')
    expect((await store.find('a'))?.storedAt).toBe('2026-01-02T00:00:00.000Z')
  })

  test('a list is newest first', async () => {
    await store.put(snapshot('a', '2026-01-02T00:00:00.000Z'), '')
    await store.put(snapshot('c', '2026-01-04T00:00:00.000Z'), '')
    await store.put(snapshot('b', '2026-01-03T00:00:00.000Z'), '')
    expect(await idsOf(10)).toEqual(['c', 'b', 'a'])
  })

  test('pages of a list, one after the other, are the list', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await store.put(snapshot(id, '2026-01-02T00:00:00.000Z'), '')
    const first = await store.list({ limit: 2, after: undefined })
    const second = await store.list({ limit: 2, after: first.at(-1) })
    const third = await store.list({ limit: 2, after: second.at(-1) })
    expect([first, second, third].map((page) => page.map(({ id }) => id))).toEqual([
      ['e', 'd'],
      ['c', 'b'],
      ['a'],
    ])
  })

  test('what was removed is gone, once', async () => {
    await store.put(snapshot('a', '2026-01-02T00:00:00.000Z'), '')
    expect(await store.remove('a')).toBe(true)
    expect(await store.remove('a')).toBe(false)
    expect(await store.document('a')).toBeUndefined()
  })

  const plan = (id: string, version: string, changedAt: string): SavedPlan => ({
    id,
    name: `plan ${id}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    changedAt,
    version,
    document: '{"actions":[]}',
  })

  test('a plan is replaced where it is still the version that was read', async () => {
    await store.plans.put(plan('a', '1', '2026-01-02T00:00:00.000Z'))
    expect(await store.plans.replace(plan('a', '2', '2026-01-03T00:00:00.000Z'), '1')).toBe(true)
    expect(await store.plans.replace(plan('a', '3', '2026-01-04T00:00:00.000Z'), '1')).toBe(false)
    expect(await store.plans.find('a')).toEqual(plan('a', '2', '2026-01-03T00:00:00.000Z'))
  })

  test('plans are listed the last changed first', async () => {
    await store.plans.put(plan('a', '1', '2026-01-02T00:00:00.000Z'))
    await store.plans.put(plan('b', '1', '2026-01-03T00:00:00.000Z'))
    expect((await store.plans.list()).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  test('a plan is removed once', async () => {
    await store.plans.put(plan('a', '1', '2026-01-02T00:00:00.000Z'))
    expect([await store.plans.remove('a'), await store.plans.remove('a')]).toEqual([true, false])
  })

  test('an open store is ready', async () => {
    await expect(store.ready()).resolves.toBeUndefined()
  })
})

describe('the store in SQLite', () => {
  const file = () => join(folder, 'headroom.sqlite')

  test('what was stored is there after a restart', async () => {
    const before = await sqliteStore(file())
    await before.put(snapshot('a', '2026-01-02T00:00:00.000Z'), 'kept')
    await before.close()
    const after = await sqliteStore(file())
    expect(await after.document('a')).toBe('kept')
    await after.close()
  })

  test('two processes may have it open', async () => {
    const one = await sqliteStore(file())
    const other = await sqliteStore(file())
    await one.put(snapshot('a', '2026-01-02T00:00:00.000Z'), 'seen')
    expect(await other.document('a')).toBe('seen')
    await one.close()
    await other.close()
  })

  test('a file that is no database is refused and left as it was', async () => {
    writeFileSync(file(), 'my shopping list, nothing a database would begin with\n'.repeat(40))
    await expect(sqliteStore(file())).rejects.toThrow(/not a database/)
  })

  test('a closed store is not ready', async () => {
    const store = await sqliteStore(file())
    await store.close()
    await expect(store.ready()).rejects.toThrow()
  })
})

describe.skipIf(!cluster)('the store in PostgreSQL', () => {
  test('is shared by several servers that open it at once', async () => {
    const url = cluster?.database() ?? ''
    const [one, other] = await Promise.all([inPostgres(url), inPostgres(url)])
    await one.put(snapshot('a', '2026-01-02T00:00:00.000Z'), 'seen')
    expect(await other.document('a')).toBe('seen')
    await Promise.all([one.close(), other.close()])
    expect(lost).toEqual([])
  })

  test('says so where it cannot be reached', async () => {
    await expect(inPostgres('postgres:///nowhere?host=/nonexistent')).rejects.toThrow('/nonexistent')
  })
})
