import type { Flavor } from '../../model/flavor.ts'
import { GuestId, type HostId } from '../../model/ids.ts'
import { startGuest } from '../../reality/change.ts'
import type { Domain } from '../../reality/domain.ts'
import { domainOf } from '../../reality/guest-xml.ts'
import type { Launch } from '../../reality/launch.ts'
import { launchOf } from '../../reality/libvirt.ts'
import { poolOf, promisedOf } from '../../reality/observe.ts'
import { wishOf } from '../../reality/qemu.ts'
import type { Reality } from '../../reality/reality.ts'
import { startCheck } from '../../reality/start.ts'
import type { StartVerdict } from '../../reality/start-verdict.ts'
import { exceeds, type PageSize, Pages, plus, sum } from '../../units.ts'
import type { Cloud } from '../cloud.ts'
import { type Placed, xmlOn } from '../guest-start.ts'
import { stateOf } from '../nova-book.ts'

/** The host's answer, and its book with the guest running. */
export interface Started {
  readonly outcome: StartVerdict['outcome']
  readonly reality: Reality | undefined
}

/** What the host says as its book stands: `startIn` and `runningIn`, without words. */
export type Start = (reality: Reality | undefined, guest: Placed & { readonly id?: GuestId }) => Started

/** What a kind of host says to a kind of guest where pages are plenty; undefined domain where the driver raises. */
interface Kind {
  readonly outcome: StartVerdict['outcome']
  readonly domain: Domain | undefined
  readonly backends: Launch['backends']
}

const oneMore = GuestId('one more')

/** For many guests of few kinds on many hosts of few kinds: all but the count of free pages is asked once a kind. */
export function startsOn(cloud: Cloud): Start {
  const hosts = new Map<HostId, number>()
  const kinds = new Map<string, number>()
  const known = new Map<Flavor, Map<number, Map<string, Kind>>>()
  const numberOf = (reality: Reality): number => {
    const before = hosts.get(reality.host)
    if (before !== undefined) return before
    const kind = kindOfHost(cloud, reality)
    const number = kinds.get(kind) ?? kinds.size
    kinds.set(kind, number)
    hosts.set(reality.host, number)
    return number
  }
  const kindOf = (reality: Reality, guest: Placed): Kind => {
    const here = inner(inner(known, guest.flavor), numberOf(reality))
    const key = `${imageOf(guest)}${placeOf(guest)}`
    const kind = here.get(key) ?? asked(cloud, reality, guest)
    here.set(key, kind)
    return kind
  }
  return (reality, guest) => {
    if (!reality) return { outcome: 'unknown', reality }
    const { outcome, domain, backends } = kindOf(reality, guest)
    if (!domain || backends.length === 0) return { outcome, reality }
    const now = isPlenty(reality, backends) ? outcome : startCheck(reality, domain).outcome
    if (now !== 'starts') return { outcome: now, reality }
    return { outcome: now, reality: startGuest(reality, guest.id ?? oneMore, oneMore, domain) }
  }
}

/** A map within a map, made where there is none. */
function inner<K, L, V>(of: Map<K, Map<L, V>>, key: K): Map<L, V> {
  const before = of.get(key)
  if (before) return before
  const made = new Map<L, V>()
  of.set(key, made)
  return made
}

function asked(cloud: Cloud, reality: Reality, guest: Placed): Kind {
  const written = xmlOn(cloud, reality.host, guest)
  if (written.kind === 'raises') return { outcome: 'refuses', domain: undefined, backends: [] }
  const domain = domainOf(written.xml)
  const backends = launchOf(reality, domain).backends.filter(({ pages }) => pages !== 'base')
  return { outcome: startCheck(withPagesForAll(reality), domain).outcome, domain, backends }
}

/** Every node that must give pages has them beside what the machine has promised: nothing else about pages counts then. */
function isPlenty(reality: Reality, backends: Launch['backends']): boolean {
  if (reality.limits.length > 0) return false
  const needs = new Map<string, { node: number; size: PageSize; needed: Pages }>()
  for (const backend of backends) {
    if (backend.pages === 'base') continue
    const { size } = backend.pages
    const [node, ...others] = backend.binding.nodes
    if (node === undefined || others.length > 0 || backend.binding.mode !== 'strict') return false
    const key = `${node} ${size}`
    const before = needs.get(key)?.needed ?? Pages(0)
    needs.set(key, { node, size, needed: plus(before, wishOf(backend, size).needed) })
  }
  const all = [...needs.values()]
  return all.every(({ node, size, needed }) => {
    const free = poolOf(reality, node, size)?.free
    if (free === undefined || exceeds(needed, free)) return false
    const everywhere = sum(reality.nodes.map(({ id }) => poolOf(reality, id, size)?.free ?? Pages(0)))
    const together = sum(all.filter((one) => one.size === size).map((one) => one.needed))
    return !exceeds(plus(together, promisedOf(reality, size) ?? Pages(0)), everywhere)
  })
}

/** Whatever stops a guest there is not that others have the pages. */
const withPagesForAll = (reality: Reality): Reality => ({
  ...reality,
  limits: [],
  promised: reality.promised.map((one) => (one.pages === undefined ? one : { ...one, pages: Pages(0) })),
  nodes: reality.nodes.map((node) => ({
    ...node,
    pools: node.pools.map((pool) => ({ ...pool, total: plenty, free: plenty, holders: [] })),
  })),
})

const plenty = Pages(2 ** 40)

const imageOf = ({ image }: Placed): string => {
  for (const _ in image) return JSON.stringify(image)
  return ''
}

/** Cells and page sizes; which CPUs does not matter, how many are pinned does. */
const placeOf = ({ topology }: Placed): string =>
  topology === 'none'
    ? ''
    : topology.cells
        .map(({ id, pageSize, memory, cpuPinning }) => `${id}:${pageSize}:${memory}:${cpuPinning?.length}`)
        .join()

/** All of a host that a start may hang on, but for free pages. */
function kindOfHost(cloud: Cloud, reality: Reality): string {
  const host = cloud.hosts.get(reality.host)
  const { cells } = stateOf(cloud, reality.host)
  return JSON.stringify([
    host?.release,
    host?.config.vcpuPinSet,
    host?.config.cpuSharedSet,
    typeof cells === 'string'
      ? cells
      : cells.map((cell) => [cell.id, cell.cpuset, cell.pcpuset, cell.mempages.map(({ size }) => size)]),
    reality.nodes.map((node) => [
      node.id,
      node.memory === undefined ? undefined : node.memory > 0,
      node.memoryFree === undefined,
      node.pools.map(({ size }) => size),
    ]),
    reality.promised.map(({ size, pages }) => [size, pages === undefined]),
    reality.gaps.map(({ what }) => what),
    reality.defaultPage,
    reality.mounts,
    reality.libvirt,
    reality.qemu,
  ])
}
