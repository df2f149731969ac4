import {
  type Cloud,
  type DivergenceKind,
  diverge,
  inBytes,
  KiB,
  memoryOf,
  type Pages,
  type PoolBooks,
  poolsOf,
} from '@headroom/shared'
import { Gauge, Registry } from 'prom-client'
import type { StoredSnapshot } from '../store/store.ts'

/** Of more hosts than this no series a host is given: a scrape stays within some 100,000 lines. */
export const mostHosts = 1000

const pool = ['host', 'cell', 'page_size_bytes'] as const

/**
 * What Prometheus is told of one snapshot, in base units: pages and bytes of every pool by who has them and by Nova's book,
 * divergences by kind, the age of each source in seconds. `now` is ISO 8601 in UTC.
 */
export async function snapshotMetrics(cloud: Cloud, stored: StoredSnapshot, now: string): Promise<string> {
  const registry = new Registry()
  const gauge = <const Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })

  gauge('headroom_snapshot_info', 'The newest snapshot that is stored.', ['id', 'name', 'release']).set(
    { id: stored.id, name: stored.name, release: cloud.release.id },
    1,
  )
  gauge('headroom_snapshot_hosts', 'Hosts of the newest snapshot.', []).set(stored.hosts)
  gauge('headroom_snapshot_guests', 'Guests of the newest snapshot.', []).set(stored.guests)
  gauge('headroom_snapshot_age_seconds', 'Since the newest snapshot was stored.', []).set(
    secondsBetween(stored.storedAt, now),
  )

  const ages = gauge('headroom_source_age_seconds', 'Since the oldest source of a kind was read.', ['kind'])
  for (const [kind, oldest] of oldestByKind(cloud)) ages.set({ kind }, secondsBetween(oldest, now))

  const divergences = gauge('headroom_divergences', 'Where the books of hosts disagree, by kind.', ['kind'])
  for (const [kind, count] of countsOf(cloud)) divergences.set({ kind }, count)

  const hosts = [...cloud.hosts.values()]
  const leftOut = gauge(
    'headroom_hosts_left_out',
    `Hosts without series of their own: all, beyond ${mostHosts}.`,
    [],
  )
  leftOut.set(hosts.length > mostHosts ? hosts.length : 0)
  if (hosts.length <= mostHosts) {
    const held = {
      pages: gauge('headroom_pool_pages', 'Pages of a pool as the kernel has them, by who has them.', [
        ...pool,
        'holder',
      ]),
      bytes: gauge('headroom_pool_bytes', 'The same in bytes.', [...pool, 'holder']),
    }
    const booked = {
      pages: gauge('headroom_nova_pool_pages', 'Pages of a pool by Nova’s book.', [...pool, 'state']),
      bytes: gauge('headroom_nova_pool_bytes', 'The same in bytes.', [...pool, 'state']),
    }
    for (const { id } of hosts) {
      for (const one of poolsOf(cloud, id)) {
        const labels = { host: id, cell: `${one.cell}`, page_size_bytes: `${inBytes(KiB(one.size))}` }
        for (const [holder, pages] of holdersOf(one)) {
          held.pages.set({ ...labels, holder }, pages)
          held.bytes.set({ ...labels, holder }, inBytes(memoryOf(pages, one.size)))
        }
        for (const [state, pages] of statesOf(one)) {
          booked.pages.set({ ...labels, state }, pages)
          booked.bytes.set({ ...labels, state }, inBytes(memoryOf(pages, one.size)))
        }
      }
    }
  }
  return registry.metrics()
}

const known = new WeakMap<Cloud, ReadonlyMap<DivergenceKind, number>>()

/** A snapshot never changes, so that it is compared once however often it is scraped. */
function countsOf(cloud: Cloud): ReadonlyMap<DivergenceKind, number> {
  const before = known.get(cloud)
  if (before) return before
  const counts = new Map<DivergenceKind, number>(kinds.map((kind) => [kind, 0]))
  for (const { kind } of diverge(cloud)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  known.set(cloud, counts)
  return counts
}

/** All that hosts are searched for, so that none is absent where there is nothing to find. */
const kinds: readonly DivergenceKind[] = [
  'phantom-capacity',
  'hidden-capacity',
  'wrong-cell',
  'drift',
  'at-risk',
  'stale',
]

const holdersOf = ({ kernel, held }: PoolBooks): readonly (readonly [holder: string, pages: Pages])[] =>
  kernel
    ? [
        ['nova_guest', held.claimed],
        ['third_party', held.thirdParty],
        ['unseen', held.unseen],
        ['not_read', held.notRead],
        ['free', kernel.free],
      ]
    : []

const statesOf = ({ nova }: PoolBooks): readonly (readonly [state: string, pages: Pages])[] =>
  nova
    ? [
        ['total', nova.total],
        ['used', nova.used],
        ['reserved', nova.reserved],
        ['free', nova.free],
      ]
    : []

function oldestByKind({ snapshot }: Cloud): ReadonlyMap<string, string> {
  const oldest = new Map<string, string>()
  for (const { kind, readAt } of snapshot.sources) {
    if (readAt === undefined) continue
    const before = oldest.get(kind)
    if (before === undefined || readAt < before) oldest.set(kind, readAt)
  }
  return oldest
}

const secondsBetween = (then: string, now: string): number => (Date.parse(now) - Date.parse(then)) / 1000
