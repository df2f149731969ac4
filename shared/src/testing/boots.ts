import { usageOf } from '../accounting/usage.ts'
import type { GuestTopology, HostCell } from '../model/cell.ts'
import type { Flavor } from '../model/flavor.ts'
import { type FitAnswer, fitToHost } from '../placement/fit/fit-to-host.ts'
import type { Limits } from '../placement/fit/limits.ts'
import { numaConstraints } from '../placement/request/numa-constraints.ts'
import { releaseById } from '../releases/index.ts'
import type { Rules } from '../releases/rules.ts'
import { MiB } from '../units.ts'

export const rulesOf = (id: string): Rules => {
  const release = releaseById(id)
  if (!release) throw new Error(`no release ${id}`)
  return release.rules
}

/** A flavor as one says it: `'2 vCPU, 4096, hw:mem_page_size=large'`. */
export function flavor(text: string): Flavor {
  const [vcpus = '', memory = '', ...specs] = text.split(', ')
  return {
    name: text,
    vcpus: Number.parseInt(vcpus, 10),
    memory: MiB(Number(memory)),
    rootGb: 0,
    ephemeralGb: 0,
    swap: MiB(0),
    extraSpecs: Object.fromEntries(specs.map((spec) => spec.split('=') as [string, string])),
  }
}

export const ratios = (ram: number, cpu = 16): Limits => ({
  cpuAllocationRatio: cpu,
  ramAllocationRatio: ram,
})

export function request(text: string, rules: Rules): GuestTopology {
  const asked = numaConstraints(flavor(text), {}, rules)
  if (asked.kind === 'rejected' || !asked.topology) throw new Error(`no cells: ${text}`)
  return asked.topology
}

export interface On {
  readonly release: string
  readonly cells: readonly HostCell[]
  readonly limits?: Limits | undefined
  readonly packing?: boolean
}

/** Boots of these flavors one after another, up to the first refusal of each; the host as they leave it. */
export function boot(
  { release, cells, limits, packing }: On,
  ...asks: readonly (readonly [flavor: string, most: number])[]
) {
  const rules = rulesOf(release)
  const placed: GuestTopology[][] = []
  let now = cells
  for (const [text, most] of asks) {
    const these: GuestTopology[] = []
    placed.push(these)
    while (these.length < most) {
      const answer = fitToHost(now, request(text, rules), limits, rules, packing)
      if (answer.kind !== 'fits') break
      const counted = usageOf(now, [answer.topology], rules)
      if (counted.kind !== 'counted') throw new Error(counted.exception)
      now = counted.cells
      these.push(answer.topology)
    }
  }
  return { placed, cells: now }
}

export const counts = (on: On, ...asks: readonly (readonly [string, number])[]) =>
  boot(on, ...asks).placed.map(({ length }) => length)

/** Host cells of each guest: `0` for one cell, `0+1` for two; `no` closes a list that a refusal ended. */
export function onCells(on: On, text: string, most: number): string {
  const [guests = []] = boot(on, [text, most]).placed
  const where = guests.map(({ cells }) => cells.map(({ id }) => id).join('+'))
  return [...where, ...(guests.length < most ? ['no'] : [])].join(' ')
}

/** Host CPUs of each guest, in the order of its vCPUs. */
export function onCpus(on: On, text: string, most: number): string {
  const [guests = []] = boot(on, [text, most]).placed
  const pins = guests.map(({ cells }) =>
    cells
      .map(({ cpuPinning = [], cpusetReserved }) =>
        [cpuPinning.map(([, cpu]) => cpu).join(','), ...(cpusetReserved ?? []).map((cpu) => `+${cpu}`)].join(
          '',
        ),
      )
      .join(' | '),
  )
  return [...pins, ...(guests.length < most ? ['no'] : [])].join('  ')
}

/** What rows ask for, in the words of extra specs. */
export const np = 'hw:numa_nodes=1'
export const pinned = 'hw:cpu_policy=dedicated'
export const sized = (size: string) => `hw:mem_page_size=${size}`

export const answer = (
  release: string,
  cells: readonly HostCell[],
  text: string,
  limits?: Limits,
): FitAnswer => {
  const rules = rulesOf(release)
  return fitToHost(cells, request(text, rules), limits, rules)
}

export function outcome(release: string, cells: readonly HostCell[], text: string): string {
  const found = answer(release, cells, text)
  return found.kind === 'raises' ? found.exception : found.kind
}
