import type { CellId, GuestId } from '../model/ids.ts'
import { minus, type PageSize, Pages, plus, sum } from '../units.ts'
import type { Domain } from './domain.ts'
import { type Part, partsOf } from './hugetlb.ts'
import type { Backend } from './launch.ts'
import { launchOf } from './libvirt.ts'
import { holderKey } from './observe.ts'
import { wishOf } from './qemu.ts'
import type { NodePool, PoolHolder, Reality, RealNode } from './reality.ts'

type Change = (pool: NodePool, node: CellId) => NodePool

const changed = (reality: Reality, change: Change): Reality => ({
  ...reality,
  nodes: reality.nodes.map((node) => changedNode(node, change)),
})

/** The same node where no pool of it is another. */
function changedNode(node: RealNode, change: Change): RealNode {
  const pools = node.pools.map((pool) => change(pool, node.id))
  return pools.every((pool, at) => pool === node.pools[at]) ? node : { ...node, pools }
}

/** The holder has these pages, and they are no longer free; whether they are there is the caller's to ask. */
export function takePages(reality: Reality, node: CellId, size: PageSize, holder: PoolHolder): Reality {
  return changed(reality, (pool, id) =>
    id === node && pool.size === size
      ? { ...pool, free: minus(pool.free, holder.pages), holders: joinedBy(pool.holders, holder) }
      : pool,
  )
}

function joinedBy(holders: readonly PoolHolder[], one: PoolHolder): PoolHolder[] {
  const key = holderKey(one)
  const same = holders.find((other) => other.kind === one.kind && holderKey(other) === key)
  if (!same) return [...holders, one]
  return holders.map((other) => (other === same ? { ...one, pages: plus(same.pages, one.pages) } : other))
}

/** What a process of this name holds there, all its instances together. */
export const heldByProcess = (pool: NodePool, name: string): Pages =>
  sum(pool.holders.filter((one) => one.kind === 'process' && one.name === name).map(({ pages }) => pages))

/** A process of this name gives pages back: from its first instance on, as many as each has. */
export function givePagesBack(
  reality: Reality,
  node: CellId,
  size: PageSize,
  name: string,
  pages: Pages,
): Reality {
  return changed(reality, (pool, id) => {
    if (id !== node || pool.size !== size) return pool
    let left = pages
    const holders = pool.holders.flatMap((holder): PoolHolder[] => {
      if (holder.kind !== 'process' || holder.name !== name) return [holder]
      const given = Pages(Math.min(left, holder.pages))
      left = minus(left, given)
      return given === holder.pages ? [] : [{ ...holder, pages: minus(holder.pages, given) }]
    })
    return { ...pool, free: plus(pool.free, minus(pages, left)), holders }
  })
}

/** The guest runs: it holds the huge pages its domain asks for. */
export const startGuest = (reality: Reality, guest: GuestId, name: string, domain: Domain): Reality =>
  startBacked(reality, guest, name, launchOf(reality, domain).backends)

/** The same, of a launch that is known. */
export function startBacked(
  reality: Reality,
  guest: GuestId,
  name: string,
  backends: readonly Backend[],
): Reality {
  return backends.reduce((now, backend) => {
    if (backend.pages === 'base') return now
    const { size } = backend.pages
    return placesOf(now, backend, size).reduce(
      (so, { node, pages }) => takePages(so, node, size, { kind: 'guest', guest, name, pages }),
      now,
    )
  }, reality)
}

/** Bound to one node it takes them there, whatever that node has. */
function placesOf(reality: Reality, backend: Backend, size: PageSize): readonly Part[] {
  const wish = wishOf(backend, size)
  const { mode, nodes } = wish.binding
  const [only, ...others] = nodes
  const one = mode === 'strict' && only !== undefined && others.length === 0
  return one ? [{ node: only, pages: wish.needed }] : partsOf(reality, wish)
}

/** The guest is gone from this host, and the pages it was seen to hold are free. */
export function stopGuest(reality: Reality, guest: GuestId): Reality {
  const isIts = (holder: PoolHolder) => holder.kind === 'guest' && holder.guest === guest
  return changed(reality, (pool) => {
    const its = sum(pool.holders.filter(isIts).map(({ pages }) => pages))
    if (its === 0) return pool
    return { ...pool, free: plus(pool.free, its), holders: pool.holders.filter((one) => !isIts(one)) }
  })
}
