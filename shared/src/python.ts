/*
 * CPython's sets, where Nova walks one: which of equal CPUs it takes follows the hash table (Objects/setobject.c, 3.7 and
 * later). Small integers are their own hash.
 */

const linearProbes = 9

/** The order in which Python walks a set of these, added one after another. */
export function setOrder(added: readonly number[]): readonly number[] {
  let table = emptyTable(8)
  let used = 0
  for (const id of added) {
    if (!insert(table, id)) continue
    used += 1
    if (used * 5 >= (table.length - 1) * 3) table = grown(table, used)
  }
  return table.filter((id) => id !== undefined)
}

type Table = (number | undefined)[]

const emptyTable = (size: number): Table => new Array<number | undefined>(size).fill(undefined)

function grown(table: Table, used: number): Table {
  const wanted = used > 50_000 ? used * 2 : used * 4
  let size = 8
  while (size <= wanted) size *= 2
  const bigger = emptyTable(size)
  for (const id of table) if (id !== undefined) insert(bigger, id)
  return bigger
}

/** Puts an id into the first slot free on its way; false where it is there already. */
function insert(table: Table, id: number): boolean {
  const mask = table.length - 1
  let perturb = id
  let slot = id & mask
  for (;;) {
    const last = slot + linearProbes <= mask ? slot + linearProbes : slot
    for (let at = slot; at <= last; at += 1) {
      if (table[at] === id) return false
      if (table[at] === undefined) {
        table[at] = id
        return true
      }
    }
    perturb >>>= 5
    slot = (slot * 5 + 1 + perturb) & mask
  }
}
