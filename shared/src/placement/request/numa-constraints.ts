import type { GuestTopology } from '../../model/cell.ts'
import type { Flavor, ImageProps } from '../../model/flavor.ts'
import type { Rules } from '../../releases/rules.ts'
import type { Constraints } from './constraints.ts'
import { nodeByNode } from './node-by-node.ts'
import {
  nodesFirst,
  pinningAlone,
  realtimeThenThreads,
  threadsEmulatorRealtime,
  threadsThenRealtime,
} from './nodes-first.ts'
import { policiesFirst } from './policies-first.ts'
import { typedImage } from './properties.ts'
import { Refusal } from './refusal.ts'

/**
 * What flavor and image ask of a host's cells: nova/virt/hardware.py, numa_get_constraints. The API asks it before a
 * guest is scheduled, and the compute again before it is moved.
 */
export function numaConstraints(flavor: Flavor, image: ImageProps, rules: Rules): Constraints {
  try {
    return { kind: 'topology', topology: read[rules.constraintOrder](flavor, image, rules) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'rejected', exception: error.exception, detail: error.detail }
  }
}

type Reader = (flavor: Flavor, image: ImageProps, rules: Rules) => GuestTopology | undefined

/** In which order flavor and image are looked at decides which of several faults a release names. */
const read: Record<Rules['constraintOrder'], Reader> = {
  nothing: () => undefined,
  'node by node': (flavor, image, rules) => {
    const cells = nodeByNode(flavor, image, rules)
    return cells && { cells, emulatorThreadsPolicy: undefined }
  },
  'nodes, pinning': (flavor, image, rules) =>
    nodesFirst(flavor, typedImage(image, rules), rules, pinningAlone),
  'nodes, realtime, threads': (flavor, image, rules) =>
    nodesFirst(flavor, typedImage(image, rules), rules, realtimeThenThreads),
  'nodes, threads, realtime': (flavor, image, rules) =>
    nodesFirst(flavor, typedImage(image, rules), rules, threadsThenRealtime),
  'nodes, threads, emulator, realtime': (flavor, image, rules) =>
    nodesFirst(flavor, typedImage(image, rules), rules, threadsEmulatorRealtime),
  'policies, nodes': (flavor, image, rules) => policiesFirst(flavor, typedImage(image, rules), rules),
}
