import {
  type Cloud,
  cloudOf,
  type Release,
  readSnapshot,
  releaseById,
  releases,
  type Snapshot,
} from '@headroom/shared'
import { scenarioById } from '@headroom/shared/scenarios'
import { problem } from './problem.ts'
import type { SnapshotStore } from './store/store.ts'

/** A snapshot under a release, by the names a request gives; what is not there is a problem. */
export type FindCloud = (named: {
  /** A scenario's id or a stored snapshot's. */
  readonly snapshot: string
  /** Undefined is the one the snapshot names. */
  readonly release: string | undefined
}) => Promise<Cloud>

/** Snapshots kept as read, with their clouds: a plan that grows by a step is replayed on the cloud it grew on. */
const keptSnapshots = 4

export function findCloudIn(store: SnapshotStore): FindCloud {
  const read = new Map<string, Snapshot>()
  const clouds = new WeakMap<Snapshot, Map<Release, Cloud>>()

  const stored = async (id: string): Promise<Snapshot | undefined> => {
    if (!(await store.find(id))) return undefined
    const snapshot = read.get(id) ?? readStored(await store.document(id))
    read.delete(id)
    if (snapshot) read.set(id, snapshot)
    for (const oldest of [...read.keys()].slice(0, -keptSnapshots)) read.delete(oldest)
    return snapshot
  }

  return async ({ snapshot: id, release: asked }) => {
    const snapshot = scenarioById(id)?.snapshot ?? (await stored(id))
    if (!snapshot) throw problem(404, `No snapshot and no scenario has the id ${id}.`)
    const release = releaseOf(snapshot, asked)
    const byRelease = clouds.get(snapshot) ?? new Map<Release, Cloud>()
    const cloud = byRelease.get(release) ?? cloudOf(snapshot, release)
    clouds.set(snapshot, byRelease.set(release, cloud))
    return cloud
  }
}

/** Throws for a document that only an older server could have stored: what is stored was whole. */
function readStored(document: string | undefined): Snapshot | undefined {
  if (document === undefined) return undefined
  const { facts, problems } = readSnapshot(JSON.parse(document))
  if (facts) return facts
  throw new Error(`a stored snapshot cannot be read: ${JSON.stringify(problems)}`)
}

function releaseOf(snapshot: Snapshot, asked: string | undefined): Release {
  const id = asked ?? snapshot.release
  const known = releases.map((release) => release.id)
  const errors = [
    { pointer: '#/release', expected: known.join(' or '), ...(id === undefined ? {} : { found: id }) },
  ]
  if (id === undefined)
    throw problem(400, 'The snapshot does not say which release of Nova it is of; the request has to.', {
      errors,
    })
  const release = releaseById(id)
  if (!release) throw problem(400, `No release is called ${id}.`, { errors })
  return release
}
