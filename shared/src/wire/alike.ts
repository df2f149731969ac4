import type { HostCell } from '../model/cell.ts'
import type { Guest } from '../model/guest.ts'
import type { Host, NovaHost } from '../model/host.ts'

/**
 * Guests that share what is alike. Each is read with a flavor and an image of its own, of which a cloud has few: as one
 * value they are kept once, and what is known of one is known of all.
 */
export function sharedGuests(guests: Iterable<Guest>): readonly Guest[] {
  const flavor = sharer<Guest['flavor']>()
  const image = sharer<Guest['image']>()
  return Array.from(guests, (guest) => ({
    ...guest,
    flavor: flavor(guest.flavor),
    image: image(guest.image),
  }))
}

/** Hosts that share CPUs, cores and ratios: machines of one kind have them alike, and they are most of what a cell holds. */
export function sharedHosts(hosts: readonly Host[]): readonly Host[] {
  const cpus = sharer<HostCell['cpuset']>()
  const cores = sharer<HostCell['siblings']>()
  const ratios = sharer<NovaHost['ratios']>()
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
      nova: nova && {
        ...nova,
        ratios: ratios(nova.ratios),
        cells: typeof nova.cells === 'string' ? nova.cells : nova.cells.map(cellSharing),
      },
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
