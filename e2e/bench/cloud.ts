import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  enabledFilters,
  explainVerdict,
  hostState,
  judge,
  placementRequest,
  releaseById,
  type Snapshot,
} from '@headroom/shared'
import { cloudAtRandom, seeded } from '@headroom/shared/testing'

const release = releaseById('zed')
if (!release) throw new Error('Zed is gone')
const { rules } = release

const cloudOf = (hosts: number, seed: number): Snapshot =>
  cloudAtRandom({ hosts, cells: [2] }, release, seeded(seed))

/** Milliseconds to judge and explain a request on every host, the middle of some rounds. */
function judging(snapshot: Snapshot, flavorName: string): number {
  const flavor = snapshot.flavors.find(({ name }) => name === flavorName)
  if (!flavor) throw new Error(`no flavor ${flavorName}`)
  const states = snapshot.hosts.map((host) => hostState(host, rules, []))
  const names = enabledFilters(snapshot.settings.enabledFilters, rules)
  const round = () => {
    const began = performance.now()
    const request = placementRequest(flavor, {}, rules)
    for (const state of states) explainVerdict(judge(state, request, names))
    return performance.now() - began
  }
  const rounds = Array.from({ length: 15 }, round)
    .slice(4)
    .sort((a, b) => a - b)
  return rounds[5] as number
}

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function bytesKept(hosts: number, seed: number): number {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const kept = cloudOf(hosts, seed)
  collectGarbage()
  return (process.memoryUsage().heapUsed - before) / kept.hosts.length
}

export function cloudLines(seed: number): readonly string[] {
  const bytes = bytesKept(2000, seed)
  const [small, large] = [cloudOf(1000, seed), cloudOf(10_000, seed)]
  const asked = ['m1.large', 'p1.medium', 'p1.large', 'n1.medium']
  return [
    ...asked.map((flavor) => {
      const [few, many] = [judging(small, flavor), judging(large, flavor)]
      const times = (many / few).toFixed(1)
      return `${many.toFixed(1)} ms  ${flavor} judged and explained on 10,000 two-cell hosts; ${times} times what 1,000 take`
    }),
    `${Math.round(bytes)} bytes kept per two-cell host, guests and observation included (${(large.guests.length / large.hosts.length).toFixed(1)} guests a host)`,
  ]
}
