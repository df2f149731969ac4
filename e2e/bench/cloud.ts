import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  cloudOf,
  enabledFilters,
  explainVerdict,
  hostState,
  judge,
  placementRequest,
  type Release,
  replay,
  type Snapshot,
} from '@headroom/shared'
import { editsOf, planWith } from './questions.ts'
import { least, middle, type Target, timed } from './target.ts'

/** Judges and explains a request on every host. */
function judging(snapshot: Snapshot, { rules }: Release, flavorName: string): () => void {
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

function judged(small: Snapshot, large: Snapshot, release: Release, flavor: string): readonly Target[] {
  const [few, many] = [judging(small, release, flavor), judging(large, release, flavor)]
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

function edited(snapshot: Snapshot, release: Release): { readonly opened: string; readonly target: Target } {
  const steps = 50
  const cloud = cloudOf({ ...snapshot }, release)
  const openedMs = timed(() => replay(cloud, planWith(snapshot, 1, 0)))
  const playedMs = timed(() => replay(cloud, planWith(snapshot, steps, 0)))
  const size = `${snapshot.hosts.length} hosts, ${snapshot.guests.length} guests`
  return {
    opened: `${Math.round(openedMs)} ms to the first step on ${size}; ${Math.round(playedMs)} ms to play ${steps} steps`,
    target: {
      name: `a change in the middle of ${steps} steps, ${size}`,
      measured: middle(editsOf(snapshot, steps).map((actions) => timed(() => replay(cloud, actions)))),
      bound: { atMost: 300 },
      unit: ' ms',
    },
  }
}

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** What a snapshot that is made here takes, by host. */
export function bytesKept(make: () => Snapshot): string {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const { hosts, guests } = make()
  collectGarbage()
  const bytes = (process.memoryUsage().heapUsed - before) / hosts.length
  const each = (guests.length / hosts.length).toFixed(1)
  return `${Math.round(bytes)} bytes kept per two-cell host, guests and observation included (${each} guests a host)`
}

const asked = ['m1.large', 'p1.plain', 'p1.medium', 'p1.large', 'n1.medium', 'n1.large', 'n1.apart']

/** One request on all hosts, and a plan on all of them. */
export function ofCloud(
  small: Snapshot,
  large: Snapshot,
  release: Release,
): { readonly targets: readonly Target[]; readonly told: readonly string[] } {
  const judging = asked.flatMap((flavor) => judged(small, large, release, flavor))
  const { opened, target } = edited(large, release)
  return { targets: [...judging, target], told: [opened] }
}
