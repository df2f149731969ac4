import type { NodePool, PoolHolder } from '../reality/reality.ts'
import { minus, Pages, plus } from '../units.ts'
import type { NovaPool, PoolBooks, Suspect } from './divergence.ts'

type BothPools = PoolBooks & { readonly nova: NovaPool; readonly kernel: NodePool }

/**
 * Both books are sums, so their difference is one too: what the pool's size differs by, what others hold beyond what is
 * reserved for them, and what guests are booked with and do not hold. Each part that points the way the books differ
 * is a suspect; together they explain the difference exactly. Largest first.
 *
 * @param difference Nova's free less the kernel's: above zero Nova promises too much, below it too little.
 */
export function suspectsOf(pool: BothPools, difference: number): Suspect[] {
  return [resized(pool), unlisted(pool), ...notRunning(pool)]
    .filter(({ amount }) => Math.sign(amount) === Math.sign(difference))
    .sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
    .map(({ suspect }) => suspect)
}

/** A cause, and by how many pages it lets Nova's free exceed the kernel's. */
interface Part {
  readonly amount: number
  readonly suspect: Suspect
}

const resized = ({ nova, kernel }: BothPools): Part => ({
  amount: nova.total - kernel.total,
  suspect: { kind: 'pool-resized', booked: nova.total, now: kernel.total },
})

/**
 * What others hold beyond what is reserved. Where processes were not looked at, Nova's guests are taken to hold what is
 * booked for them, and the rest of the use is somebody's.
 */
function unlisted({ nova, kernel, held }: BothPools): Part {
  const read = held.notRead === 0
  const others = read
    ? plus(held.thirdParty, held.unseen)
    : Pages(Math.max(0, kernel.total - kernel.free - nova.used))
  const amount = minus(others, nova.reserved)
  if (amount < 0) {
    return { amount, suspect: { kind: 'reserved-too-much', reserved: nova.reserved, held: others } }
  }
  const holders: readonly PoolHolder[] = read ? held.others : [{ kind: 'unseen', pages: others }]
  return { amount, suspect: { kind: 'unlisted-consumer', holders, pages: amount } }
}

const notRunning = ({ held }: BothPools): Part[] =>
  held.idle.map((guest) => ({ amount: -guest.pages, suspect: { kind: 'guest-not-running', ...guest } }))
