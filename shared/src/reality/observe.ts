import { groupBy } from '../collections.ts'
import type { Host, HostObservation, KernelPool, ObservedNode, PageHolder } from '../model/host.ts'
import type { Gap, GapReason } from '../model/snapshot.ts'
import { minus, type PageSize, Pages, sum } from '../units.ts'
import type { NodePool, PoolHolder, Reality, RealNode } from './reality.ts'

/**
 * The host's book of one host; undefined where nobody looked at the host itself. What was not read is a gap of the
 * book: `known` are the snapshot's, which say why; what they do not name is added as `not given`.
 */
export function observe(host: Host, known: readonly Gap[] = []): Reality | undefined {
  const seen = host.observed
  if (!seen) return undefined

  const gap = (what: string, why: GapReason): Gap => ({
    source: seen.source,
    host: host.id,
    guest: undefined,
    what,
    why,
  })
  const said = known.filter((one) => one.host === host.id)
  const unread = whatIsMissing(host, seen)
    .filter((what) => !said.some((one) => one.what === what))
    .map((what) => gap(what, 'not given'))
  const contradicted = seen.nodes.flatMap((node) =>
    node.pools
      .filter((pool) => heldIn(seen, node, pool).excess)
      .map((pool) => gap(`holders of node${node.id}/hugepages-${pool.size}kB`, 'not understood')),
  )

  return {
    host: host.id,
    nodes: seen.nodes.map((node) => realNode(seen, node)),
    promised: seen.pools.map(({ size, reserved }) => ({ size, pages: reserved })),
    surplusRoom: seen.pools.map(({ size, overcommit, surplus }) => ({
      size,
      pages: Pages(Math.max(0, (overcommit ?? 0) - surplus)),
    })),
    limits: seen.limits ?? [],
    defaultPage: seen.defaultPage,
    memory: seen.memory,
    mounts: seen.mounts,
    libvirt: seen.libvirt,
    qemu: seen.qemu ?? qemuOf(host),
    gaps: [...said, ...unread, ...contradicted],
  }
}

/** `hypervisor_version` of Nova's row, 7002022 for 7.2.22: as of when nova-compute last wrote it. */
function qemuOf({ nova }: Host): string | undefined {
  const { type, version } = nova?.hypervisor ?? {}
  if (version === undefined || (type !== undefined && type !== 'QEMU')) return undefined
  const parts = [Math.floor(version / 1_000_000), Math.floor(version / 1000) % 1000, version % 1000]
  return parts.join('.')
}

function whatIsMissing(host: Host, seen: HostObservation): string[] {
  const facts = {
    holders: seen.holders,
    mounts: seen.mounts,
    qemu: seen.qemu ?? qemuOf(host),
    libvirt: seen.libvirt,
    'reserved pages': seen.pools.some((pool) => pool.reserved !== undefined) || undefined,
  }
  return Object.entries(facts)
    .filter(([, value]) => value === undefined)
    .map(([what]) => what)
}

const realNode = (seen: HostObservation, node: ObservedNode): RealNode => ({
  id: node.id,
  cpus: node.cpus,
  memory: node.memory,
  memoryFree: node.memoryFree,
  pools: node.pools.map((pool) => realPool(seen, node, pool)),
})

function realPool(seen: HostObservation, node: ObservedNode, pool: KernelPool): NodePool {
  const { size, total, free, surplus } = pool
  const { holders, unseen } = heldIn(seen, node, pool)
  const rest: PoolHolder[] = unseen > 0 ? [{ kind: 'unseen', pages: unseen }] : []
  return {
    size,
    total,
    free,
    surplus,
    holders: [...holders, ...rest],
    holdersRead: seen.holders !== undefined,
  }
}

/**
 * Who holds the pages in use, and how many nobody visible has. Holders that together claim more than is in use were
 * read at another instant than the pool: none of them can be believed, so the whole use is unseen.
 */
function heldIn(
  seen: HostObservation,
  node: ObservedNode,
  pool: KernelPool,
): { readonly holders: readonly PoolHolder[]; readonly unseen: Pages; readonly excess: boolean } {
  const inUse = minus(pool.total, pool.free)
  const here = (seen.holders ?? []).filter(
    (holder) => holder.node === node.id && holder.size === pool.size && holder.pages > 0,
  )
  const held = sum(here.map((holder) => holder.pages))
  if (held > inUse) return { holders: [], unseen: inUse, excess: true }
  return { holders: merged(here), unseen: minus(inUse, held), excess: false }
}

/** One line a holder, largest first: a process or a guest may map many objects. */
const merged = (holders: readonly PageHolder[]): PoolHolder[] =>
  [...groupBy(holders.map(poolHolder), holderKey).values()]
    .flatMap((same) =>
      same.slice(0, 1).map((one) => ({ ...one, pages: sum(same.map(({ pages }) => pages)) })),
    )
    .sort((a, b) => b.pages - a.pages)

/** QEMU without libvirt's uuid is a process like any other: nothing ties it to a guest of Nova. */
function poolHolder({ kind, guest, name, pid, pages }: PageHolder): PoolHolder {
  if (kind === 'guest' && guest !== undefined) return { kind, guest, name, pages }
  if (kind === 'file') return { kind, name, pages }
  return { kind: 'process', name, pid, pages }
}

/** Tells holders of one pool apart. */
export function holderKey(holder: PoolHolder): string {
  switch (holder.kind) {
    case 'guest':
      return `guest ${holder.guest}`
    case 'process':
      return `process ${holder.pid} ${holder.name}`
    case 'file':
      return `file ${holder.name}`
    case 'unseen':
      return 'unseen'
  }
}

export const poolOf = (reality: Reality, node: number, size: PageSize): NodePool | undefined =>
  reality.nodes.find((one) => one.id === node)?.pools.find((pool) => pool.size === size)

/** Pages of a size promised to mappings and not yet taken; undefined where not read. */
export const promisedOf = (reality: Reality, size: PageSize): Pages | undefined =>
  reality.promised.find((one) => one.size === size)?.pages

/** Surplus pages of a size that the kernel may still make (nr_overcommit_hugepages); none where not read. */
export const surplusRoom = (reality: Reality, size: PageSize): Pages =>
  reality.surplusRoom.find((one) => one.size === size)?.pages ?? Pages(0)
