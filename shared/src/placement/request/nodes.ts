import type { GuestCell } from '../../model/cell.ts'
import type { Flavor } from '../../model/flavor.ts'
import { int, isIntLike } from '../../oslo.ts'
import type { Rules } from '../../releases/rules.ts'
import { evenCells, givenCells } from './cells.ts'
import { cpusOf, flavorSpec, perNode, type TypedImage } from './properties.ts'
import { refuse, required } from './refusal.ts'

/** nova/virt/hardware.py: _get_numa_node_count_constraint. Undefined and zero ask for no node. */
export function nodeCount(flavor: Flavor, image: TypedImage, rules: Rules): number | undefined {
  const asked = flavorSpec(flavor, 'numa_nodes')
  const { numaNodes } = image
  const forbidden = () => refuse('ImageNUMATopologyForbidden', 'hw_numa_nodes')

  switch (rules.numaNodes) {
    case 'zero divides':
    case 'zero is one':
    case 'zero is none':
      if (asked === undefined) return numaNodes
      if (numaNodes !== undefined) return forbidden()
      return required(int(asked), `hw:numa_nodes=${asked}`)
    case 'at least one, then the image':
      if (asked === undefined) return atLeastOne(numaNodes)
      positive(asked)
      if (numaNodes !== undefined) return forbidden()
      return int(asked)
    case 'the image, then at least one':
      if (asked && numaNodes) return forbidden()
      return asked ? positive(asked) : atLeastOne(numaNodes)
  }
}

const positive = (text: string): number => {
  const nodes = isIntLike(text) ? Number(text) : 0
  return nodes > 0 ? nodes : refuse('InvalidNUMANodesNumber', `hw:numa_nodes=${text}`)
}

const atLeastOne = (nodes: number | undefined): number | undefined =>
  nodes === undefined || nodes > 0 ? nodes : refuse('InvalidNUMANodesNumber', `hw_numa_nodes=${nodes}`)

/** Memory and CPUs by node, by hand where flavor or image give them, else in even shares. */
export function split(nodes: number, flavor: Flavor, image: TypedImage, rules: Rules): readonly GuestCell[] {
  const cpus = flavorOrImage(
    perNode(flavor.extraSpecs, 'hw:numa_cpus', (text) => cpusOf(text, rules)),
    image.numaCpus,
    'hw_numa_cpus',
  )
  const mem = flavorOrImage(
    perNode(flavor.extraSpecs, 'hw:numa_mem', (text, key) => required(int(text), `${key}=${text}`)),
    image.numaMem,
    'hw_numa_mem',
  )
  if (!cpus && !mem) return evenCells(nodes, flavor)
  if (!cpus || !mem || cpus.length !== nodes || mem.length !== nodes) {
    return refuse(
      'ImageNUMATopologyIncomplete',
      `numa_nodes=${nodes} numa_cpus=${cpus?.length ?? 0} numa_mem=${mem?.length ?? 0}`,
    )
  }
  return givenCells(nodes, flavor, (node) => ({ cpus: cpus[node] ?? [], mem: mem[node] ?? 0 }))
}

const flavorOrImage = <T>(flavor: T | undefined, image: T | undefined, name: string): T | undefined =>
  flavor && image ? refuse('ImageNUMATopologyForbidden', name) : (flavor ?? image)
