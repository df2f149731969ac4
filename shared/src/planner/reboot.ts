import type { HostCell } from '../model/cell.ts'
import type { Guest } from '../model/guest.ts'
import type { Host } from '../model/host.ts'
import type { HostId } from '../model/ids.ts'
import { lifeOf, type NodePages, takenBy } from '../reality/again.ts'
import type { NodePool, PoolHolder, Reality, RealNode } from '../reality/reality.ts'
import { exceeds, memoryOf, minus, Pages, sum } from '../units.ts'
import type { Action } from './action.ts'
import { type Cloud, guestsOn, realityOf, withGuestAs, withHost, withReality } from './cloud.ts'
import { withoutEvacuated } from './evacuate.ts'
import { startNotKnown, startOn, withStarted } from './guest-start.ts'
import { domainFor } from './guests-in-time.ts'
import { impossible, type Performed } from './performed.ts'
import type { Impossible, Returning } from './step.ts'

type Reboot = Extract<Action, { do: 'reboot-host' }>

/**
 * A host boots with other huge pages, or those it had. What processes other than guests held they take again, as far as
 * there is; the compute reports its cells anew. With `resume_guests_state_on_host_boot` nova-compute starts each guest that
 * was to run, in the order it lists them (nova/compute/manager.py: _init_instance); one that does not start is in error.
 * Without, every one stays off, and Nova notes an active one as stopped (_sync_instance_power_state).
 */
export function rebootHost(cloud: Cloud, action: Reboot): Performed {
  const host = cloud.hosts.get(action.host)
  if (!host) return impossible(cloud, { kind: 'no-such', what: 'host', name: action.host })
  const reality = realityOf(cloud, action.host)
  const wrong = reality ? beyond(reality, action) : undefined
  if (wrong) return impossible(cloud, wrong)
  if (!reality && action.pools.length > 0) return impossible(cloud, { kind: 'not-observed', host: host.id })

  const awaited = guestsOn(cloud, host.id).filter((guest) => lifeOf(guest) === 'runs')
  const rebooted = withHost(cloud, reported(host, action))
  const empty = reality
    ? withReality(rebooted, booted(reality, action.pools, takenUnseen(cloud, reality, awaited)))
    : rebooted
  const cleared = withoutEvacuated(empty, host.id)
  const guests: Returning[] = []
  const after = awaited.reduce((now, guest) => {
    const { cloud: then, ...returning } = returned(now, guest, host.id, action.resumeGuests ?? false)
    guests.push(returning)
    return then
  }, cleared)
  return { outcome: { kind: 'reboots', guests }, cloud: after, touched: [host.id] }
}

/** A page size the kernel of this host does not have, or more pages than the node has memory. */
function beyond(reality: Reality, { host, pools: pages }: Reboot): Impossible | undefined {
  for (const { cell, size } of pages) {
    const node = reality.nodes.find(({ id }) => id === cell)
    if (!node) return { kind: 'no-such', what: 'node', name: `${cell}` }
    if (!reality.nodes.some((one) => one.pools.some((pool) => pool.size === size))) {
      return { kind: 'no-such', what: 'pool', name: `hugepages-${size}kB` }
    }
    const asked = sum(pages.filter((one) => one.cell === cell).map((one) => memoryOf(one.count, one.size)))
    if (node.memory !== undefined && exceeds(asked, node.memory)) {
      return { kind: 'pages-exceed-memory', host, node: cell, asked, memory: node.memory }
    }
  }
  return undefined
}

/** Where nobody looked at processes, the pages of guests are among those that nobody was seen to hold. */
function takenUnseen(cloud: Cloud, reality: Reality, guests: readonly Guest[]): readonly NodePages[] {
  return guests.flatMap((guest) => {
    const domain = domainFor(cloud, reality.host, guest)
    return domain ? takenBy(reality, domain) : []
  })
}

function booted(reality: Reality, wanted: Reboot['pools'], ofGuests: readonly NodePages[]): Reality {
  const nodes = reality.nodes.map(
    (node): RealNode => ({
      ...node,
      memoryFree: undefined,
      pools: node.pools.map((pool) => bootedPool(node, pool, wanted, ofGuests)),
    }),
  )
  return {
    ...reality,
    nodes,
    memory: reality.memory && { ...reality.memory, free: undefined, available: undefined },
    promised: reality.promised.map((one) => ({ ...one, pages: one.pages && Pages(0) })),
    limits: reality.limits.map((limit) => ({ ...limit, used: limit.used && Pages(0) })),
  }
}

function bootedPool(
  node: RealNode,
  pool: NodePool,
  wanted: Reboot['pools'],
  ofGuests: readonly NodePages[],
): NodePool {
  const persistent = minus(pool.total, pool.surplus)
  const total =
    wanted.findLast(({ cell, size }) => cell === node.id && size === pool.size)?.count ?? persistent
  const guests = sum(
    ofGuests.filter((one) => one.node === node.id && one.size === pool.size).map(({ pages }) => pages),
  )
  let free = total
  const holders = pool.holders.flatMap((holder): PoolHolder[] => {
    if (holder.kind === 'guest') return []
    const unseen = holder.kind === 'unseen' && !pool.holdersRead
    const wants = unseen ? Pages(Math.max(holder.pages - guests, 0)) : holder.pages
    const takes = Pages(Math.min(wants, free))
    free = minus(free, takes)
    const again = holder.kind === 'process' ? { ...holder, pid: undefined } : holder
    return takes > 0 ? [{ ...again, pages: takes }] : []
  })
  return { ...pool, total, free, surplus: Pages(0), holders }
}

/** What the compute reports: pools of other sizes take from, and give to, the smallest of their cell. */
function reported(host: Host, { pools: pages }: Reboot): Host {
  const service = host.service && { ...host.service, up: true }
  const { nova } = host
  if (!nova || typeof nova.cells === 'string') return { ...host, service }
  return { ...host, service, nova: { ...nova, cells: nova.cells.map((cell) => cellWith(cell, pages)) } }
}

function cellWith(cell: HostCell, pages: Reboot['pools']): HostCell {
  const [base, ...huge] = cell.mempages
  if (!base) return cell
  const now = huge.map((pool) => ({
    ...pool,
    total: pages.findLast((one) => one.cell === cell.id && one.size === pool.size)?.count ?? pool.total,
  }))
  const memoryIn = (pools: typeof huge) => sum(pools.map(({ total, size }) => memoryOf(total, size)))
  const given = minus(memoryIn(huge), memoryIn(now))
  const total = Pages(base.total + Math.trunc(given / base.size))
  return { ...cell, mempages: [{ ...base, total }, ...now] }
}

function returned(
  cloud: Cloud,
  guest: Guest,
  host: HostId,
  resumes: boolean,
): Returning & { readonly cloud: Cloud } {
  const { id, topology } = guest
  const vmState = guest.vmState === 'active' ? 'stopped' : guest.vmState
  const off = { ...guest, host, vmState, powerState: 4 }
  if (!resumes) return { guest: id, start: undefined, cloud: withGuestAs(cloud, off) }
  if (topology === 'not read')
    return { guest: id, start: startNotKnown(host, guest), cloud: withGuestAs(cloud, off) }
  const on = { ...guest, host, topology, powerState: 1 }
  const start = startOn(cloud, host, on)
  if (start.outcome === 'starts') return { guest: id, start, cloud: withStarted(withGuestAs(cloud, on), on) }
  const failed = start.outcome === 'refuses' ? { ...off, vmState: 'error' } : off
  return { guest: id, start, cloud: withGuestAs(cloud, failed) }
}
