import type { PageSize, PoolBooks } from '@headroom/shared'

/** What the host's book says of one page size of one cell, in pages. The parts below `total` sum to it. */
export interface HostPool {
  readonly total: number
  /** Held by guests that Nova has on this host. */
  readonly claimed: number
  /** Held by anybody else who was seen. */
  readonly thirdParty: number
  /** In use, processes were looked at, and nobody visible has them. */
  readonly unseen: number
  /** In use, and processes were not looked at. */
  readonly notRead: number
  readonly free: number
}

/** What Nova's book says of it. */
export interface NovaPool {
  readonly total: number
  readonly used: number
  readonly reserved: number
}

/** One page size of one cell (or a sum over cells) on both books. A book that was not read is undefined. */
export interface BarBooks {
  readonly size: PageSize
  readonly nova: NovaPool | undefined
  readonly host: HostPool | undefined
}

/** Free by Nova's book. Below zero where more is booked than there is. */
export const novaFree = (nova: NovaPool): number => nova.total - nova.used - nova.reserved

/**
 * Pages Nova would promise beyond what the host has free; below zero, those it will not use. Who has booked too much
 * promises nothing. Undefined with one book.
 */
export const promisedBeyond = ({ nova, host }: BarBooks): number | undefined =>
  nova && host ? Math.max(novaFree(nova), 0) - host.free : undefined

export type Stand = 'agree' | 'phantom' | 'hidden' | 'not known'

/** How the two books of a pool stand to each other. */
export function standOf(books: BarBooks): Stand {
  const beyond = promisedBeyond(books)
  if (beyond === undefined) return 'not known'
  return beyond > 0 ? 'phantom' : beyond < 0 ? 'hidden' : 'agree'
}

/** What a bar shows of a pool. */
export const barBooks = ({ size, nova, kernel, held }: PoolBooks): BarBooks => ({
  size,
  nova,
  host: kernel && {
    total: kernel.total,
    claimed: held.claimed,
    thirdParty: held.thirdParty,
    unseen: held.unseen,
    notRead: held.notRead,
    free: kernel.free,
  },
})

const addHost = (a: HostPool, b: HostPool): HostPool => ({
  total: a.total + b.total,
  claimed: a.claimed + b.claimed,
  thirdParty: a.thirdParty + b.thirdParty,
  unseen: a.unseen + b.unseen,
  notRead: a.notRead + b.notRead,
  free: a.free + b.free,
})

const addNova = (a: NovaPool, b: NovaPool): NovaPool => ({
  total: a.total + b.total,
  used: a.used + b.used,
  reserved: a.reserved + b.reserved,
})

const both = <T>(add: (a: T, b: T) => T, a: T | undefined, b: T | undefined): T | undefined =>
  a && b && add(a, b)

/**
 * Pools of one size added up over cells that were read on both books. What one cell promises too much another does not
 * make good, so the two kinds of difference are summed apart.
 */
export interface BarSum extends BarBooks {
  readonly cells: number
  readonly phantom: number
  readonly hidden: number
  /** Of `hidden`, pages that configuration sets aside. */
  readonly idle: number
}

/** Pages that configuration sets aside and nobody holds. */
export const idleReserve = (books: BarBooks): number =>
  Math.min(books.nova?.reserved ?? 0, Math.max(-(promisedBeyond(books) ?? 0), 0))

const counted = (books: BarBooks): BarSum => {
  const beyond = promisedBeyond(books) ?? 0
  return {
    ...books,
    cells: 1,
    phantom: Math.max(beyond, 0),
    hidden: Math.max(-beyond, 0),
    idle: idleReserve(books),
  }
}

/** Undefined where no cell has both books. */
export const sumOfPools = (pools: readonly BarBooks[]): BarSum | undefined =>
  pools
    .filter(({ nova, host }) => nova && host)
    .map(counted)
    .reduce<BarSum | undefined>(
      (sum, pool) =>
        sum
          ? {
              size: sum.size,
              nova: both(addNova, sum.nova, pool.nova),
              host: both(addHost, sum.host, pool.host),
              cells: sum.cells + pool.cells,
              phantom: sum.phantom + pool.phantom,
              hidden: sum.hidden + pool.hidden,
              idle: sum.idle + pool.idle,
            }
          : pool,
      undefined,
    )

/** Pools of one size of which the same one book was read, added up; undefined for none. */
export const sumOfOneBook = (pools: readonly BarBooks[]): BarBooks | undefined =>
  pools.reduce<BarBooks | undefined>(
    (sum, { size, nova, host }) =>
      sum
        ? { size, nova: both(addNova, sum.nova, nova), host: both(addHost, sum.host, host) }
        : { size, nova, host },
    undefined,
  )

/** A line of the table that stands beside the bar; undefined where a book has no such line or was not read. */
export interface BookLine {
  readonly name: 'claimed' | 'third party' | 'holder unseen' | 'holder not read' | 'free' | 'total'
  readonly nova: number | undefined
  readonly host: number | undefined
  readonly difference: number | undefined
}

/** Both books line by line. Nova's word for what others hold is `reserved`. Lines nobody has are left out. */
export function bookLines({ nova, host }: BarBooks): readonly BookLine[] {
  const line = (name: BookLine['name'], n: number | undefined, h: number | undefined): BookLine => ({
    name,
    nova: n,
    host: h,
    difference: nova && host ? (h ?? 0) - (n ?? 0) : undefined,
  })
  const known = !host || host.notRead === 0
  return [
    line('claimed', nova?.used, known ? host?.claimed : undefined),
    line('third party', nova?.reserved, known ? host?.thirdParty : undefined),
    ...(host?.unseen ? [line('holder unseen', undefined, host.unseen)] : []),
    ...(host?.notRead ? [line('holder not read', undefined, host.notRead)] : []),
    line('free', nova && novaFree(nova), host?.free),
    line('total', nova?.total, host?.total),
  ].map((one) =>
    known || one.name === 'free' || one.name === 'total' ? one : { ...one, difference: undefined },
  )
}
