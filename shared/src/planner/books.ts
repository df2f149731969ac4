import { divergences } from '../divergence/compare.ts'
import type { PoolBooks, PoolDivergence } from '../divergence/divergence.ts'
import { type BothBooks, poolBooks } from '../divergence/pools.ts'
import type { HostId } from '../model/ids.ts'
import { type Cloud, guestsOn, realityOf, rulesOf } from './cloud.ts'
import { novaBookOf } from './nova-book.ts'

/** One host by both books, as a plan has left it. Throws for a host the cloud does not have. */
export function booksOf(cloud: Cloud, id: HostId): BothBooks {
  const host = cloud.hosts.get(id)
  const { ledger, state } = novaBookOf(cloud, id)
  return {
    host: id,
    rules: host ? rulesOf(cloud, host) : cloud.release.rules,
    cells: typeof state.cells === 'string' ? undefined : state.cells,
    ledger,
    reality: realityOf(cloud, id),
    guests: cloud.snapshot.guestsListed ? guestsOn(cloud, id).map((guest) => guest.id) : undefined,
  }
}

/** Every page size of every cell of a host on both books. */
export const poolsOf = (cloud: Cloud, id: HostId): PoolBooks[] => poolBooks(booksOf(cloud, id))

/** Where the two books of any host give different room. */
export const compare = (cloud: Cloud): PoolDivergence[] =>
  [...cloud.hosts.values()].flatMap(({ id }) => divergences(poolsOf(cloud, id)))
