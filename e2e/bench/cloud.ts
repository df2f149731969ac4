import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  type Action,
  cloudOf,
  enabledFilters,
  explainVerdict,
  hostState,
  judge,
  placementRequest,
  releaseById,
  replay,
  type Snapshot,
} from '@headroom/shared'
import { cloudAtRandom, seeded } from '@headroom/shared/testing'
import { least, middle, type Target, timed } from './target.ts'

const release = releaseById('zed')
if (!release) throw new Error('Zed is gone')
const { rules } = release

const snapshotOf = (hosts: number, seed: number): Snapshot =>
  cloudAtRandom({ hosts, cells: [2] }, release, seeded(seed))

/** Judges and explains a request on every host. */
function judging(snapshot: Snapshot, flavorName: string): () => void {
  const flavor = snapshot.flavors.find(({ name }) => name === flavorName)
  if (!flavor) throw new Error(`no flavor ${flavorName}`)
  const states = snapshot.hosts.map((host) => hostState(host, rules, []))
  const names = enabledFilters(snapshot.settings.enabledFilters, rules)
  return () => {
    const request = placementRequest(flavor, {}, rules)
    for (const state of states) explainVerdict(judge(state, request, names))
  }
}

const rounds = Array.from({ length: 15 }, (_, round) => round)

const other = new Float64Array(8 * 2 ** 20)

/** Milliseconds where the processor has had other work before: no cloud is asked over and over. */
function cold(once: () => void): number {
  other.fill(performance.now())
  return timed(once)
}

function judged(small: Snapshot, large: Snapshot, flavor: string): readonly Target[] {
  const [few, many] = [judging(small, flavor), judging(large, flavor)]
  for (const _ of rounds) few()
  const pairs = rounds.map(() => [cold(few), cold(many)] as const)
  const [fewMs, manyMs] = [least(pairs.map(([ms]) => ms)), least(pairs.map(([, ms]) => ms))]
  const to = `${large.hosts.length} two-cell hosts`
  return [
    { name: `${flavor} judged and explained on ${to}`, measured: manyMs, bound: { atMost: 50 }, unit: ' ms' },
    {
      name: `${flavor} on ${to}, to ${small.hosts.length}`,
      measured: manyMs / fewMs,
      bound: { atMost: 11 },
      unit: '×',
    },
  ]
}

/** Boots of all flavors in turn, and in the middle one of another flavor. */
function planWith({ flavors }: Snapshot, steps: number, other: number): readonly Action[] {
  return Array.from({ length: steps }, (_, step) => ({
    do: 'boot',
    id: `guest-${step}`,
    flavor: flavors[(step + (step === steps >> 1 ? other : 0)) % flavors.length]?.name ?? '',
    image: {},
    count: 1,
    on: undefined,
  }))
}

function edited(snapshot: Snapshot): { readonly opened: string; readonly target: Target } {
  const steps = 50
  let cloud = cloudOf(snapshot, release as NonNullable<typeof release>)
  const openedMs = timed(() => {
    cloud = cloudOf(snapshot, cloud.release)
    replay(cloud, planWith(snapshot, 1, 0))
  })
  const playedMs = timed(() => replay(cloud, planWith(snapshot, steps, 0)))
  const edits = snapshot.flavors.slice(1).map((_, other) => planWith(snapshot, steps, other + 1))
  const size = `${snapshot.hosts.length} hosts, ${snapshot.guests.length} guests`
  return {
    opened: `${Math.round(openedMs)} ms to both books of ${size}; ${Math.round(playedMs)} ms to play ${steps} steps`,
    target: {
      name: `a change in the middle of ${steps} steps, ${size}`,
      measured: middle(edits.map((actions) => timed(() => replay(cloud, actions)))),
      bound: { atMost: 300 },
      unit: ' ms',
    },
  }
}

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function bytesKept(hosts: number, seed: number): number {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const kept = snapshotOf(hosts, seed)
  collectGarbage()
  return (process.memoryUsage().heapUsed - before) / kept.hosts.length
}

const asked = ['m1.large', 'p1.plain', 'p1.medium', 'p1.large', 'n1.medium', 'n1.large', 'n1.apart']

/** What a cloud of that seed takes in time and space: targets, and what is only told. */
export function ofCloud(seed: number): {
  readonly targets: readonly Target[]
  readonly told: readonly string[]
} {
  const bytes = bytesKept(2000, seed)
  const [small, large] = [snapshotOf(1000, seed), snapshotOf(10_000, seed)]
  const judging = asked.flatMap((flavor) => judged(small, large, flavor))
  const { opened, target } = edited(large)
  const guests = (large.guests.length / large.hosts.length).toFixed(1)
  return {
    targets: [...judging, target],
    told: [
      opened,
      `${Math.round(bytes)} bytes kept per two-cell host, guests and observation included (${guests} guests a host)`,
    ],
  }
}
