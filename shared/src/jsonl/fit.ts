import { z } from 'zod'
import { fitToHost } from '../placement/fit/fit-to-host.ts'
import { numaConstraints } from '../placement/request/numa-constraints.ts'
import { flavor, imageProps } from './flavor.ts'
import { hostCells, hostJson } from './host.ts'
import { limits, packing } from './limits.ts'
import { type Op, raised } from './op.ts'
import { devices, pci } from './pci.ts'
import { guestTopologyJson } from './topology.ts'

/** A fit as a request asks for it. */
export const fitRequest = z.object({
  host: hostJson,
  flavor,
  image_props: imageProps,
  limits,
  packing,
  pci: pci.nullish(),
})

/** Where a host would take a guest. `overlooked` says what the cells chosen object to, where Nova takes them all the same. */
export const fit: Op = (line, { rules }) => {
  const { host, flavor, image_props, limits, packing, pci } = fitRequest.parse(line)
  const asked = numaConstraints(flavor, image_props, rules)
  if (asked.kind === 'rejected') return raised(asked.exception, asked.detail, 'constraints')
  if (!asked.topology) return { result: 'no_numa', topology: null }

  const answer = fitToHost(
    hostCells(host, rules),
    asked.topology,
    limits,
    rules,
    packing,
    pci ? devices(pci) : undefined,
  )
  if (answer.kind === 'raises') return raised(answer.exception, answer.detail, 'fit')
  if (answer.kind === 'rejected') return { result: 'no_fit', topology: null }
  const fits = { result: 'fit', topology: guestTopologyJson(answer.topology, rules) }
  return answer.overlooked.length > 0 ? { ...fits, overlooked: answer.overlooked } : fits
}
