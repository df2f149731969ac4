import { z } from 'zod'
import { usageOf } from '../accounting/usage.ts'
import type { Rules } from '../releases/rules.ts'
import { hostCells, hostJson, hostUsageJson } from './host.ts'
import { type Op, raised, unsupported } from './op.ts'
import { guestTopology, type TopologyJson, topologyJson } from './topology.ts'

const free = z
  .boolean()
  .nullish()
  .transform((free) => free ?? false)

/** Guests counted together, or one. */
const step = z.union([
  z.object({ topologies: z.array(topologyJson).min(1), free }),
  z
    .object({ topology: topologyJson.transform((topology) => [topology]), free })
    .transform(({ topology, free }) => ({ topologies: topology, free })),
])

/** Without steps, each guest is one. */
const request = z.union([
  z.object({ host: hostJson, steps: z.array(step) }),
  z
    .object({ host: hostJson })
    .and(step)
    .transform(({ host, topologies, free }) => ({
      host,
      steps: topologies.map((topology) => ({ topologies: [topology], free })),
    })),
])

/** What a host's cells hold after guests were counted in or out, step by step. */
export const usage: Op = (line, { rules }) => {
  const { host, steps } = request.parse(line)
  if (steps.some(({ topologies }) => topologies.some((guest) => isUnknown(guest, rules)))) return unsupported

  let cells = hostCells(host, rules)
  const hosts: object[] = []
  const soFar = () => (steps.length > 1 ? { hosts } : {})
  for (const [index, { topologies, free }] of steps.entries()) {
    const counted = usageOf(
      cells,
      topologies.map((guest) => guestTopology(guest, rules)),
      rules,
      free,
    )
    if (counted.kind === 'raises') {
      return { ...raised(counted.exception, counted.detail, 'usage'), step: index, ...soFar() }
    }
    cells = counted.cells
    hosts.push(hostUsageJson(cells, rules))
  }
  return { host: hosts.at(-1) ?? hostUsageJson(cells, rules), ...soFar() }
}

/** A policy that release's objects do not have. */
const isUnknown = ({ cells }: TopologyJson, rules: Rules): boolean =>
  rules.mixedCpuPolicy === 'unknown' &&
  rules.guestIsPinned === 'by its policy' &&
  cells.some(({ cpu_policy }) => cpu_policy === 'mixed')
