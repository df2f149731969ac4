import { groupBy } from '../collections.ts'
import type { NodePool, PoolHolder } from '../reality/reality.ts'
import { minus, Pages, plus } from '../units.ts'
import type { NovaPool, PoolBooks, Suspect } from './divergence.ts'

type BothPools = PoolBooks & { readonly nova: NovaPool; readonly kernel: NodePool }

/**
 * Both books are sums, so their difference is one too: what the pool's size differs by, what others hold beyond what is
 * reserved for them, what each guest holds otherwise than it is booked, what the row has in use for nobody. Parts that
 * point the way the books differ come first, largest first; those that hide some of it follow.
 *
 * @param difference Nova's free, at least zero, less the kernel's: above zero Nova promises too much.
 */
export function suspectsOf(pool: BothPools, difference: number): Suspect[] {
  const isLeading = ({ explains }: Suspect) => Math.sign(explains) === Math.sign(difference)
  return [resized(pool), unlisted(pool), ...ofGuests(pool), overbooked(pool)]
    .filter(({ explains }) => explains !== 0)
    .sort(
      (a, b) => Number(isLeading(b)) - Number(isLeading(a)) || Math.abs(b.explains) - Math.abs(a.explains),
    )
}

const resized = ({ nova, kernel }: BothPools): Suspect => ({
  kind: 'pool-resized',
  explains: nova.total - kernel.total,
  booked: nova.total,
  now: kernel.total,
})

const isRead = ({ held }: BothPools): boolean => held.notRead === 0

const inUse = ({ kernel }: BothPools): Pages => minus(kernel.total, kernel.free)

/**
 * What others hold beyond what is reserved. Where processes were not looked at, Nova's guests are taken to hold what is
 * booked for them, and the rest of the use is somebody's.
 */
function unlisted(pool: BothPools): Suspect {
  const { nova, held } = pool
  const others = isRead(pool)
    ? plus(held.thirdParty, held.unseen)
    : Pages(Math.max(0, minus(inUse(pool), nova.used)))
  const explains = minus(others, nova.reserved)
  if (explains < 0) return { kind: 'reserved-too-much', explains, reserved: nova.reserved, held: others }
  const holders: readonly PoolHolder[] = isRead(pool) ? held.others : [{ kind: 'unseen', pages: others }]
  return { kind: 'unlisted-consumer', explains, holders, pages: explains }
}

function ofGuests(pool: BothPools): Suspect[] {
  const { nova, entries, kernel, held } = pool
  if (!isRead(pool)) {
    const use = inUse(pool)
    return [
      {
        kind: 'booked-not-held',
        explains: Math.min(0, minus(use, nova.used)),
        booked: nova.used,
        held: use,
      },
    ]
  }
  const booked = entries.flatMap(({ consumer, amount }) =>
    consumer.kind === 'guest' ? [{ consumer, amount }] : [],
  )
  const claims = kernel.holders.filter((holder) => !held.others.includes(holder))
  const heldBy = new Map(claims.flatMap((one) => (one.kind === 'guest' ? [[one.guest, one]] : [])))
  const byGuest = groupBy(booked, ({ consumer }) => consumer.guest)
  const idle = new Set(held.idle.map(({ guest }) => guest))
  const listed = [...byGuest].map(([guest, all]): Suspect => {
    const pages = Pages(all.reduce((total, { amount }) => total + amount, 0))
    const holds = heldBy.get(guest)?.pages ?? Pages(0)
    const name = all[0]?.consumer.name ?? guest
    const explains = minus(holds, pages)
    if (all.some(({ consumer }) => consumer.role !== 'running')) {
      return { kind: 'counted-twice', explains, guest, name }
    }
    return idle.has(guest)
      ? { kind: 'guest-not-running', explains, guest, name, pages }
      : { kind: 'guest-holds-otherwise', explains, guest, name, booked: pages, held: holds }
  })
  const unbooked = [...heldBy.values()]
    .filter(({ guest }) => !byGuest.has(guest))
    .map(
      ({ guest, name, pages }): Suspect => ({
        kind: 'guest-holds-otherwise',
        explains: pages,
        guest,
        name,
        booked: Pages(0),
        held: pages,
      }),
    )
  const beyond = nova.used - booked.reduce((total, { amount }) => total + amount, 0)
  return [...listed, ...unbooked, { kind: 'stored-beyond-guests', explains: -beyond, amount: beyond }]
}

const overbooked = ({ nova }: BothPools): Suspect => {
  const by = Math.max(0, -nova.free)
  return { kind: 'overbooked', explains: by, by }
}
