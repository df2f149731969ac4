import type { CellId } from '../model/ids.ts'
import { exceeds, minus, type PageSize, Pages, plus, sum } from '../units.ts'
import type { Binding } from './domain.ts'
import { type Findings, gapOf, nothing, qemuSays, refused, remarked, unknown } from './findings.ts'
import { promisedOf, surplusRoom } from './observe.ts'
import type { NodePool, Reality } from './reality.ts'
import type { Refusal, Words } from './refusal.ts'

/** Pages that backends of one launch have taken, or been promised, so far. */
export interface Taken {
  /** By node and size. */
  readonly pages: ReadonlyMap<string, Pages>
  readonly promised: ReadonlyMap<PageSize, Pages>
}

export const nothingTaken: Taken = { pages: new Map(), promised: new Map() }

/** What one backend wants of a pool. */
export interface Wish {
  readonly size: PageSize
  readonly needed: Pages
  readonly binding: Binding
  readonly preallocated: boolean
  readonly reserved: boolean
}

/** A node's pool, and what the launch has left of it. */
interface Place {
  readonly node: CellId
  readonly pool: NodePool
  readonly left: Pages
}

/** Part of a wish as one node serves it. */
export interface Part {
  readonly node: CellId
  readonly pages: Pages
}

const noMap = qemuSays('unable to map backing store for guest RAM: Cannot allocate memory')
const badAddress = qemuSays('qemu_prealloc_mem: preallocating memory failed: Bad address')

/**
 * What the kernel says when huge pages are mapped and then taken (mm/hugetlb.c: hugetlb_acct_memory,
 * dequeue_hugetlb_folio_vma). mmap asks whether the nodes the task may use have the pages together and whether the
 * machine has them beside what it promised; where they come from is then the mapping's own policy.
 */
export function mapPages(
  reality: Reality,
  wish: Wish,
  allowed: readonly CellId[] | undefined,
  taken: Taken,
): readonly [Findings, Taken] {
  const { size, needed, binding, preallocated, reserved } = wish
  const promised = plus(promisedOf(reality, size) ?? Pages(0), taken.promised.get(size) ?? Pages(0))
  const mayUse = (node: CellId) => allowed?.includes(node) ?? true
  const isOwn = (node: CellId) => mayUse(node) && (binding.mode !== 'strict' || binding.nodes.includes(node))
  const all = placesOf(reality, size, taken)
  const ask = { reality, wish, all }

  const confined = allowed && reserved ? serve({ ...ask, on: mayUse, words: noMap }) : nothing
  const machine = reserved ? serve({ ...ask, promised, words: noMap }) : nothing
  const filled = serve({ ...ask, on: isOwn, words: preallocated ? badAddress : undefined })
  const stopped = [confined, machine, preallocated ? filled : nothing].find(
    ({ refusals, gaps }) => refusals.length + gaps.length > 0,
  )
  if (stopped) return [stopped, taken]

  const own = all.filter(({ node }) => isOwn(node))
  const parts = spread(needed, binding, own)
  const moment = preallocated ? 'start' : 'touch'
  const killed = preallocated ? [] : filled.refusals.map((why) => ({ ...why, moment }) as const)
  const surplus = [machine, confined, filled].flatMap(({ remarks }) => remarks).slice(0, 1)
  const remarks = [...killed, ...surplus, ...borrowed(wish, moment, parts)]
  const unread = reserved && promisedOf(reality, size) === undefined
  return [
    { ...remarked(...remarks), assumes: unread ? [gapOf(reality, 'reserved pages')] : [] },
    preallocated
      ? { ...taken, pages: added(taken.pages, parts, size) }
      : {
          ...taken,
          promised: reserved
            ? new Map(taken.promised).set(size, plus(taken.promised.get(size) ?? Pages(0), needed))
            : taken.promised,
        },
  ]
}

/** Where a wish's pages would come from now, as far as they are there. */
export const partsOf = (reality: Reality, { size, needed, binding }: Wish): readonly Part[] =>
  spread(
    needed,
    binding,
    placesOf(reality, size, nothingTaken).filter(
      ({ node }) => binding.mode !== 'strict' || binding.nodes.includes(node),
    ),
  )

interface Ask {
  readonly reality: Reality
  readonly wish: Wish
  readonly all: readonly Place[]
  /** Which nodes are asked; all of them where it is the machine as a whole. */
  readonly on?: (node: CellId) => boolean
  readonly promised?: Pages
  readonly words: Words | undefined
}

/** Whether the nodes asked have what is wanted beside what is promised: if not, who has it and what is said. */
function serve({ reality, wish, all, on, promised = Pages(0), words }: Ask): Findings {
  const { size, needed, preallocated } = wish
  const asked = on ?? (() => true)
  const from = all.filter(({ node }) => asked(node))
  const free = freeIn(from)
  const missing = minus(plus(needed, promised), free)
  if (missing <= 0) return nothing
  const room = surplusRoom(reality, size)
  if (!exceeds(missing, room)) {
    const moment = preallocated ? 'start' : 'touch'
    return remarked({ kind: 'needs-surplus', moment, words: undefined, size, pages: missing, room })
  }
  const unread = reality.nodes.find(
    ({ id, memory, pools }) => asked(id) && memory !== 0 && !pools.some((pool) => pool.size === size),
  )
  if (unread) return unknown(gapOf(reality, `node${unread.id}/hugepages-${size}kB`))
  return refused({
    kind: 'pool-short',
    moment: 'start',
    words,
    node: on && from.length === 1 ? from[0]?.node : undefined,
    size,
    needed,
    free,
    total: sum(from.map(({ pool }) => pool.total)),
    promised,
    holders: from.flatMap(({ pool }) => pool.holders),
    elsewhere: on
      ? all
          .filter(({ node, left }) => !asked(node) && !exceeds(needed, left))
          .map(({ node, left }) => ({ node, free: left }))
      : [],
  })
}

const freeIn = (places: readonly Place[]): Pages => sum(places.map(({ left }) => left))

const placesOf = (reality: Reality, size: PageSize, { pages }: Taken): readonly Place[] =>
  reality.nodes.flatMap(({ id, pools }) =>
    pools
      .filter((pool) => pool.size === size)
      .map((pool) => ({
        node: id,
        pool,
        left: minus(pool.free, pages.get(`${id} ${size}`) ?? Pages(0)),
      })),
  )

/** The binding's nodes first, in equal turns where it interleaves; what they lack comes from the others. */
function spread(needed: Pages, { mode, nodes }: Binding, from: readonly Place[]): readonly Part[] {
  const wanted = from.filter(({ node }) => nodes.includes(node))
  const rest = from.filter(({ node }) => !nodes.includes(node))
  const turns = mode === 'interleave' ? inTurns(needed, wanted) : []
  let open: number = minus(needed, sum(turns.map(({ pages }) => pages)))
  const inOrder = (mode === 'interleave' ? rest : [...wanted, ...rest]).map(({ node, left }) => {
    const pages = Pages(Math.min(open, left))
    open -= pages
    return { node, pages }
  })
  return [...turns, ...inOrder].filter(({ pages }) => pages > 0)
}

/** Equal shares; what a full node cannot give, the others do. */
function inTurns(needed: Pages, places: readonly Place[]): readonly Part[] {
  const shares = new Map(places.map(({ node }) => [node, 0]))
  let open: number = needed
  let able = places
  while (open > 0 && able.length > 0) {
    const share = Math.max(1, Math.floor(open / able.length))
    for (const { node, left } of able) {
      const given = Math.min(share, left - (shares.get(node) ?? 0), open)
      shares.set(node, (shares.get(node) ?? 0) + given)
      open -= given
    }
    able = able.filter(({ node, left }) => left > (shares.get(node) ?? 0))
  }
  return places.map(({ node }) => ({ node, pages: Pages(shares.get(node) ?? 0) }))
}

/** Pages that come from other nodes than a binding names, or from these in other shares. */
function borrowed(
  { size, needed, binding: { mode, nodes } }: Wish,
  moment: 'start' | 'touch',
  parts: readonly Part[],
): readonly Refusal[] {
  if (mode !== 'preferred' && mode !== 'interleave') return []
  const most = mode === 'interleave' ? Math.ceil(needed / Math.max(1, nodes.length)) : needed
  const beyond = parts.map(({ node, pages }) => (nodes.includes(node) ? Math.max(0, pages - most) : pages))
  const elsewhere = Pages(beyond.reduce((all, pages) => all + pages, 0))
  return elsewhere > 0
    ? [{ kind: 'pages-elsewhere', moment, words: undefined, mode, nodes, size, needed, elsewhere }]
    : []
}

function added(taken: Taken['pages'], parts: readonly Part[], size: PageSize): Taken['pages'] {
  const after = new Map(taken)
  for (const { node, pages } of parts) {
    const key = `${node} ${size}`
    after.set(key, plus(after.get(key) ?? Pages(0), pages))
  }
  return after
}
