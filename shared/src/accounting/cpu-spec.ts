import { type CpuSet, cpuSet, without } from '../model/cpus.ts'
import { int } from '../oslo.ts'
import type { Rules } from '../releases/rules.ts'

/** CPUs of a range that are read: more than any host has, so that a mistyped range cannot fill the memory. */
const LONGEST_RANGE = 65_536

export type CpuSpec =
  | { readonly kind: 'cpus'; readonly cpus: CpuSet }
  /** Nova raises Invalid; the part at fault. */
  | { readonly kind: 'invalid'; readonly part: string }

/** nova/virt/hardware.py: parse_cpu_spec. A list of `a`, `a-b` and `^a`; what is excluded is excluded from all of it. */
export function parseCpuSpec(spec: string, rules: Rules): CpuSpec {
  const included: number[] = []
  const excluded: number[] = []
  for (const part of spec.split(',').map((part) => part.trim())) {
    if (part === '') continue
    const run = parsePart(part, rules)
    if (!run) return { kind: 'invalid', part }
    const into = run.excludes ? excluded : included
    const last = Math.min(run.to, run.from + LONGEST_RANGE)
    for (let id = run.from; id <= last; id += 1) into.push(id)
  }
  return { kind: 'cpus', cpus: without(cpuSet(included), excluded) }
}

interface Run {
  readonly from: number
  readonly to: number
  readonly excludes: boolean
}

function parsePart(part: string, rules: Rules): Run | undefined {
  const excludes = part.startsWith('^')
  const dash = part.indexOf('-')
  if (dash < 0) {
    const id = int(excludes ? part.slice(1) : part)
    return id === undefined ? undefined : { from: id, to: id, excludes }
  }
  if (excludes && rules.cpuSpecExclusion === 'CPUs') return undefined
  const from = int(part.slice(excludes ? 1 : 0, dash))
  const to = int(part.slice(dash + 1))
  return from === undefined || to === undefined || from > to ? undefined : { from, to, excludes }
}
