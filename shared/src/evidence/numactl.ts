import { cpuSet } from '../model/cpus.ts'
import type { ObservedNode } from '../model/host.ts'
import { CellId } from '../model/ids.ts'
import { shown } from '../parsing/json.ts'
import type { Parsed, Problem } from '../parsing/parsed.ts'
import { type KiB, MiB } from '../units.ts'

export const isNumactl = (text: string): boolean => /^node \d+ cpus:/m.test(text)

/**
 * `numactl --hardware`: nodes with CPUs, memory and distances; sizes are whole MiB, cut. It says nothing of huge pages:
 * pools of these nodes are not read.
 */
export function parseNumactl(text: string): Parsed<readonly ObservedNode[]> {
  const problems: Problem[] = []
  const lines = text.split('\n').map((line, at) => ({ line: line.trim(), number: at + 1 }))
  const wrong = (number: number, found: string, expected: string): undefined => {
    problems.push({ severity: 'error', at: { line: number }, found: shown(found), expected })
  }
  const ids = lines.flatMap(({ line }) => /^node (\d+) cpus:/.exec(line)?.[1] ?? []).map(Number)
  const [said] = lines.flatMap(({ line, number }) => {
    const [, count] = /^available: (\d+) nodes?\b/.exec(line) ?? []
    return count === undefined ? [] : [{ count: Number(count), line, number }]
  })
  if (said && said.count !== ids.length)
    wrong(said.number, said.line, `as many nodes as are listed, ${ids.length}`)

  const after = (prefix: string) => {
    const there = lines.find(({ line }) => line.startsWith(prefix))
    return there && { ...there, rest: there.line.slice(prefix.length).trim() }
  }
  const memoryOf = (id: number, what: 'size' | 'free'): KiB | undefined => {
    const there = after(`node ${id} ${what}:`)
    const [, megabytes] = /^(\d+) MB$/.exec(there?.rest ?? '') ?? []
    if (megabytes !== undefined) return MiB(Number(megabytes))
    return there && wrong(there.number, there.line, `node ${id} ${what}: N MB`)
  }
  const nodes = ids.map((id): ObservedNode => {
    const cpus = after(`node ${id} cpus:`)
    const listed = cpus?.rest === '' ? [] : (cpus?.rest.split(/\s+/) ?? [])
    const numbers = listed.every((one) => /^\d+$/.test(one))
    if (cpus && !numbers) wrong(cpus.number, cpus.line, `node ${id} cpus: numbers`)
    const distances = after(`${id}:`)?.rest.split(/\s+/) ?? []
    return {
      id: CellId(id),
      cpus: numbers ? cpuSet(listed.map(Number)) : [],
      memory: memoryOf(id, 'size'),
      memoryFree: memoryOf(id, 'free'),
      distances: distances.every((one) => /^\d+$/.test(one)) ? distances.map(Number) : [],
      pools: [],
    }
  })
  return { facts: nodes.length > 0 ? nodes : undefined, problems }
}
