import {
  type Action,
  type Cloud,
  cloudOf,
  type Downtime,
  drain,
  drainSweep,
  type FairShare,
  fairShare,
  groupBy,
  guestsOn,
  HostId,
  headroom,
  headroomByPlace,
  migrateMatrix,
  type Release,
  realityOf,
  releaseById,
  releases,
  type Snapshot,
  surviveAny,
  surviveZones,
} from '@headroom/shared'
import type { Scenario } from '@headroom/shared/scenarios'
import {
  type DivergenceQuery,
  type DivergencesView,
  divergencesView,
  type ListedDivergence,
  listedFrom,
  type RemedyFile,
  remedyFiles,
  selectedFrom,
  setApart,
} from '../features/divergences/view-model.ts'
import { type CellMapView, cellMapOf } from '../features/fleet/cell-map.ts'
import {
  asksFindings,
  type BootsView,
  bootsView,
  type CauseLine,
  causeLines,
  type FleetQuery,
  type FleetRow,
  type FleetTotals,
  type FleetView,
  fleetRows,
  fleetTotals,
  pageSizes,
  rowWords,
  type ShownRow,
  selected,
  shownRow,
} from '../features/fleet/view-model.ts'
import {
  type HeadroomView,
  headroomView,
  type LossView,
  lossView,
  type PlacesView,
  type Weights,
} from '../features/headroom/view-model.ts'
import { type HostView, hostView } from '../features/host/view-model.ts'
import { type ImportView, importView } from '../features/import/view-model.ts'
import { type InspectView, inspectView, type NamedText } from '../features/inspect/view-model.ts'
import {
  type MatrixCellView,
  type MatrixHead,
  type MatrixView,
  matrixCellView,
  matrixHead,
  matrixText,
  matrixView,
  type OpenMatrix,
  openMatrix,
  type Refusals,
  refusalsOf,
} from '../features/migrate/matrix-view.ts'
import {
  type DrainAsk,
  type DrainView,
  drainView,
  type SweepView,
  sweepView,
} from '../features/migrate/view-model.ts'
import {
  type ByRelease,
  byRelease,
  type CheckGroup,
  type CheckRow,
  type ChecksQuery,
  type Choices,
  type CompareView,
  checkGroups,
  checkRow,
  choicesOf,
  compareView,
  type FitView,
  type FlavorView,
  fitViews,
  flavorViews,
  type HostShape,
  hostShape,
  openChecks,
  type PlanAsk,
  type PlanFile,
  planText,
  type StepCard,
  type StepView,
  stepCard,
  stepView,
} from '../features/planner/view-model.ts'
import type { MatrixQuery } from '../url/search.ts'
import { archiveOf } from './archive.ts'
import { allBooks, type HostBooks, hostBooks } from './books.ts'
import { type Dropped, filesOf, overSnapshot, withFiles } from './dropped.ts'
import { type FindWhat, type FoundNames, find } from './find.ts'
import { finderOf } from './finder.ts'
import { replaysInTurn, run, type TellLong, untold } from './long.ts'
import { card } from './scenarios.ts'

/** A cloud under a release's rules: what every question to the desk names. */
export interface CloudAsk {
  /** Scenario id, snapshot id of the API, or `dropped`. */
  readonly snapshot: string
  /** Undefined is the snapshot's own release. */
  readonly release: string | undefined
}

/** A plan on a cloud under a release. */
export interface PlanAt {
  readonly ask: CloudAsk
  readonly plan: PlanAsk
}

export interface ScenarioCard {
  readonly id: string
  readonly title: string
  /** What it exists to show. */
  readonly says: string
  readonly plans: readonly PlanCard[]
}

/** A plan ready to open. */
export interface PlanCard {
  readonly id: string
  readonly title: string
  readonly says: string
  readonly release: string | undefined
  readonly releaseName: string | undefined
  /** The plan as it stands in an address. */
  readonly hash: string
}

export interface ReleaseName {
  readonly id: string
  readonly name: string
}

/** Evidence of one kind, and when it was true, as instants: ages are for the page, which knows what time it is. */
export interface SourcesView {
  readonly kind: string
  readonly count: number
  readonly newest: string | undefined
  readonly oldest: string | undefined
}

/** The facts that stand in the shell on every page. */
export interface CloudView {
  readonly name: string
  readonly release: ReleaseName
  /** Nobody said which release it runs: the newest is assumed. */
  readonly releaseAssumed: boolean
  readonly hosts: number
  readonly cells: number
  readonly sources: readonly SourcesView[]
  /** A frozen example's own now; undefined for a live cloud, whose ages count from the clock. */
  readonly asOf: string | undefined
  /** Whether Placement was read, and whether all guests were listed. */
  readonly placement: boolean
  readonly guestsListed: boolean
  readonly gaps: number
}

/** Where snapshots come from. */
export interface Shelves {
  readonly scenarios: readonly Scenario[]
  /** A snapshot of the API; undefined where it has none of that id. Rejects where the API cannot be asked. */
  readonly fetchSnapshot: (
    id: string,
    tell: (bytes: number, of: number | undefined) => void,
  ) => Promise<Snapshot | undefined>
  /** Stores a snapshot in the API; gives its id there. */
  readonly storeSnapshot: (snapshot: Snapshot) => Promise<string>
}

/** How far the opening of a snapshot is. */
export type Progress =
  | {
      readonly snapshot: string
      readonly stage: 'fetching'
      readonly bytes: number
      readonly of: number | undefined
    }
  | { readonly snapshot: string; readonly stage: 'counting' }
  | {
      readonly snapshot: string
      readonly stage: 'comparing'
      readonly hosts: number
      readonly of: number
    }

/** The snapshot of what was dropped on the page. */
export const dropped = 'dropped'

/** The one who holds snapshots, off the main thread, and answers what a page shows. Only views cross. */
export interface Desk {
  /** From here on the listener is told how far the opening of snapshots is. */
  watch(listener: (progress: Progress) => void): Promise<void>
  scenarios(): Promise<readonly ScenarioCard[]>
  releases(): Promise<readonly ReleaseName[]>
  cloud(ask: CloudAsk): Promise<CloudView>
  fleet(ask: CloudAsk, query: FleetQuery): Promise<FleetView>
  /** The rows of the fleet as filtered and sorted, from `from` up to but without `to`. */
  fleetRows(ask: CloudAsk, query: FleetQuery, from: number, to: number): Promise<readonly ShownRow[]>
  /** What the next boot of each flavor comes to. */
  boots(ask: CloudAsk): Promise<BootsView>
  /** Every cell of the hosts that pass, by the worst that was found on it. */
  cellMap(ask: CloudAsk, query: FleetQuery): Promise<CellMapView>
  /** What the books disagree about, by cause, worst first. */
  causes(ask: CloudAsk): Promise<readonly CauseLine[]>
  /** Undefined where the snapshot has no such host. */
  host(ask: CloudAsk, host: string): Promise<HostView | undefined>
  divergences(ask: CloudAsk, query: DivergenceQuery): Promise<DivergencesView>
  /** Divergences as filtered and sorted, from `from` up to but without `to`. */
  divergenceRows(
    ask: CloudAsk,
    query: DivergenceQuery,
    from: number,
    to: number,
  ): Promise<readonly ListedDivergence[]>
  /** What to paste on each host, for the divergences that pass. */
  remedies(ask: CloudAsk, query: DivergenceQuery): Promise<readonly RemedyFile[]>
  /** A zip archive of the same, a file a host. */
  remedyArchive(ask: CloudAsk, query: DivergenceQuery): Promise<Uint8Array<ArrayBuffer>>
  /** What there is to say of domain XML; held against a host where one is named. */
  inspect(
    ask: CloudAsk | undefined,
    host: string | undefined,
    texts: readonly NamedText[],
  ): Promise<InspectView>
  /** A card for every step of a plan. */
  plan(ask: CloudAsk, plan: PlanAsk, tell: TellLong): Promise<readonly StepCard[]>
  /** The plan's last step in full; undefined for an empty plan. */
  step(ask: CloudAsk, plan: PlanAsk, tell: TellLong): Promise<StepView | undefined>
  /** What every host says to the plan's last step, by what is said; none where no host is asked. */
  checkGroups(ask: CloudAsk, plan: PlanAsk, query: ChecksQuery): Promise<readonly CheckGroup[]>
  /** The hosts of those groups in their order, from `from` up to but without `to`. */
  checkRows(
    ask: CloudAsk,
    plan: PlanAsk,
    query: ChecksQuery,
    from: number,
    to: number,
  ): Promise<readonly CheckRow[]>
  /** What would make the plan's last step work. */
  fits(ask: CloudAsk, plan: PlanAsk, tell: TellLong): Promise<readonly FitView[]>
  /** Two plans, each on a cloud, step by step. */
  comparePlans(one: PlanAt, other: PlanAt, tell: TellLong): Promise<CompareView>
  /** The plan as the text of a file. */
  planText(ask: CloudAsk, plan: PlanAsk, as: PlanFile, tell: TellLong): Promise<string>
  /** What each release answers to the plan's last step, and the rules of the cloud's own that decide it. */
  releaseAnswers(ask: CloudAsk, plan: PlanAsk, tell: TellLong): Promise<ByRelease>
  /** Hosts or guests by a part of their name, on the cloud as the plan leaves it. */
  find(ask: CloudAsk, plan: PlanAsk, what: FindWhat, text: string): Promise<FoundNames>
  flavors(ask: CloudAsk): Promise<readonly FlavorView[]>
  choices(ask: CloudAsk, plan: PlanAsk): Promise<Choices>
  /** Undefined for a host that is not there. */
  hostShape(ask: CloudAsk, plan: PlanAsk, host: string): Promise<HostShape | undefined>
  /** How many more of each flavor find room. */
  headroom(ask: CloudAsk, tell: TellLong): Promise<HeadroomView>
  /** Where the room for one flavor is. */
  headroomPlaces(ask: CloudAsk, flavor: string): Promise<PlacesView>
  /** What each flavor gets where all are booted in turns. */
  fairShare(ask: CloudAsk, weights: Weights, tell: TellLong): Promise<readonly FairShare[]>
  /** Each host lost once, and each zone. */
  losses(ask: CloudAsk, tell: TellLong): Promise<LossView>
  /** An order and a place for every guest of some hosts. */
  drain(ask: CloudAsk, asked: DrainAsk, tell: TellLong): Promise<DrainView>
  /** Of every host, whether it could be drained. */
  drainSweep(ask: CloudAsk, downtime: Downtime, tell: TellLong): Promise<SweepView>
  /** The guests of a host against every other host; what it comes to is kept for the questions below. */
  matrix(ask: CloudAsk, host: string, tell: TellLong): Promise<MatrixHead>
  matrixView(ask: CloudAsk, host: string, query: MatrixQuery): Promise<MatrixView>
  /** Undefined where there is no such guest or destination. */
  matrixCell(ask: CloudAsk, host: string, guest: string, to: string): Promise<MatrixCellView | undefined>
  /** Why hosts do not take a guest of it. */
  refusals(ask: CloudAsk, host: string, guest: string): Promise<readonly Refusals[]>
  /** The view as CSV. */
  matrixText(ask: CloudAsk, host: string, query: MatrixQuery): Promise<string>
  /** Everything dropped so far; undefined where nothing was. */
  imported(): Promise<ImportView | undefined>
  /** Reads files and joins them with those before: with what was dropped, or a snapshot of the API. */
  readFiles(files: readonly File[]): Promise<ImportView>
  /** Goes on from a snapshot of the API, so that files extend it. */
  extend(snapshot: string): Promise<ImportView>
  /** Forgets everything dropped. */
  forget(): Promise<void>
  /** Stores what was dropped in the API; gives its id there. */
  store(): Promise<string>
}

/** A snapshot open under a release. */
interface OpenCloud {
  readonly cloud: Cloud
  readonly releaseAssumed: boolean
  readonly books: readonly HostBooks[]
}

const keptOpen = 4

export function createDesk({ scenarios, fetchSnapshot, storeSnapshot }: Shelves): Desk {
  let drop: Dropped | undefined
  let tell: (progress: Progress) => void = () => {}
  const { remember, forgetAll } = memory()

  const snapshotOf = remember(async (id: string): Promise<Snapshot> => {
    if (id === dropped) {
      if (drop) return drop.import.snapshot
      throw new Error('Dropped files last as long as the page that read them. Drop them again on Import.')
    }
    const scenario = scenarios.find((one) => one.id === id)
    const found = scenario
      ? scenario.snapshot
      : await fetchSnapshot(id, (bytes, of) => tell({ snapshot: id, stage: 'fetching', bytes, of }))
    if (!found) throw new Error(`There is no snapshot “${id}”.`)
    return found
  })

  const open = remember(async ({ snapshot: id, release: wanted }: CloudAsk): Promise<OpenCloud> => {
    const snapshot = await snapshotOf(id)
    tell({ snapshot: id, stage: 'counting' })
    const asked = named(wanted) ?? named(snapshot.release)
    const cloud = cloudOf(snapshot, asked ?? newest())
    return { cloud, releaseAssumed: asked === undefined, books: allBooks(cloud) }
  })

  const fleetOf = remember(async ({ ask, size }: { ask: CloudAsk; size: number | undefined }) =>
    openFleet(await open(ask), size),
  )

  const select = remember(async ({ ask, query }: { ask: CloudAsk; query: FleetQuery }) => {
    const { rows, words } = await fleetOf({ ask, size: query.size })
    const finding = await finder({ ask })
    if (asksFindings(query)) await finding.all()
    return selected(rows, words, finding.on, query)
  })

  const finder = remember(async ({ ask, tolerance }: { ask: CloudAsk; tolerance?: number | undefined }) => {
    const { cloud, books } = await open(ask)
    return finderOf(cloud, books, tolerance, (hosts) =>
      tell({ snapshot: ask.snapshot, stage: 'comparing', hosts, of: books.length }),
    )
  })
  const foundIn = async (ask: CloudAsk, tolerance?: number) => (await finder({ ask, tolerance })).all()

  const chosen = remember(async ({ ask, query }: { ask: CloudAsk; query: DivergenceQuery }) =>
    selectedFrom(await foundIn(ask, query.tolerance), query),
  )

  const remedies = async (ask: CloudAsk, query: DivergenceQuery): Promise<readonly RemedyFile[]> => {
    const byHost = new Map((await open(ask)).books.map((one) => [one.host.id, one]))
    return remedyFiles(await chosen({ ask, query }), (host) => byHost.get(host))
  }

  const played = replaysInTurn()
  const checked = remember(async (asked: { ask: CloudAsk; plan: PlanAsk; query: ChecksQuery }) => {
    const { cloud } = await open(asked.ask)
    const checks = openChecks(cloud, await played(cloud, asked.plan.actions, untold))
    return checks && { checks, ...checkGroups(checks, asked.query) }
  })

  let matrix: { readonly key: string; readonly of: OpenMatrix } | undefined
  const matrixOf = async (ask: CloudAsk, host: string, tell: TellLong = untold): Promise<OpenMatrix> => {
    const key = JSON.stringify([ask, host])
    if (matrix?.key === key) return matrix.of
    const { cloud } = await open(ask)
    const hosts = [...cloud.hosts.values()].map(({ id }) => id)
    const guests = guestsOn(cloud, HostId(host))
    const of = openMatrix(guests, await run(migrateMatrix(cloud, guests, hosts), tell))
    matrix = { key, of }
    return of
  }

  /** A cloud as actions leave it. */
  const after = async (ask: CloudAsk, actions: readonly Action[], tell = untold): Promise<Cloud> => {
    const { cloud } = await open(ask)
    return (await played(cloud, actions, tell)).at(-1)?.cloud ?? cloud
  }

  const viewOf = (now: Dropped) => {
    const { snapshot } = now.import
    const release = named(snapshot.release) ?? newest()
    return importView(now.import, filesOf(now), allBooks(cloudOf(snapshot, release)))
  }
  const put = (now: Dropped): ImportView => {
    drop = now
    matrix = undefined
    forgetAll()
    return viewOf(now)
  }

  return {
    watch: async (listener) => {
      tell = listener
    },
    scenarios: async () => scenarios.map(card),
    releases: async () => releases.map(({ id, name }) => ({ id, name })),
    fleet: async (ask, query) => {
      const { totals } = await fleetOf({ ask, size: query.size })
      return { ...totals, matches: (await select({ ask, query })).length }
    },
    fleetRows: async (ask, query, from, to) => {
      const { cloud } = await open(ask)
      const finding = await finder({ ask })
      return (await select({ ask, query }))
        .slice(from, to)
        .map((row) => shownRow(cloud, row, finding.on(row.host)))
    },
    boots: async (ask) => bootsView((await open(ask)).cloud),
    cellMap: async (ask, query) => {
      const rows = await select({ ask, query })
      const finding = await finder({ ask })
      await finding.all()
      return cellMapOf(rows, finding.on)
    },
    causes: async (ask) => causeLines(await foundIn(ask)),
    host: async (ask, host) => {
      const { cloud } = await open(ask)
      const books = hostBooks(cloud, HostId(host))
      return books && hostView(cloud, books)
    },
    divergences: async (ask, query) => {
      const { isApart } = await finder({ ask, tolerance: query.tolerance })
      const found = await foundIn(ask, query.tolerance)
      const apart = setApart((await open(ask)).books, isApart)
      return divergencesView(found, await chosen({ ask, query }), apart)
    },
    divergenceRows: async (ask, query, from, to) => listedFrom(await chosen({ ask, query }), query, from, to),
    remedies,
    remedyArchive: async (ask, query) => archiveOf(await remedies(ask, query)),
    inspect: async (ask, host, texts) => {
      if (!ask || host === undefined) return inspectView(texts, undefined, 'none')
      const { cloud } = await open(ask)
      const id = HostId(host)
      if (!cloud.hosts.get(id)) return inspectView(texts, undefined, 'not found')
      const reality = realityOf(cloud, id)
      return inspectView(texts, reality, reality ? id : 'not read')
    },
    plan: async (ask, { actions }, tell) =>
      (await played((await open(ask)).cloud, actions, tell)).map(({ step }) => stepCard(step)),
    step: async (ask, { actions }, tell) => {
      const { cloud } = await open(ask)
      return stepView(cloud, await played(cloud, actions, tell))
    },
    checkGroups: async (ask, plan, query) => (await checked({ ask, plan, query }))?.groups ?? [],
    checkRows: async (ask, plan, query, from, to) => {
      const found = await checked({ ask, plan, query })
      return found ? found.order.slice(from, to).map((verdict) => checkRow(found.checks, verdict)) : []
    },
    fits: async (ask, { actions }, tell) => {
      const last = actions.at(-1)
      return last ? run(fitViews(await after(ask, actions.slice(0, -1), tell), last), tell) : []
    },
    comparePlans: async (one, other, tell) => {
      const [{ cloud: first }, { cloud: second }] = [await open(one.ask), await open(other.ask)]
      return run(compareView({ ...one.plan, cloud: first }, { ...other.plan, cloud: second }), tell)
    },
    planText: async (ask, { actions }, as, tell) => {
      const { cloud } = await open(ask)
      const snapshot = ask.snapshot === dropped ? undefined : ask.snapshot
      return planText(cloud, snapshot, actions, await played(cloud, actions, tell), as)
    },
    releaseAnswers: async (ask, { actions }, tell) => run(byRelease((await open(ask)).cloud, actions), tell),
    find: async (ask, { actions }, what, text) => find(await after(ask, actions), what, text),
    choices: async (ask, { actions }) => choicesOf(await after(ask, actions)),
    flavors: async (ask) => flavorViews((await open(ask)).cloud.snapshot),
    hostShape: async (ask, { actions }, host) => hostShape(await after(ask, actions), host),
    headroom: async (ask, tell) => {
      const { cloud } = await open(ask)
      return headroomView(await run(headroom(cloud, cloud.snapshot.flavors), tell))
    },
    headroomPlaces: async (ask, name) => {
      const { cloud } = await open(ask)
      const flavor = cloud.snapshot.flavors.find((one) => one.name === name)
      if (!flavor) throw new Error(`The snapshot has no flavor ${name}.`)
      return headroomByPlace(cloud, flavor)
    },
    fairShare: async (ask, weights, tell) => {
      const { cloud } = await open(ask)
      const shares = cloud.snapshot.flavors.map((flavor) => ({ flavor, weight: weights[flavor.name] ?? 1 }))
      return run(fairShare(cloud, shares), tell)
    },
    losses: async (ask, tell) => {
      const { cloud } = await open(ask)
      return lossView(await run(surviveAny(cloud), tell), await run(surviveZones(cloud), tell))
    },
    drain: async (ask, asked, tell) => {
      const { cloud } = await open(ask)
      const missing = asked.hosts.find((host) => !cloud.hosts.get(HostId(host)))
      if (missing !== undefined) throw new Error(`The snapshot has no host ${missing}.`)
      const request = { ...asked, hosts: asked.hosts.map(HostId) }
      const plan = await run(drain(cloud, request), tell)
      const staying = plan.stays.flatMap(({ guest }) => cloud.guests.get(guest) ?? [])
      const hosts = [...cloud.hosts.values()].map(({ id }) => id)
      return drainView(cloud, plan, await run(migrateMatrix(cloud, staying, hosts), tell))
    },
    drainSweep: async (ask, downtime, tell) =>
      sweepView(await run(drainSweep((await open(ask)).cloud, downtime), tell)),
    matrix: async (ask, host, tell) => matrixHead(await matrixOf(ask, host, tell)),
    matrixView: async (ask, host, query) => matrixView(await matrixOf(ask, host), query),
    matrixCell: async (ask, host, guest, to) => matrixCellView(await matrixOf(ask, host), guest, to),
    refusals: async (ask, host, guest) => refusalsOf(await matrixOf(ask, host), guest),
    matrixText: async (ask, host, query) => matrixText(await matrixOf(ask, host), query),
    imported: async () => drop && viewOf(drop),
    readFiles: async (files) => put(await withFiles(drop, files)),
    extend: async (snapshot) => put(overSnapshot(await snapshotOf(snapshot))),
    forget: async () => {
      drop = undefined
      matrix = undefined
      forgetAll()
    },
    store: async () => storeSnapshot(await snapshotOf(dropped)),
    cloud: async (ask) =>
      cloudView(
        await open(ask),
        scenarios.some(({ id }) => id === ask.snapshot),
      ),
  }
}

/** All rows in one page size; the size asked for where a host has it, else the one with the most memory. */
interface OpenFleet {
  readonly totals: FleetTotals
  readonly rows: readonly FleetRow[]
  readonly words: (row: FleetRow) => string
}

function openFleet({ cloud, books }: OpenCloud, asked: number | undefined): OpenFleet {
  const sizes = pageSizes(books)
  const size = sizes.find((one) => one === asked) ?? sizes[0]
  const rows = fleetRows(cloud.snapshot, books, size)
  const byHost = new Map(books.map((one) => [one.host.id, one]))
  const found = new Map<string, string>()
  const words = (row: FleetRow): string => {
    const books = byHost.get(row.host)
    const text = found.get(row.host) ?? (books ? rowWords(row, books) : '')
    found.set(row.host, text)
    return text
  }
  return { totals: fleetTotals(rows, sizes, size), rows, words }
}

const named = (id: string | undefined): Release | undefined =>
  id === undefined ? undefined : releaseById(id)

const newest = (): Release => {
  const last = releases.at(-1)
  if (!last) throw new Error('no release is known')
  return last
}

/** Keeps the last few answers, by what was asked (plain data); a failed one is asked again. */
function memory() {
  const all: Map<string, unknown>[] = []
  const forgetAll = () => {
    for (const kept of all) kept.clear()
  }
  return { remember: <Asked, T>(answer: (asked: Asked) => Promise<T>) => kept(answer, all), forgetAll }
}

function kept<Asked, T>(
  answer: (asked: Asked) => Promise<T>,
  all: Map<string, unknown>[],
): (asked: Asked) => Promise<T> {
  const kept = new Map<string, Promise<T>>()
  all.push(kept)
  return (asked) => {
    const key = JSON.stringify(asked)
    const known = kept.get(key)
    if (known) return known
    const answering = answer(asked)
    answering.catch(() => kept.delete(key))
    kept.set(key, answering)
    for (const oldest of [...kept.keys()].slice(0, -keptOpen)) kept.delete(oldest)
    return answering
  }
}

const cloudView = (
  { cloud: { snapshot, release }, releaseAssumed, books }: OpenCloud,
  frozen: boolean,
): CloudView => ({
  name: snapshot.name,
  release: { id: release.id, name: release.name },
  releaseAssumed,
  hosts: snapshot.hosts.length,
  cells: books.reduce((sum, { cells }) => sum + cells.length, 0),
  sources: [...groupBy(snapshot.sources, ({ kind }) => kind)].map(([kind, all]) => {
    const times = all.flatMap(({ readAt }) => (readAt === undefined ? [] : [readAt])).sort()
    return { kind, count: all.length, newest: times.at(-1), oldest: times[0] }
  }),
  asOf: frozen ? snapshot.takenAt : undefined,
  placement: snapshot.placement !== undefined,
  guestsListed: snapshot.guestsListed,
  gaps: snapshot.gaps.length,
})
