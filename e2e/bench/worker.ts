import { parentPort, Worker } from 'node:worker_threads'
import {
  type Action,
  type Cloud,
  cloudOf,
  drain,
  drainRequest,
  type Flavor,
  finished,
  HostId,
  headroom,
  novaBookOf,
  type Release,
  readSnapshot,
  releaseById,
  replay,
  type Snapshot,
  writeSnapshot,
} from '@headroom/shared'
import { editsOf, fullestOf, manyFlavors, planWith } from './questions.ts'
import { middle, type Target } from './target.ts'

/** What a page asks of the worker that holds the cloud; what it answers is what a page would show. */
type Ask =
  | { readonly ask: 'open'; readonly text: string; readonly release: string }
  | { readonly ask: 'plan'; readonly actions: readonly Action[] }
  | { readonly ask: 'headroom'; readonly flavors: readonly Flavor[] }
  | { readonly ask: 'drain'; readonly host: string }

/** The one who holds the cloud. */
function createDesk(): (asked: Ask) => unknown {
  let cloud: Cloud | undefined
  const open = (text: string, release: Release | undefined): Cloud => {
    const { facts } = readSnapshot(JSON.parse(text))
    if (!facts || !release) throw new Error('no snapshot of a release')
    const opened = cloudOf(facts, release)
    for (const { id } of facts.hosts) novaBookOf(opened, id)
    return opened
  }
  return (asked) => {
    if (asked.ask === 'open') {
      cloud = open(asked.text, releaseById(asked.release))
      return cloud.snapshot.hosts.length
    }
    if (!cloud) throw new Error('no cloud is open')
    switch (asked.ask) {
      case 'plan':
        return replay(cloud, asked.actions).map(({ outcome, touched }) => ({ kind: outcome.kind, touched }))
      case 'headroom':
        return finished(headroom(cloud, asked.flavors))
      case 'drain':
        return finished(drain(cloud, drainRequest([HostId(asked.host)])))
    }
  }
}

/** In a worker: answers one question after another, for as long as the main thread keeps it. */
export function serve(): void {
  const answer = createDesk()
  parentPort?.on('message', (asked: Ask) => parentPort?.postMessage(answer(asked)))
}

interface Desk {
  readonly ask: (asked: Ask) => Promise<unknown>
  readonly close: () => void
}

/** The same bundle again, in a thread of its own. */
function hired(): Desk {
  const worker = new Worker(new URL(import.meta.url))
  return {
    ask: (asked) =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.postMessage(asked)
      }),
    close: () => void worker.terminate(),
  }
}

function here(): Desk {
  const answer = createDesk()
  return { ask: async (asked) => answer(asked), close: () => {} }
}

/** Milliseconds until the answer is there. */
async function waited({ ask }: Desk, asked: Ask): Promise<number> {
  const began = performance.now()
  await ask(asked)
  return performance.now() - began
}

interface Question {
  readonly name: string
  readonly atMost: number
  readonly snapshot: Snapshot
  readonly release: Release
  /** Asked once before, outside the time. */
  readonly first?: Ask
  readonly asks: readonly Ask[]
}

/** Each asked of a worker, with all that crosses, and beside it in the thread itself. */
async function timedBoth({ name, atMost, snapshot, release, first, asks }: Question): Promise<Target> {
  const text = JSON.stringify(writeSnapshot(snapshot))
  const desks = [hired(), here()]
  const times: number[][] = []
  for (const desk of desks) {
    await desk.ask({ ask: 'open', text, release: release.id })
    if (first) await desk.ask(first)
    const taken: number[] = []
    for (const asked of asks) taken.push(await waited(desk, asked))
    times.push(taken)
    desk.close()
  }
  const [inWorker = Number.NaN, inThread = Number.NaN] = times.map(middle)
  return {
    name: `in a worker: ${name}`,
    measured: inWorker,
    bound: { atMost },
    unit: ' ms',
    of: `${Math.round(inThread)} ms without one`,
  }
}

/** What the page waits for when its worker answers. */
export async function workers(
  small: Snapshot,
  large: Snapshot,
  release: Release,
): Promise<readonly Target[]> {
  const steps = 50
  const { host, guests } = fullestOf(cloudOf(small, release))
  return [
    await timedBoth({
      name: `a change in the middle of ${steps} steps, ${large.hosts.length} hosts`,
      atMost: 300,
      snapshot: large,
      release,
      first: { ask: 'plan', actions: planWith(large, steps, 0) },
      asks: editsOf(large, steps).map((actions) => ({ ask: 'plan', actions })),
    }),
    await timedBoth({
      name: `headroom of 100 flavors on ${small.hosts.length} hosts`,
      atMost: 1000,
      snapshot: small,
      release,
      asks: Array(5).fill({ ask: 'headroom', flavors: manyFlavors(small, 100) }),
    }),
    await timedBoth({
      name: `a host of ${guests} guests drained, ${small.hosts.length} hosts`,
      atMost: 1000,
      snapshot: small,
      release,
      asks: Array(5).fill({ ask: 'drain', host }),
    }),
  ]
}
