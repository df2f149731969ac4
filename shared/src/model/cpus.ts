/**
 * CPU ids in ascending order, each once.
 *
 * Nova holds sets whose iteration order follows CPython's hash table, so which thread of a core it takes is not
 * defined by Nova itself; ascending order is one of the answers it may give.
 */
export type CpuSet = readonly number[]

export const cpuSet = (ids: Iterable<number>): CpuSet => inOrder([...ids])

/** Sorts the array itself: few ids without `sort`, which copies them. */
function inOrder(ids: number[]): CpuSet {
  if (isCpuSet(ids)) return ids
  if (ids.length > few) ids.sort((a, b) => a - b)
  else {
    for (let next = 1; next < ids.length; next += 1) {
      const id = ids[next] as number
      let at = next
      for (; at > 0 && (ids[at - 1] as number) > id; at -= 1) ids[at] = ids[at - 1] as number
      ids[at] = id
    }
  }
  return isCpuSet(ids) ? ids : ids.filter((id, at) => id !== ids[at - 1])
}

const few = 32

function isCpuSet(ids: readonly number[]): boolean {
  for (let at = 1; at < ids.length; at += 1) {
    if ((ids[at - 1] as number) >= (ids[at] as number)) return false
  }
  return true
}

/** The same as `holds` of ids in any order. */
function holderOf(ids: readonly number[]): (id: number) => boolean {
  if (isCpuSet(ids)) return (id) => holds(ids, id)
  const there = new Set(ids)
  return (id) => there.has(id)
}

/** Keeps the order of the one, whatever that of the other. */
export function within(set: CpuSet, other: readonly number[]): CpuSet {
  const isThere = holderOf(other)
  return set.filter(isThere)
}

export function without(set: CpuSet, other: readonly number[]): CpuSet {
  const isThere = holderOf(other)
  return set.filter((id) => !isThere(id))
}

/** How many of the one the other does not have. */
export function countWithout(set: CpuSet, other: CpuSet): number {
  if (other.length === 0) return set.length
  let count = 0
  let alike = 0
  while (isSameRun(set, other, alike)) alike += run
  while (alike < set.length && set[alike] === other[alike]) alike += 1
  let at = alike
  for (let index = alike; index < set.length; index += 1) {
    const id = set[index] as number
    while (at < other.length && (other[at] as number) < id) at += 1
    if (other[at] !== id) count += 1
  }
  return count
}

const run = 8

/** Whether both have the same ids from there on, each one more than the last: seen by the ends of the run. */
function isSameRun(set: CpuSet, other: CpuSet, at: number): boolean {
  const end = at + run - 1
  if (end >= set.length || end >= other.length) return false
  const first = set[at] as number
  return set[end] === first + run - 1 && other[at] === first && other[end] === set[end]
}

/** Ids come in runs mostly: the place that the first run or the last would give it is looked at before others. */
export function holds(set: CpuSet, id: number): boolean {
  const past = set.length
  const ahead = id - (set[0] as number)
  const behind = past === 0 ? Number.NaN : past - 1 - ((set[past - 1] as number) - id)
  if (!(ahead >= 0 && behind < past)) return false
  if ((ahead < past && set[ahead] === id) || (behind >= 0 && set[behind] === id)) return true
  let low = 0
  let high = set.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const there = set[middle] as number
    if (there === id) return true
    if (there < id) low = middle + 1
    else high = middle - 1
  }
  return false
}

export const same = (one: CpuSet, other: CpuSet): boolean =>
  one === other || (one.length === other.length && countWithout(one, other) === 0)

/** Ids in any order, and merged in one walk where they are in theirs. */
export function union(set: readonly number[], other: readonly number[]): CpuSet {
  const all: number[] = []
  let at = 0
  for (const id of set) {
    for (let next = other[at]; next !== undefined && next <= id; next = other[at]) {
      if (next < id) all.push(next)
      at += 1
    }
    all.push(id)
  }
  for (; at < other.length; at += 1) all.push(other[at] as number)
  return inOrder(all)
}

/** As the kernel writes a cpulist: `0-3,8`. Empty for no CPU. */
export function formatCpus(set: CpuSet): string {
  const runs: [number, number][] = []
  for (const id of set) {
    const last = runs.at(-1)
    if (last && last[1] === id - 1) last[1] = id
    else runs.push([id, id])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

/** Reads the kernel's cpulist form (`0-3,8`); undefined for anything else. */
export function parseCpus(text: string): CpuSet | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const ids: number[] = []
  for (const part of trimmed.split(',')) {
    const range = /^(\d+)(?:-(\d+))?$/.exec(part.trim())
    if (!range) return undefined
    const from = Number(range[1])
    const to = Number(range[2] ?? range[1])
    if (to < from || to - from > 65_535) return undefined
    for (let id = from; id <= to; id += 1) ids.push(id)
  }
  return cpuSet(ids)
}

/** Each core once, by its first thread, from each thread's list of siblings; undefined where there is none. */
export function coresOf(threads: readonly CpuSet[]): readonly CpuSet[] | undefined {
  const cores = new Map(threads.filter((set) => set.length > 0).map((set) => [formatCpus(set), set]))
  return cores.size === 0 ? undefined : [...cores.values()].sort(([a = 0], [b = 0]) => a - b)
}
