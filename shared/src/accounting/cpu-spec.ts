import { type CpuSet, cpuSet, without } from '../model/cpus.ts'
import { int } from '../oslo.ts'
import type { Rules } from '../releases/rules.ts'
import { including, type PythonSet, putIn, setOfIds, takeOut } from './set-order.ts'

/** CPUs of a range that are read: more than any host has, so that a mistyped range cannot fill the memory. */
const LONGEST_RANGE = 65_536

export type CpuSpec =
  | { readonly kind: 'cpus'; readonly cpus: CpuSet }
  /** Nova raises Invalid; the part at fault. */
  | { readonly kind: 'invalid'; readonly part: string }

/** nova/virt/hardware.py: parse_cpu_spec. A list of `a`, `a-b` and `^a`; what is excluded is excluded from all of it. */
export function parseCpuSpec(spec: string, rules: Rules): CpuSpec {
  const runs = runsOf(spec, rules)
  if ('part' in runs) return { kind: 'invalid', part: runs.part }
  const ids = (excluded: boolean) => runs.runs.filter(({ excludes }) => excludes === excluded).flatMap(idsOf)
  return { kind: 'cpus', cpus: without(cpuSet(ids(false)), ids(true)) }
}

/** The set that Nova makes of a valid list, as it comes to be; empty for what is no list. */
export function cpuSpecSet(spec: string, rules: Rules): PythonSet<number> {
  const read = runsOf(spec, rules)
  const runs = 'part' in read ? [] : read.runs
  const included = runs
    .filter(({ excludes }) => !excludes)
    .reduce(
      (set, run) => (run.isRange ? putIn(set, setOfIds(idsOf(run))) : including(set, run.from)),
      setOfIds([]),
    )
  return takeOut(included, setOfIds(runs.filter(({ excludes }) => excludes).flatMap(idsOf)))
}

type Runs = { readonly runs: readonly Run[] } | { readonly part: string }

function runsOf(spec: string, rules: Rules): Runs {
  const runs: Run[] = []
  for (const part of spec.split(',').map((part) => part.trim())) {
    if (part === '') continue
    const run = runOf(part, rules)
    if (!run) return { part }
    runs.push(run)
  }
  return { runs }
}

const idsOf = ({ from, to }: Run): readonly number[] =>
  Array.from({ length: Math.min(to - from, LONGEST_RANGE) + 1 }, (_, at) => from + at)

interface Run {
  readonly from: number
  readonly to: number
  readonly excludes: boolean
  readonly isRange: boolean
}

function runOf(part: string, rules: Rules): Run | undefined {
  const excludes = part.startsWith('^')
  const dash = part.indexOf('-')
  if (dash < 0) {
    const id = int(excludes ? part.slice(1) : part)
    return id === undefined ? undefined : { from: id, to: id, excludes, isRange: false }
  }
  if (excludes && rules.cpuSpecExclusion === 'CPUs') return undefined
  const from = int(part.slice(excludes ? 1 : 0, dash))
  const to = int(part.slice(dash + 1))
  return from === undefined || to === undefined || from > to
    ? undefined
    : { from, to, excludes, isRange: true }
}
