/*
 * The order in which CPython 3.8 and later walks a set. Nova lists the cores of a cell in the order of a set of tuples,
 * and cores are taken from the front of that list. Older Pythons hash tuples otherwise; a stored row has the order that
 * was.
 */

const mask64 = (1n << 64n) - 1n

/** Objects/tupleobject.c: tuplehash, xxHash's mixing. Elements are non-negative ints, which hash to themselves. */
export function tupleHash(ids: readonly number[]): bigint {
  const [prime1, prime2, prime5] = [11400714785074694791n, 14029467366897019727n, 2870177450012600261n]
  let hash = prime5
  for (const id of ids) {
    hash = (hash + BigInt(id) * prime2) & mask64
    hash = ((hash << 31n) | (hash >> 33n)) & mask64
    hash = (hash * prime1) & mask64
  }
  return (hash + (BigInt(ids.length) ^ prime5 ^ 3527539n)) & mask64
}

/** Slots looked at one after another before the search jumps, where so many are left in the table. */
const LINEAR_PROBES = 9

/** Objects/setobject.c: distinct items, given in the order they are added, in the order a walk meets them. */
export function inSetOrder<T>(items: readonly T[], hashOf: (item: T) => bigint): readonly T[] {
  let table: (T | undefined)[] = new Array(8).fill(undefined)
  let used = 0
  for (const item of items) {
    table[freeSlot(table, hashOf(item))] = item
    used += 1
    if (used * 5 >= (table.length - 1) * 3) table = grown(table, used * 4, hashOf)
  }
  return table.filter((item) => item !== undefined)
}

/**
 * Objects/setobject.c: set_merge. The order in which a walk meets the items of a copied set, given in its order: a table
 * of the same size is copied as it is, into any other the items are put one after another.
 */
export function inCopyOrder<T>(items: readonly T[], hashOf: (item: T) => bigint): readonly T[] {
  const least = items.length * 5 >= 21 ? items.length * 2 : 7
  if (tableSize(least) === sizeWhenFilled(items.length)) return items
  return grown(items, least, hashOf).filter((item) => item !== undefined)
}

/** Slots of a table to which so many items were added. */
function sizeWhenFilled(items: number): number {
  let size = 8
  for (let used = 1; used <= items; used += 1) if (used * 5 >= (size - 1) * 3) size = tableSize(used * 4)
  return size
}

function tableSize(least: number): number {
  let size = 8
  while (size <= least) size *= 2
  return size
}

function grown<T>(table: readonly (T | undefined)[], least: number, hashOf: (item: T) => bigint) {
  const larger: (T | undefined)[] = new Array(tableSize(least)).fill(undefined)
  for (const item of table) if (item !== undefined) larger[freeSlot(larger, hashOf(item))] = item
  return larger
}

function freeSlot(table: readonly unknown[], hash: bigint): number {
  const mask = BigInt(table.length - 1)
  let perturb = hash
  let slot = Number(hash & mask)
  for (;;) {
    const last = slot + LINEAR_PROBES <= table.length - 1 ? slot + LINEAR_PROBES : slot
    for (let probe = slot; probe <= last; probe += 1) if (table[probe] === undefined) return probe
    perturb >>= 5n
    slot = Number((BigInt(slot) * 5n + 1n + perturb) & mask)
  }
}
