import { z } from 'zod'
import { usageOf } from '../accounting/usage.ts'
import type { GuestTopology } from '../model/cell.ts'
import type { Flavor, ImageProps } from '../model/flavor.ts'
import { fitToHost } from '../placement/fit/fit-to-host.ts'
import { numaConstraints } from '../placement/request/numa-constraints.ts'
import { flavor, imageProps } from './flavor.ts'
import { hostCells, hostJson, hostUsageJson } from './host.ts'
import { limits, packing } from './limits.ts'
import { type Op, raised } from './op.ts'
import { guestTopologyJson } from './topology.ts'

const boot = z.object({ flavor, image_props: imageProps, count: z.int().min(0).default(1) })
/** By the place of the boot among the results. */
const removal = z.object({ delete: z.int() })

const request = z.object({
  host: hostJson,
  boots: z.array(z.union([removal, boot])),
  limits,
  packing,
  stop_at_first_failure: z
    .boolean()
    .nullish()
    .transform((stop) => stop ?? false),
})

/** Boots and deletions on one host, each counted before the next. */
export const sequence: Op = (line, { rules }) => {
  const { host, boots, limits, packing, stop_at_first_failure } = request.parse(line)
  let cells = hostCells(host, rules)
  const results: object[] = []
  const placed = new Map<number, GuestTopology>()

  const count = (guest: GuestTopology, free: boolean): object => {
    const counted = usageOf(cells, [guest], rules, free)
    if (counted.kind === 'raises') return raised(counted.exception, counted.detail, 'usage')
    cells = counted.cells
    return {}
  }
  const remove = (index: number): object => {
    const guest = placed.get(index)
    if (!guest) return { result: 'nothing_to_delete' }
    placed.delete(index)
    const counted = count(guest, true)
    return 'error' in counted ? counted : { result: 'deleted' }
  }
  const place = (flavor: Flavor, image: ImageProps): object => {
    const asked = numaConstraints(flavor, image, rules)
    if (asked.kind === 'rejected') return raised(asked.exception, asked.detail, 'constraints')
    if (!asked.topology) return { result: 'no_numa' }
    const answer = fitToHost(cells, asked.topology, limits, rules, packing)
    if (answer.kind === 'raises') return raised(answer.exception, answer.detail, 'fit')
    if (answer.kind === 'rejected') return { result: 'no_fit' }
    const counted = count(answer.topology, false)
    if (!('error' in counted)) placed.set(results.length, answer.topology)
    return { result: 'fit', topology: guestTopologyJson(answer.topology, rules), ...counted }
  }

  const isOver = () => {
    const last = results.at(-1)
    return stop_at_first_failure && last !== undefined && 'result' in last && last.result === 'no_fit'
  }
  for (const step of boots) {
    if (isOver()) break
    if ('delete' in step) {
      results.push(remove(step.delete))
      continue
    }
    for (let booted = 0; booted < step.count && !isOver(); booted += 1) {
      results.push(place(step.flavor, step.image_props))
    }
  }
  return { results, host: hostUsageJson(cells, rules) }
}
