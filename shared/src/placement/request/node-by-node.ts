import type { GuestCell } from '../../model/cell.ts'
import type { Flavor, ImageProps } from '../../model/flavor.ts'
import { int } from '../../oslo.ts'
import type { Rules } from '../../releases/rules.ts'
import { evenCells, givenCells, singleCell } from './cells.ts'
import { pageSizeConstraint, pageSizeRequest } from './page-size.ts'
import { pinned } from './policies.ts'
import { cpusOf, flavorSpec } from './properties.ts'
import { refuse, required } from './refusal.ts'

/**
 * Juno and Kilo: properties are text and asked for node by node, and whether the first node has any decides between by
 * hand and even shares. nova/virt/hardware.py: VirtNUMAInstanceTopology.get_constraints (Juno), numa_get_constraints
 * (Kilo).
 */
export function nodeByNode(
  flavor: Flavor,
  image: ImageProps,
  rules: Rules,
): readonly GuestCell[] | undefined {
  const property = (name: string) => flavorOrImage(flavor, image, name)
  const asked = property('numa_nodes')
  const size = pageSizeConstraint(flavorSpec(flavor, 'mem_page_size'), image.hw_mem_page_size, rules)
  const nodes = nodeCount(asked, size, rules)

  const cells =
    nodes === undefined
      ? undefined
      : property('numa_cpus.0') === undefined
        ? evenNodes(nodes, flavor, property)
        : givenCells(nodes, flavor, (node) => givenNode(node, property, rules))
  const sized = cells?.map((cell) => ({ ...cell, pageSize: pageSizeRequest(size) }))

  if (rules.cpuPolicy === 'not read') return sized
  const policy = flavorSpec(flavor, 'cpu_policy')
  if (policy === 'shared' && image.hw_cpu_policy === 'dedicated') return refuse('ImageCPUPinningForbidden')
  const dedicated = policy === 'dedicated' || (policy !== 'shared' && image.hw_cpu_policy === 'dedicated')
  return dedicated ? pinned(sized?.length ? sized : [singleCell(flavor)]) : sized
}

type Property = (name: string) => string | undefined

function flavorOrImage(flavor: Flavor, image: ImageProps, name: string): string | undefined {
  const ofFlavor = flavorSpec(flavor, name)
  const ofImage = image[`hw_${name}`]
  return ofFlavor !== undefined && ofImage !== undefined
    ? refuse('ImageNUMATopologyForbidden', `hw_${name}`)
    : (ofFlavor ?? ofImage)
}

/** Kilo takes zero as one; Juno divides by it. */
function nodeCount(asked: string | undefined, size: number | undefined, rules: Rules): number | undefined {
  const zeroIsOne = rules.numaNodes === 'zero is one'
  if (asked === undefined || (zeroIsOne && asked === '')) return size === undefined ? undefined : 1
  const nodes = required(int(asked), `numa_nodes=${asked}`)
  return nodes === 0 && zeroIsOne ? 1 : nodes
}

function evenNodes(nodes: number, flavor: Flavor, property: Property): readonly GuestCell[] {
  if (nodes === 0) return refuse('ZeroDivisionError', 'numa_nodes=0')
  const cells = evenCells(nodes, flavor)
  for (let node = 0; node < nodes; node += 1) {
    if (property(`numa_cpus.${node}`) !== undefined || property(`numa_mem.${node}`) !== undefined) {
      refuse('ImageNUMATopologyIncomplete', `numa_cpus.${node} numa_mem.${node}`)
    }
  }
  return cells
}

function givenNode(node: number, property: Property, rules: Rules) {
  const cpus = property(`numa_cpus.${node}`)
  const mem = property(`numa_mem.${node}`)
  if (cpus === undefined || mem === undefined) {
    return refuse('ImageNUMATopologyIncomplete', `numa_cpus.${node} numa_mem.${node}`)
  }
  return { mem: required(int(mem), `numa_mem.${node}=${mem}`), cpus: cpusOf(cpus, rules) }
}
