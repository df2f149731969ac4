import type { HostCell } from '../model/cell.ts'
import type { Guest } from '../model/guest.ts'
import type { Host } from '../model/host.ts'

/**
 * Guests that share what is alike. Each is read with a flavor and an image of its own, of which a cloud has few: as one
 * value they are kept once, and what is known of one is known of all.
 */
export function sharingFlavors(guests: Iterable<Guest>): readonly Guest[] {
  const flavor = sharer<Guest['flavor']>()
  const image = sharer<Guest['image']>()
  return Array.from(guests, (guest) => ({
    ...guest,
    flavor: flavor(guest.flavor),
    image: image(guest.image),
  }))
}

/** Hosts that share CPUs and cores: machines of one kind number them alike, and they are most of what a cell holds. */
export function sharingCpus(hosts: readonly Host[]): readonly Host[] {
  const cpus = sharer<HostCell['cpuset']>()
  const cores = sharer<HostCell['siblings']>()
  const cellSharing = (cell: HostCell): HostCell => ({
    ...cell,
    cpuset: cpus(cell.cpuset),
    pcpuset: cpus(cell.pcpuset),
    siblings: cores(cell.siblings),
  })
  return hosts.map((host): Host => {
    const { nova, observed } = host
    return {
      ...host,
      nova: nova && typeof nova.cells !== 'string' ? { ...nova, cells: nova.cells.map(cellSharing) } : nova,
      observed: observed && {
        ...observed,
        nodes: observed.nodes.map((node) => ({ ...node, cpus: cpus(node.cpus) })),
        siblings: observed.siblings && cores(observed.siblings),
      },
    }
  })
}

function sharer<T>(): (one: T) => T {
  const known = new Map<string, T>()
  return (one) => {
    const key = JSON.stringify(one)
    const first = known.get(key) ?? one
    known.set(key, first)
    return first
  }
}
