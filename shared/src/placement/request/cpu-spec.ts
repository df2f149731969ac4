import { type CpuSet, cpuSet, without } from '../../model/cpus.ts'
import { int } from '../../oslo.ts'
import type { Rules } from '../../releases/rules.ts'
import { refuse } from './refusal.ts'

/** CPUs of a range that are read: more than any flavor has, so that a mistyped range cannot fill the memory. */
const LONGEST_RANGE = 65_536

/** nova/virt/hardware.py: parse_cpu_spec. A list of `a`, `a-b` and `^a`; what is excluded is excluded from all of it. */
export function parseCpuSpec(spec: string, rules: Rules): CpuSet {
  const included: number[] = []
  const excluded: number[] = []
  for (const rule of spec.split(',').map((part) => part.trim())) {
    if (rule === '') continue
    const dash = rule.indexOf('-')
    if (dash < 0) {
      const out = rule.startsWith('^')
      const id = int(out ? rule.slice(1) : rule) ?? refuse('Invalid', rule)
      if (out) excluded.push(id)
      else included.push(id)
      continue
    }
    const out = rules.cpuSpecExclusion === 'CPUs and ranges' && rule.startsWith('^')
    const from = int(rule.slice(out ? 1 : 0, dash))
    const to = int(rule.slice(dash + 1))
    if (from === undefined || to === undefined || from > to) return refuse('Invalid', rule)
    const last = Math.min(to, from + LONGEST_RANGE)
    for (let id = from; id <= last; id += 1) {
      if (out) excluded.push(id)
      else included.push(id)
    }
  }
  return without(cpuSet(included), excluded)
}
