import {
  briefRejection,
  briefStart,
  type CellId,
  type Cloud,
  type CpuSet,
  cpuSet,
  divergencesOn,
  type Explanation,
  explainGap,
  explainHostRemark,
  explainNextBoot,
  explainStanding,
  explainUntold,
  explainVerdict,
  type Flavor,
  formatCpus,
  type Guest,
  type GuestCell,
  type GuestId,
  type HostId,
  hostRemarksOn,
  type KiB,
  type More,
  memoryOf,
  type NextBoot,
  nameHolder,
  nextBoot,
  type PageSize,
  Pages,
  type PoolBooks,
  type PoolHolder,
  pagesFor,
  type Sentence,
  type Standing,
  type StartVerdict,
  type Verdict,
} from '@headroom/shared'
import { type BarBooks, type BookLine, barBooks, bookLines, novaFree } from '../../components/bar-books.ts'
import {
  type DivergenceRow,
  divergenceRow,
  type FindingTone,
  type Found,
  foundOn,
  headlineOf,
} from '../../components/found.ts'
import { entryLines, type HolderOf, holderLines, type Line } from '../../components/lines.ts'
import { type CellBooks, type HostBooks, poolsIn, type ServiceWord, serviceWord } from '../../worker/books.ts'
import { type RemedyView, remediesOf, remedyText, remedyView } from '../../worker/remedies.ts'
import { type SleeperView, type StormView, sleepersOn, stormView } from './in-time.ts'
import { type WholeLine, wholeLines } from './whole.ts'

export interface PoolView {
  readonly bar: BarBooks
  readonly lines: readonly OpenLine[]
}

/** A line of both books, with what either number is the sum of; empty where it is no sum. */
export interface OpenLine extends BookLine {
  readonly entries: readonly Line[]
  /** Undefined where nobody looked. */
  readonly holders: readonly Line[] | undefined
}

export interface HolderView {
  readonly name: Sentence
  /** Whether Nova has it: a guest it lists, somebody else, or nobody who could be seen. */
  readonly of: 'nova' | 'third party' | 'unseen'
  readonly size: PageSize
  readonly pages: Pages
  readonly memory: KiB
}

export interface CellGuestView {
  readonly id: GuestId
  readonly name: string
  readonly flavor: string
  readonly state: string
  readonly memory: KiB
  /** Undefined where the guest asked for no size. */
  readonly size: PageSize | undefined
  /** Booked by Nova on this cell; undefined where it asked for no size, or for none that divides its memory. */
  readonly pages: Pages | undefined
  /** Pages of that size it holds on this cell of the host; undefined where nobody looked. */
  readonly held: Pages | undefined
  readonly vcpus: number
  /** Host CPUs it is pinned to, as a cpulist; empty for shared CPUs. */
  readonly pins: string
}

export interface CellView {
  readonly id: CellId
  readonly cpus: string
  readonly cpuCount: number
  readonly cores: readonly CoreView[]
  readonly memory: KiB | undefined
  readonly pools: readonly PoolView[]
  readonly holders: readonly HolderView[]
  /** Nobody looked at processes. */
  readonly holdersNotRead: boolean
  readonly guests: readonly CellGuestView[]
}

export interface HostView {
  readonly host: HostId
  readonly zone: string | undefined
  readonly aggregates: readonly string[]
  readonly state: ServiceWord
  /** When Nova's row and the host were read; `'not read'` where there is no such source. */
  readonly novaRead: ReadAt
  readonly hostRead: ReadAt
  readonly tone: FindingTone
  /** The worst divergence with what stands behind it, else how the books stand. */
  readonly first: Explanation
  /** Flavors whose next boot here the host would refuse; a few, the table has them all. */
  readonly failing: readonly Pick<BootView, 'flavor' | 'happens'>[]
  readonly remedies: readonly RemedyView[]
  /** All of them as the text of a file; undefined where there are none. */
  readonly remedyText: string | undefined
  /** All that the two books disagree about, worst first. */
  readonly findings: readonly DivergenceRow[]
  readonly cells: readonly CellView[]
  /** Guests Nova counts on no cell. */
  readonly floating: readonly CellGuestView[]
  /** The whole host, line by line; what a book does not count is undefined. */
  readonly whole: readonly WholeLine[]
  /** What one more of each flavor would come to here. */
  readonly boots: readonly BootView[]
  readonly gaps: readonly Sentence[]
  /** Guests that Nova has here and that do not simply run: what it counts, what they hold, what they take again. */
  readonly sleepers: readonly SleeperView[]
  /** What is peculiar about the host itself. */
  readonly remarks: readonly Sentence[]
  /** How far several guests come that start at once; undefined where nobody looked, or none would. */
  readonly storms: { readonly asleep: StormView | undefined; readonly rebooted: StormView | undefined }
}

export interface BootView {
  readonly flavor: string
  readonly memory: KiB
  readonly vcpus: number
  readonly nova: { readonly answer: Answer; readonly words: Sentence }
  /** Undefined where Nova sends nothing here. */
  readonly host: { readonly answer: Answer; readonly words: Sentence } | undefined
  /** In one sentence. */
  readonly happens: Sentence
  readonly moreByNova: More
  readonly moreByHost: More | undefined
  readonly moreTogether: More
}

export type Answer = 'yes' | 'not as asked' | 'no' | 'unknown'

export type ReadAt =
  | { readonly kind: 'read'; readonly at: string | undefined }
  | { readonly kind: 'not read' }

/** Everything the page of one host shows. */
export function hostView(cloud: Cloud, books: HostBooks): HostView {
  const { snapshot } = cloud
  const { host, guests, reality, cells } = books
  const pools = poolsIn(books)
  const found = foundOn(books, [], divergencesOn(cloud, host.id))
  const remedies = remediesOf(
    found.map(({ of }) => of),
    pools,
  )
  const boots = snapshot.flavors.map((flavor) => bootView(nextBoot(cloud, host.id, flavor), flavor))
  const readAt = (source: string | undefined): ReadAt =>
    source === undefined
      ? { kind: 'not read' }
      : { kind: 'read', at: snapshot.sources.find(({ id }) => id === source)?.readAt }

  return {
    host: host.id,
    zone: host.zone,
    aggregates: snapshot.aggregates.filter(({ hosts }) => hosts.includes(host.id)).map(({ name }) => name),
    state: serviceWord(host),
    novaRead: readAt(host.nova?.source),
    hostRead: readAt(host.observed?.source),
    ...firstOf(found[0], pools, boots),
    remedies: remedies.map(remedyView),
    remedyText: remedyText(host.id, found.map(headlineOf), remedies),
    findings: found.map(divergenceRow),
    cells: cells.map((cell) => cellView(cell, books)),
    floating: guests.filter(({ topology }) => typeof topology === 'string').map(guestView),
    whole: wholeLines(cloud, books),
    boots,
    gaps: [...snapshot.gaps.filter((gap) => gap.host === host.id), ...(reality?.gaps ?? [])]
      .filter((gap, i, all) => all.findIndex(({ what }) => what === gap.what) === i)
      .map(explainGap),
    sleepers: sleepersOn(cloud, host.id),
    remarks: hostRemarksOn(cloud, host.id).map(explainHostRemark),
    storms: {
      asleep: stormView(cloud, host.id, 'asleep'),
      rebooted: stormView(cloud, host.id, 'all after a reboot'),
    },
  }
}

function bootView(
  { nova, start, moreByNova, moreByHost, moreTogether }: NextBoot,
  { name, memory, vcpus }: Flavor,
): BootView {
  return {
    flavor: name,
    memory,
    vcpus,
    nova: novaAnswer(nova),
    host: start && hostAnswer(start),
    happens: explainNextBoot({ nova, start }),
    moreByNova,
    moreByHost,
    moreTogether,
  }
}

function novaAnswer(verdict: Verdict): BootView['nova'] {
  switch (verdict.outcome) {
    case 'fits':
      return { answer: 'yes', words: explainVerdict(verdict) }
    case 'rejected':
      return { answer: 'no', words: briefRejection(verdict.objections[0].reason) }
    case 'unknown':
      return { answer: 'unknown', words: explainVerdict(verdict) }
  }
}

const hostAnswer = (start: StartVerdict): NonNullable<BootView['host']> => ({
  answer:
    start.outcome === 'refuses'
      ? 'no'
      : start.outcome === 'unknown'
        ? 'unknown'
        : start.remarks.length > 0
          ? 'not as asked'
          : 'yes',
  words: briefStart(start),
})

const mostFailing = 3

/** The worst divergence; what Nova is to be told, where its row was not read; without one, a boot that would go wrong; without one, how the books stand. */
function firstOf(
  worst: Found | undefined,
  pools: readonly PoolBooks[],
  boots: readonly BootView[],
): Pick<HostView, 'tone' | 'first' | 'failing'> {
  const refused = boots.filter(({ host }) => host?.answer === 'no')
  const failing = refused.slice(0, mostFailing)
  if (worst) {
    const { tone, headline, details } = divergenceRow(worst)
    return { tone, first: { headline, details }, failing }
  }
  const untold = pools.some(({ nova }) => nova) ? undefined : explainUntold(pools)
  if (untold) return { tone: 'warn', first: untold, failing }
  const risk = refused[0] ?? boots.find(({ host }) => host?.answer === 'not as asked')
  const stands = explainStanding(standing(pools))
  if (!risk) return { tone: 'plain', first: { headline: stands, details: [] }, failing }
  return {
    tone: risk.host?.answer === 'no' ? 'bad' : 'warn',
    first: { headline: [`The next ${risk.flavor}: `, ...risk.happens], details: [stands] },
    failing: failing.slice(1),
  }
}

function standing(pools: readonly PoolBooks[]): Standing {
  if (pools.length === 0) return { kind: 'no pages' }
  const compared = new Set(pools.filter(({ nova, kernel }) => nova && kernel).map(({ cell }) => cell)).size
  return compared > 0 ? { kind: 'agree', cells: compared } : oneBook(pools)
}

/** What the one book there is says of the page size it has most memory free in. */
function oneBook(pools: readonly PoolBooks[]): Standing {
  const cells = new Set(pools.map(({ cell }) => cell)).size
  const book = pools.every(({ kernel }) => !kernel)
    ? 'nova'
    : pools.every(({ nova }) => !nova)
      ? 'host'
      : undefined
  if (!book) return { kind: 'not compared', cells }
  const [most] = [...new Set(pools.map(({ size }) => size))]
    .map((size) => {
      const all = pools.filter((pool) => pool.size === size)
      const free = Pages(all.map(barBooks).reduce((sum, bar) => sum + freeOf(bar), 0))
      return { size, free, cells: all.length }
    })
    .sort((a, b) => memoryOf(b.free, b.size) - memoryOf(a.free, a.size))
  return most ? { kind: 'one book', book, ...most } : { kind: 'no pages' }
}

const freeOf = ({ nova, host }: BarBooks): number => (nova ? Math.max(novaFree(nova), 0) : (host?.free ?? 0))

function cellView(cell: CellBooks, books: HostBooks): CellView {
  const { id, nova, node, pools } = cell
  const { guests } = books
  const cpus = node?.cpus ?? cpusOf(nova)
  return {
    id,
    cpus: formatCpus(cpus),
    cpuCount: cpus.length,
    cores: coresOf(cell, books),
    memory: node?.memory ?? nova?.memory,
    pools: pools.map((pool) => {
      const bar = barBooks(pool)
      return { bar, lines: bookLines(bar).map((line) => opened(line, pool)) }
    }),
    holders: pools
      .flatMap(({ size, kernel, held }) =>
        kernel?.holdersRead
          ? kernel.holders.map((holder) => holderView(holder, size, held.others.includes(holder)))
          : [],
      )
      .sort((a, b) => b.memory - a.memory),
    holdersNotRead: pools.some(({ held }) => held.notRead > 0),
    guests: guests.flatMap((guest) =>
      typeof guest.topology === 'string'
        ? []
        : guest.topology.cells.filter((cell) => cell.id === id).map((cell) => cellGuest(guest, cell, pools)),
    ),
  }
}

function opened(line: BookLine, { nova, kernel, entries, held }: PoolBooks): OpenLine {
  const reserves = entries.filter(({ consumer }) => consumer.kind === 'reserved')
  const claims = entries.filter(({ consumer }) => consumer.kind !== 'reserved')
  const heldBy = (of: HolderOf) => (kernel?.holdersRead ? holderLines(kernel, held, [of]) : undefined)
  switch (line.name) {
    case 'claimed':
      return { ...line, entries: entryLines(claims), holders: heldBy('nova') }
    case 'third party':
      return { ...line, entries: entryLines(reserves), holders: heldBy('third party') }
    case 'free':
      return {
        ...line,
        entries: nova
          ? lessOf(nova.total, [
              ['used', nova.used],
              ['reserved', nova.reserved],
            ])
          : [],
        holders: kernel
          ? lessOf(kernel.total, [
              ['claimed by guests', held.claimed],
              ['third party', held.thirdParty],
              ['nobody visible', held.unseen],
              ['in use, holder not read', held.notRead],
            ])
          : undefined,
      }
    case 'holder unseen':
    case 'holder not read':
    case 'total':
      return { ...line, entries: [], holders: [] }
  }
}

/** A remainder as a sum: the whole, and what goes from it. */
const lessOf = (
  total: number,
  parts: readonly (readonly [name: string, amount: number])[],
): readonly Line[] => [
  { who: ['in all'], note: undefined, amount: total },
  ...parts
    .filter(([, amount]) => amount !== 0)
    .map(([name, amount]) => ({ who: [name], note: undefined, amount: -amount })),
]

/** One CPU of a cell: what Nova may put on it, and who has it. */
export interface CpuView {
  readonly cpu: number
  /** `both` before Train, when one set served both uses; `none` is kept from guests. */
  readonly use: 'shared' | 'dedicated' | 'both' | 'none' | 'not known'
  /** Guests pinned to it by Nova's book. */
  readonly pinned: readonly string[]
  /** Pinned by Nova's total, and no listed guest has it. */
  readonly pinnedByNobody: boolean
}

/** All CPUs that Nova has of a cell, for either use. */
const cpusOf = (nova: CellBooks['nova']): CpuSet =>
  cpuSet([...(nova?.cpuset ?? []), ...(nova?.pcpuset ?? [])])

/** The threads of one core, which share what the core has. */
export type CoreView = readonly CpuView[]

/** Cores in order; each thread its own core where siblings were not read. */
function coresOf({ nova, node }: CellBooks, books: HostBooks): readonly CoreView[] {
  const cpus = node?.cpus ?? cpusOf(nova)
  const known = nova && nova.siblings.length > 0 ? nova.siblings : (books.host.observed?.siblings ?? [])
  const owners = pinOwners(books.guests)
  const view = (cpu: number): CpuView => {
    const pinned = owners.get(cpu) ?? []
    return {
      cpu,
      use: useOf(cpu, nova),
      pinned,
      pinnedByNobody: pinned.length === 0 && (nova?.pinnedCpus.includes(cpu) ?? false),
    }
  }
  const seen = new Set<number>()
  return cpus.flatMap((cpu): CoreView[] => {
    if (seen.has(cpu)) return []
    const core = (known.find((one) => one.includes(cpu)) ?? [cpu]).filter((one) => cpus.includes(one))
    for (const one of core) seen.add(one)
    return [core.toSorted((a, b) => a - b).map(view)]
  })
}

function useOf(cpu: number, nova: CellBooks['nova']): CpuView['use'] {
  if (!nova) return 'not known'
  const [shared, dedicated] = [nova.cpuset.includes(cpu), nova.pcpuset.includes(cpu)]
  if (shared) return dedicated ? 'both' : 'shared'
  return dedicated ? 'dedicated' : 'none'
}

function pinOwners(guests: readonly Guest[]): ReadonlyMap<number, readonly string[]> {
  const owners = new Map<number, string[]>()
  for (const { name, topology } of guests)
    for (const { cpuPinning } of typeof topology === 'string' ? [] : topology.cells)
      for (const [, cpu] of cpuPinning ?? []) owners.set(cpu, [...(owners.get(cpu) ?? []), name])
  return owners
}

function cellGuest(guest: Guest, cell: GuestCell, pools: readonly PoolBooks[]): CellGuestView {
  const size = typeof cell.pageSize === 'number' ? cell.pageSize : undefined
  const kernel = pools.find((pool) => pool.size === size)?.kernel
  const holds = kernel?.holders.find((holder) => holder.kind === 'guest' && holder.guest === guest.id)
  return {
    ...guestView(guest),
    memory: cell.memory,
    size,
    pages: size && pagesFor(cell.memory, size),
    held: kernel?.holdersRead ? (holds?.pages ?? Pages(0)) : undefined,
    vcpus: cell.cpuset.length + cell.pcpuset.length,
    pins: formatCpus(cpuSet((cell.cpuPinning ?? []).map(([, cpu]) => cpu))),
  }
}

const holderView = (holder: PoolHolder, size: PageSize, isOther: boolean): HolderView => ({
  name: nameHolder(holder),
  of: holder.kind === 'unseen' ? 'unseen' : isOther ? 'third party' : 'nova',
  size,
  pages: holder.pages,
  memory: memoryOf(holder.pages, size),
})

/** A guest as its flavor has it, on no cell. */
const guestView = ({ id, name, flavor, vmState }: Guest): CellGuestView => ({
  id,
  name,
  flavor: flavor.name,
  state: vmState,
  memory: flavor.memory,
  size: undefined,
  pages: undefined,
  held: undefined,
  vcpus: flavor.vcpus,
  pins: '',
})
