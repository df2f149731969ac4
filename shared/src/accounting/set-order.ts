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

const removed: unique symbol = Symbol('removed')

/**
 * Objects/setobject.c: a set is a table, and a walk goes through its slots. Which slot an item has follows from its hash,
 * from what was there before it and from the size of the table, and so from how the set came to be.
 */
export interface PythonSet<T> {
  /** By slot; `removed` where an item was, a slot that no walk stops at and no other item gets. */
  readonly slots: readonly (T | typeof removed | undefined)[]
  readonly used: number
  /** Slots not free: of items and of what was removed. */
  readonly fill: number
  /** Items are the same where `===` says so. */
  readonly hashOf: (item: T) => bigint
}

type Table<T> = {
  -readonly [field in keyof PythonSet<T>]: field extends 'slots'
    ? PythonSet<T>[field][number][]
    : PythonSet<T>[field]
}

const SMALLEST_TABLE = 8

const emptyTable = <T>(hashOf: (item: T) => bigint, size = SMALLEST_TABLE): Table<T> => ({
  slots: new Array(size).fill(undefined),
  used: 0,
  fill: 0,
  hashOf,
})

/** `set(items)`, or `add` of one after another. */
export function setOf<T>(items: Iterable<T>, hashOf: (item: T) => bigint): PythonSet<T> {
  const table = emptyTable(hashOf)
  for (const item of items) add(table, item)
  return table
}

/** Of ints, which hash to themselves. */
export const setOfIds = (ids: Iterable<number>): PythonSet<number> => setOf(ids, BigInt)

/** The items, as a walk meets them. */
export const walk = <T>(set: PythonSet<T>): readonly T[] =>
  set.slots.filter((item): item is T => item !== undefined && item !== removed)

/** Distinct items, given in the order they are added, in the order a walk meets them. */
export const inSetOrder = <T>(items: readonly T[], hashOf: (item: T) => bigint): readonly T[] =>
  walk(setOf(items, hashOf))

/** `set(set)` and `set.copy()`. */
export const copyOf = <T>(set: PythonSet<T>): PythonSet<T> => {
  const copy = emptyTable(set.hashOf)
  merge(copy, set)
  return copy
}

/** `set.add(item)`. */
export function including<T>(set: PythonSet<T>, item: T): PythonSet<T> {
  const table = { ...set, slots: [...set.slots] }
  add(table, item)
  return table
}

/** set_or, `one | other`. */
export const eitherOf = <T>(one: PythonSet<T>, other: PythonSet<T>): PythonSet<T> => putIn(copyOf(one), other)

/** set_ior, `set |= other`. */
export function putIn<T>(set: PythonSet<T>, other: PythonSet<T>): PythonSet<T> {
  const table = { ...set, slots: [...set.slots] }
  merge(table, other)
  return table
}

/** set_intersection, `one & other`: the other is walked, unless it is the larger. */
export function bothOf<T>(one: PythonSet<T>, other: PythonSet<T>): PythonSet<T> {
  const [asked, walked] = other.used > one.used ? [other, one] : [one, other]
  return setOf(
    walk(walked).filter((item) => has(asked, item)),
    one.hashOf,
  )
}

/** set_difference, `one - other`: a set with more than four times as many is copied, and the others are taken out. */
export function firstWithout<T>(one: PythonSet<T>, other: PythonSet<T>): PythonSet<T> {
  if (one.used >> 2 > other.used) return takeOut(copyOf(one), other)
  return setOf(
    walk(one).filter((item) => !has(other, item)),
    one.hashOf,
  )
}

/** set_difference_update, `set -= other`. */
export function takeOut<T>(set: PythonSet<T>, other: PythonSet<T>): PythonSet<T> {
  const gone = new Set<unknown>(walk(other))
  const slots = set.slots.map((item) => (gone.has(item) ? removed : item))
  const used = slots.filter((item) => item !== undefined && item !== removed).length
  const table = { ...set, slots, used }
  if (table.fill - used > (slots.length - 1) >> 2) resize(table, used * 4)
  return table
}

const has = <T>(set: PythonSet<T>, item: T): boolean => set.slots[slotFor(set, item, 'to find it')] === item

function add<T>(table: Table<T>, item: T): void {
  const slot = slotFor(table, item, 'to put it')
  const there = table.slots[slot]
  if (there === item) return
  table.slots[slot] = item
  table.used += 1
  if (there === undefined) table.fill += 1
  if (table.fill * 5 >= (table.slots.length - 1) * 3) resize(table, table.used * 4)
}

/** set_merge. A table of the same size is copied as it is, into any other the items are put one after another. */
function merge<T>(into: Table<T>, from: PythonSet<T>): void {
  if (from.used === 0) return
  if ((into.fill + from.used) * 5 >= (into.slots.length - 1) * 3) resize(into, (into.used + from.used) * 2)
  if (into.fill === 0 && into.slots.length === from.slots.length && from.fill === from.used) {
    into.slots = [...from.slots]
  } else if (into.fill === 0) {
    for (const item of walk(from)) into.slots[slotFor(into, item, 'to put it')] = item
  } else {
    for (const item of walk(from)) add(into, item)
    return
  }
  into.used = from.used
  into.fill = from.used
}

/** set_table_resize: the next power of two above the least, without what was removed. */
function resize<T>(table: Table<T>, least: number): void {
  let size = SMALLEST_TABLE
  while (size <= least) size *= 2
  const larger = emptyTable(table.hashOf, size)
  for (const item of walk(table)) larger.slots[slotFor(larger, item, 'to put it')] = item
  table.slots = larger.slots
  table.fill = table.used
}

/** Slots looked at one after another before the search jumps, where so many are left in the table. */
const LINEAR_PROBES = 9

/**
 * Where the item is, or the first free slot on the way to it, of which a table always has one; to put it there, the last
 * slot passed that another was removed from.
 */
function slotFor<T>({ slots, hashOf }: PythonSet<T>, item: T, what: 'to find it' | 'to put it'): number {
  const last = slots.length - 1
  const mask = BigInt(last)
  let perturb = hashOf(item)
  let slot = Number(perturb & mask)
  let freed: number | undefined
  for (;;) {
    const end = slot + LINEAR_PROBES <= last ? slot + LINEAR_PROBES : slot
    for (let probe = slot; probe <= end; probe += 1) {
      const there = slots[probe]
      if (there === item) return probe
      if (there === undefined) return what === 'to put it' ? (freed ?? probe) : probe
      if (there === removed) freed = probe
    }
    perturb >>= 5n
    slot = Number((BigInt(slot) * 5n + 1n + perturb) & mask)
  }
}
