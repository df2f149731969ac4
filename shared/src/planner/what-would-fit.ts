import type { CellId, GuestId, HostId } from '../model/ids.ts'
import { allocationRatio } from '../placement/filters/allocation-ratio.ts'
import type { Rejection } from '../placement/rejection.ts'
import type { Verdict } from '../placement/verdict.ts'
import type { Refusal } from '../reality/refusal.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import { releases } from '../releases/index.ts'
import { minus, type PageSize, Pages, plus } from '../units.ts'
import type { Action } from './action.ts'
import { poolsOf } from './books.ts'
import { type Cloud, guestsOn } from './cloud.ts'
import { finished, type Long, part } from './long.ts'
import { stateOf } from './nova-book.ts'
import { playing } from './replay.ts'
import type { Outcome } from './step.ts'

/** One change that turns a step, and the steps that make it. Each was replayed, and the step then worked. */
export interface Fit {
  readonly change: FitChange
  /** Taken before the step. */
  readonly before: readonly Action[]
  /** The step then: as it was asked, or as it would have to be asked. */
  readonly step: Action
}

interface OfPool {
  readonly host: HostId
  readonly cell: CellId
  readonly size: PageSize
  /** How many, and no fewer. */
  readonly pages: Pages
}

export type FitChange =
  /** So many fewer of `reserved_huge_pages`: Nova has them to give. */
  | ({ readonly kind: 'reserve-less' } & OfPool)
  /** So many more, so that Nova does not pick that cell. */
  | ({ readonly kind: 'reserve-more' } & OfPool)
  | ({ readonly kind: 'process-gives'; readonly by: string } & OfPool)
  /** The kernel sets so many more aside, as the host boots. */
  | ({ readonly kind: 'more-pages' } & OfPool)
  | { readonly kind: 'guest-leaves'; readonly host: HostId; readonly guest: GuestId }
  | {
      readonly kind: 'ratio'
      readonly host: HostId
      readonly of: 'cpu' | 'ram' | 'disk'
      readonly from: number
      readonly to: number
    }
  | { readonly kind: 'service'; readonly host: HostId; readonly state: 'enabled' | 'up' }
  | { readonly kind: 'filter-off'; readonly filter: string }
  | { readonly kind: 'another-flavor'; readonly flavor: string }
  /** Scheduler and computes of this release. */
  | { readonly kind: 'release'; readonly release: string }

/** What is tried at most: hosts that refuse, guests that could leave each, releases. */
interface Limits {
  readonly hosts: number
  readonly guests: number
  /** Beyond so many hosts no other release is tried: it would count every one of them anew. */
  readonly hostsOfRelease: number
}

const defaultLimits: Limits = { hosts: 8, guests: 6, hostsOfRelease: 200 }

/** The single changes that would turn a step that does not work, as `tryChanges` finds them. */
export const whatWouldFit = (cloud: Cloud, action: Action, limits: Limits = defaultLimits): readonly Fit[] =>
  finished(tryChanges(cloud, action, limits))

/**
 * Changes that would turn a step that does not work, told one by one as each is tried; smallest first within a kind: pages
 * freed or kept back, a guest moved away, a ratio, a service, a filter, another flavor, the nearest later release. Empty
 * for a step that works.
 */
export function* tryChanges(
  cloud: Cloud,
  action: Action,
  limits: Limits = defaultLimits,
): Long<readonly Fit[]> {
  const [asked] = yield* beforehand(playing(cloud, [action]))
  if (!asked || works(asked.step.outcome)) return []
  const changes = candidates(cloud, action, asked.step.outcome, limits)
  const later = laterReleases(cloud, action, limits)
  const of = changes.length + later.length
  const fits: Fit[] = []
  for (const [done, change] of changes.entries()) {
    if (yield* part(turns(cloud, change), done, of)) fits.push(change)
  }
  const found = [...smallest(fits)]
  for (const [index, release] of later.entries()) {
    if (yield* part(turns(cloud, release), changes.length + index, of)) return [...found, release]
  }
  return found
}

/** Each change once; of several ratios of one kind for one host the least. */
function smallest(fits: readonly Fit[]): Iterable<Fit> {
  const kept = new Map<string, Fit>()
  for (const one of fits) {
    const { change } = one
    const key = change.kind === 'ratio' ? `ratio ${change.of} ${change.host}` : JSON.stringify(change)
    const before = kept.get(key)?.change
    const isLess = change.kind === 'ratio' && before?.kind === 'ratio' && change.to < before.to
    if (!before || isLess) kept.set(key, one)
  }
  return kept.values()
}

/** What has to be known before the parts can be told. */
function* beforehand<Answer>(long: Long<Answer>): Long<Answer> {
  for (;;) {
    const step = long.next()
    if (step.done) return step.value
    yield { done: 0, of: 1 }
  }
}

function* turns(cloud: Cloud, { before, step }: Fit): Long<boolean> {
  const played = yield* playing(cloud, [...before, step])
  return played.every(({ step }) => works(step.outcome))
}

/** Everything that was asked came about. */
export function works(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'boots':
      return outcome.boots.every(({ result }) => result.kind === 'runs')
    case 'migrates':
      return outcome.result === 'moves'
    case 'powers':
      return outcome.result === 'on' || outcome.result === 'off'
    case 'rebuilds':
    case 'guest-changes':
    case 'host-changes':
      return outcome.result === 'done'
    case 'reboots':
      return outcome.guests.every(({ start }) => start?.outcome === 'starts')
    case 'configured':
    case 'host-set':
    case 'left-out':
      return true
    case 'not-possible':
      return false
  }
}

/** Who refused: Nova of hosts, and hosts of starts. */
interface Refused {
  readonly verdicts: readonly Extract<Verdict, { outcome: 'rejected' }>[]
  readonly starts: readonly Extract<StartVerdict, { outcome: 'refuses' }>[]
}

function refusedIn(outcome: Outcome): Refused {
  const of = (verdicts: readonly Verdict[], starts: readonly (StartVerdict | undefined)[]): Refused => ({
    verdicts: verdicts.flatMap((verdict) => (verdict.outcome === 'rejected' ? [verdict] : [])),
    starts: starts.flatMap((start) => (start?.outcome === 'refuses' ? [start] : [])),
  })
  switch (outcome.kind) {
    case 'boots': {
      const failed = outcome.boots.find(({ result }) => result.kind !== 'runs')
      const attempts = failed?.attempts ?? []
      return of(
        attempts.flatMap(({ verdicts }) => verdicts),
        attempts.map(({ start }) => start),
      )
    }
    case 'migrates':
      return of(
        outcome.gates.filter(({ asked }) => asked).map(({ verdict }) => verdict),
        [outcome.start],
      )
    case 'rebuilds':
      return of(outcome.verdict ? [outcome.verdict] : [], [outcome.start])
    case 'powers':
    case 'guest-changes':
      return of([], [outcome.start])
    default:
      return of([], [])
  }
}

function candidates(cloud: Cloud, action: Action, outcome: Outcome, limits: Limits): readonly Fit[] {
  const { verdicts, starts } = refusedIn(outcome)
  const made = (change: FitChange, ...before: readonly Action[]): Fit => ({ change, before, step: action })
  const near = verdicts.filter(({ objections: [{ reason }] }) => !isAside(reason)).slice(0, limits.hosts)
  const hosts = [...new Set([...near, ...starts].map(({ host }) => host))]
  return [
    ...starts.flatMap(({ host, refusals }) => refusals.flatMap((why) => ofHost(cloud, host, why, made))),
    ...near.flatMap(({ host, objections }) =>
      objections.flatMap(({ reason }) => ofNova(cloud, host, reason, made)),
    ),
    ...hosts.flatMap((host) => leaving(cloud, host, action, limits.guests, made)),
    ...filtersOff(cloud, near, made),
    ...otherFlavors(cloud, action),
  ]
}

type MakeFit = (change: FitChange, ...before: readonly Action[]) => Fit

/** A host that the request itself leaves out, or that had its turn. */
const isAside = ({ kind }: Rejection): boolean => kind === 'not-the-forced-host' || kind === 'already-tried'

function ofNova(cloud: Cloud, host: HostId, reason: Rejection, made: MakeFit): readonly Fit[] {
  switch (reason.kind) {
    case 'pages-short': {
      const short = minus(reason.needed, reason.free)
      const of = { host, cell: reason.hostCell, size: reason.size, pages: short }
      const less = reserving(cloud, of, -short)
      return less ? [made({ kind: 'reserve-less', ...of }, less)] : []
    }
    case 'host-disabled':
      return [serviceFit(host, 'enabled', made)]
    case 'host-down':
      return [serviceFit(host, 'up', made)]
    case 'ram-short':
      return [ratioFit(host, 'ram', reason.ratio, (reason.used + reason.needed) / reason.total, made)]
    case 'vcpus-short':
      return [ratioFit(host, 'cpu', reason.ratio, (reason.used + reason.needed) / reason.total, made)]
    case 'disk-short':
      return [ratioFit(host, 'disk', reason.ratio, (reason.usedGb + reason.neededGb) / reason.totalGb, made)]
    case 'cell-memory-short':
    case 'cell-cpus-short': {
      const of = reason.kind === 'cell-memory-short' ? 'ram' : 'cpu'
      return [ratioFit(host, of, reason.ratio, (reason.used + reason.needed) / reason.total, made)]
    }
    case 'claim-short': {
      const of = ({ memory: 'ram', vcpu: 'cpu', disk: 'disk' } as const)[reason.resource]
      const from = allocationRatio(stateOf(cloud, host), of)
      return [ratioFit(host, of, from, (from * (reason.used + reason.needed)) / reason.limit, made)]
    }
    case 'inventory-short': {
      const of = ({ VCPU: 'cpu', MEMORY_MB: 'ram', DISK_GB: 'disk' } as const)[reason.resource]
      const room = reason.total - reason.reserved
      return of ? [ratioFit(host, of, reason.ratio, (reason.used + reason.needed) / room, made)] : []
    }
    default:
      return []
  }
}

const serviceFit = (host: HostId, state: 'enabled' | 'up', made: MakeFit): Fit =>
  made({ kind: 'service', host, state }, { do: 'set-service', host, state })

/** The least ratio of two decimals. */
function ratioFit(host: HostId, of: 'cpu' | 'ram' | 'disk', from: number, least: number, made: MakeFit): Fit {
  const to = Math.ceil(least * 100 - 1e-9) / 100
  const none = { cpu: undefined, ram: undefined, disk: undefined }
  return made({ kind: 'ratio', host, of, from, to }, { do: 'set-allocation-ratios', host, ...none, [of]: to })
}

/** The whole option with so many more or fewer of one pool; undefined where that is less than none. */
function reserving(
  cloud: Cloud,
  { host, cell, size }: Omit<OfPool, 'pages'>,
  by: number,
): Action | undefined {
  const now = poolsOf(cloud, host).flatMap(({ nova, ...pool }) =>
    nova ? [{ cell: pool.cell, size: pool.size, count: nova.reserved }] : [],
  )
  const reserved = now.map((one) =>
    one.cell === cell && one.size === size ? { ...one, count: Pages(one.count + by) } : one,
  )
  return reserved.some(({ count }) => count < 0)
    ? undefined
    : { do: 'set-reserved-huge-pages', host, reserved: reserved.filter(({ count }) => count > 0) }
}

function ofHost(cloud: Cloud, host: HostId, why: Refusal, made: MakeFit): readonly Fit[] {
  if (why.kind !== 'pool-short' || why.node === undefined) return []
  const { node: cell, size, needed, free, total } = why
  const pages = minus(needed, free)
  const of = { host, cell, size, pages }
  const given = why.holders.flatMap((holder): Fit[] =>
    holder.kind === 'process' && holder.pages >= pages
      ? [
          made(
            { kind: 'process-gives', by: holder.name, ...of },
            { do: 'give-pages-back', by: holder.name, host, cell, size, pages },
          ),
        ]
      : [],
  )
  const books = poolsOf(cloud, host).find((pool) => pool.cell === cell && pool.size === size)
  const beyond = books?.nova ? Math.max(books.nova.free - free, 0) : 0
  const more = beyond > 0 ? reserving(cloud, of, beyond) : undefined
  const boots: Action = {
    do: 'reboot-host',
    host,
    pools: [{ cell, size, count: plus(total, pages) }],
    resumeGuests: true,
  }
  return [
    ...given,
    ...(more ? [made({ kind: 'reserve-more', ...of, pages: Pages(beyond) }, more)] : []),
    made({ kind: 'more-pages', ...of }, boots),
  ]
}

/** Guests of a host that Nova could move elsewhere, the smallest first. */
function leaving(cloud: Cloud, host: HostId, action: Action, most: number, made: MakeFit): readonly Fit[] {
  const asked = 'guest' in action ? action.guest : undefined
  const guests = guestsOn(cloud, host)
    .filter(({ id, vmState }) => id !== asked && vmState === 'active')
    .toSorted((a, b) => a.flavor.memory - b.flavor.memory)
  const sizes = new Map(guests.map((guest) => [`${guest.flavor.name} ${cellsOf(guest)}`, guest]))
  return [...sizes.values()]
    .slice(0, most)
    .map(({ id: guest }) =>
      made({ kind: 'guest-leaves', host, guest }, { do: 'live-migrate', guest, to: undefined }),
    )
}

const cellsOf = ({ topology }: { readonly topology: unknown }): string =>
  typeof topology === 'object' && topology !== null && 'cells' in topology
    ? (topology.cells as readonly { readonly id: number }[]).map(({ id }) => id).join('+')
    : ''

/** A filter without which a host would pass. */
function filtersOff(cloud: Cloud, refused: Refused['verdicts'], made: MakeFit): readonly Fit[] {
  const { enabledFilters } = cloud.snapshot.settings
  const names = enabledFilters ?? cloud.release.rules.defaultFilters
  const alone = new Set(
    refused.flatMap(({ objections }) => {
      const by = new Set(objections.map((one) => one.by))
      return by.size === 1 ? [...by] : []
    }),
  )
  return names
    .filter((name) => alone.has(name))
    .map((filter) =>
      made(
        { kind: 'filter-off', filter },
        { do: 'set-enabled-filters', filters: names.filter((name) => name !== filter) },
      ),
    )
}

/** Flavors of as many vCPUs and as much memory: other pages, other cells. */
function otherFlavors({ snapshot }: Cloud, action: Action): readonly Fit[] {
  if (action.do !== 'boot') return []
  const own = snapshot.flavors.find(({ name }) => name === action.flavor)
  return snapshot.flavors
    .filter(({ name, vcpus, memory }) => name !== own?.name && vcpus === own?.vcpus && memory === own?.memory)
    .map(({ name: flavor }) => ({
      change: { kind: 'another-flavor', flavor },
      before: [],
      step: { ...action, flavor },
    }))
}

/** Scheduler and computes at each later release, the nearest first. */
function laterReleases(cloud: Cloud, step: Action, { hostsOfRelease }: Limits): readonly Fit[] {
  if ([...cloud.hosts.values()].length > hostsOfRelease) return []
  const at = releases.findIndex(({ id }) => id === cloud.release.id)
  return releases.slice(at + 1).map(({ id: release }) => ({
    change: { kind: 'release', release },
    before: [
      { do: 'upgrade-scheduler', release },
      { do: 'upgrade-compute', host: undefined, release },
    ],
    step,
  }))
}
