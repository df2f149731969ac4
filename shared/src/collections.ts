export type NonEmpty<T> = readonly [T, ...T[]]

export const isNonEmpty = <T>(all: readonly T[]): all is NonEmpty<T> => all.length > 0

/** Items by key, in the order first met. */
export function groupBy<K, T>(all: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of all) {
    const k = key(item)
    const group = groups.get(k)
    if (group) group.push(item)
    else groups.set(k, [item])
  }
  return groups
}

/** A function of one value that is never changed, asked once for each. */
export function memo<K extends object, V>(of: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>()
  return (key) => {
    const before = known.get(key)
    if (before) return before.value
    const value = of(key)
    known.set(key, { value })
    return value
  }
}

/**
 * A map seen through a few changes: reading costs one look-up more, and a change costs the number of changes so far,
 * never the size of the base. (The idea is cluster-autoscaler's delta store.)
 */
export class Overlay<K, V> {
  private constructor(
    private readonly base: ReadonlyMap<K, V>,
    private readonly changes: ReadonlyMap<K, V | undefined>,
  ) {}

  static over<K, V>(base: ReadonlyMap<K, V>): Overlay<K, V> {
    return new Overlay(base, new Map())
  }

  get(key: K): V | undefined {
    return this.changes.has(key) ? this.changes.get(key) : this.base.get(key)
  }

  with(key: K, value: V): Overlay<K, V> {
    return new Overlay(this.base, new Map(this.changes).set(key, value))
  }

  /** Many changes for the cost of one copy. */
  withAll(entries: Iterable<readonly [K, V]>): Overlay<K, V> {
    const changes = new Map<K, V | undefined>(this.changes)
    for (const [key, value] of entries) changes.set(key, value)
    return new Overlay(this.base, changes)
  }

  without(key: K): Overlay<K, V> {
    return new Overlay(this.base, new Map(this.changes).set(key, undefined))
  }

  /** Keys of what was changed, added or taken away. */
  changed(): Iterable<K> {
    return this.changes.keys()
  }

  /** Base entries in their order, changed ones in place, added ones last. */
  *entries(): IterableIterator<[K, V]> {
    for (const [key, value] of this.base) {
      const now = this.changes.has(key) ? this.changes.get(key) : value
      if (now !== undefined) yield [key, now]
    }
    for (const [key, value] of this.changes) {
      if (value !== undefined && !this.base.has(key)) yield [key, value]
    }
  }

  *values(): IterableIterator<V> {
    for (const [, value] of this.entries()) yield value
  }
}
