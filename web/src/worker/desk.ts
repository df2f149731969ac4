import { type Release, releaseById, releases, type Snapshot } from '@headroom/shared'
import { booksOf, type HostBooks } from './books.ts'

/** A cloud under a release's rules: what every question to the desk names. */
export interface CloudAsk {
  /** Scenario id, snapshot id of the API, or `dropped`. */
  readonly snapshot: string
  /** Undefined is the snapshot's own release. */
  readonly release: string | undefined
}

export interface ScenarioCard {
  readonly id: string
  readonly title: string
  /** What it exists to show, in one sentence. */
  readonly shows: string
}

export interface ReleaseName {
  readonly id: string
  readonly name: string
}

/** When a piece of evidence was true, as instants: ages are for the page, which knows what time it is. */
export interface SourceView {
  readonly kind: string
  readonly name: string
  readonly readAt: string | undefined
}

/** The facts that stand in the shell on every page. */
export interface CloudView {
  readonly name: string
  readonly release: ReleaseName
  /** Nobody said which release it runs: the newest is assumed. */
  readonly releaseAssumed: boolean
  readonly hosts: number
  readonly cells: number
  readonly sources: readonly SourceView[]
  /** A frozen example's own now; undefined for a live cloud, whose ages count from the clock. */
  readonly asOf: string | undefined
  readonly gaps: number
}

/** Where snapshots come from. */
export interface Shelves {
  readonly scenarios: readonly (ScenarioCard & { readonly snapshot: Snapshot })[]
  /** A snapshot of the API; undefined where it has none of that id. Rejects where the API cannot be asked. */
  readonly fetchSnapshot: (id: string) => Promise<Snapshot | undefined>
}

/** The one who holds snapshots, off the main thread, and answers what a page shows. Only views cross. */
export interface Desk {
  scenarios(): Promise<readonly ScenarioCard[]>
  releases(): Promise<readonly ReleaseName[]>
  cloud(ask: CloudAsk): Promise<CloudView>
}

/** A snapshot open under a release. */
interface OpenCloud {
  readonly snapshot: Snapshot
  readonly release: Release
  readonly books: readonly HostBooks[]
}

const keptOpen = 4

export function createDesk({ scenarios, fetchSnapshot }: Shelves): Desk {
  const snapshots = remember(async (id: string): Promise<Snapshot> => {
    const scenario = scenarios.find((one) => one.id === id)
    const found = scenario ? scenario.snapshot : await fetchSnapshot(id)
    if (!found) throw new Error(`There is no snapshot “${id}”.`)
    return found
  })

  const clouds = remember(async (key: string): Promise<OpenCloud> => {
    const { snapshot: id, release: wanted } = JSON.parse(key) as CloudAsk
    const snapshot = await snapshots(id)
    const release = releaseById(wanted ?? snapshot.release ?? '') ?? newest()
    return { snapshot, release, books: booksOf(snapshot) }
  })
  const open = ({ snapshot, release }: CloudAsk) => clouds(JSON.stringify({ snapshot, release }))

  return {
    scenarios: async () => scenarios.map(({ id, title, shows }) => ({ id, title, shows })),
    releases: async () => releases.map(({ id, name }) => ({ id, name })),
    cloud: async (ask) =>
      cloudView(
        await open(ask),
        scenarios.some(({ id }) => id === ask.snapshot),
      ),
  }
}

const newest = (): Release => {
  const last = releases.at(-1)
  if (!last) throw new Error('no release is known')
  return last
}

/** The last few answers, by key; a failed one is asked again. */
function remember<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>()
  return (key) => {
    const known = kept.get(key)
    if (known) return known
    const asked = ask(key)
    asked.catch(() => kept.delete(key))
    kept.set(key, asked)
    for (const oldest of [...kept.keys()].slice(0, -keptOpen)) kept.delete(oldest)
    return asked
  }
}

const cloudView = ({ snapshot, release, books }: OpenCloud, frozen: boolean): CloudView => ({
  name: snapshot.name,
  release: { id: release.id, name: release.name },
  releaseAssumed: snapshot.release === undefined,
  hosts: snapshot.hosts.length,
  cells: books.reduce((sum, { cells }) => sum + cells.length, 0),
  sources: snapshot.sources.map(({ kind, name, readAt }) => ({ kind, name, readAt })),
  asOf: frozen ? snapshot.takenAt : undefined,
  gaps: snapshot.gaps.length,
})
