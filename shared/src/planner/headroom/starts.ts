import type { Flavor } from '../../model/flavor.ts'
import { GuestId, type HostId } from '../../model/ids.ts'
import { startBacked } from '../../reality/change.ts'
import type { Domain } from '../../reality/domain.ts'
import { domainOf } from '../../reality/guest-xml.ts'
import type { Launch } from '../../reality/launch.ts'
import { launchOf } from '../../reality/libvirt.ts'
import { promisedOf, surplusRoom } from '../../reality/observe.ts'
import { wishOf } from '../../reality/qemu.ts'
import type { Reality } from '../../reality/reality.ts'
import { startCheck } from '../../reality/start.ts'
import type { StartVerdict } from '../../reality/start-verdict.ts'
import { exceeds, minus, type PageSize, Pages, plus, sum } from '../../units.ts'
import type { Cloud } from '../cloud.ts'
import { type Placed, xmlOn } from '../guest-start.ts'
import { stateOf } from '../nova-book.ts'

/** A host's book as guests change it that start one after another: what is free, and not who holds the rest. */
export interface FreePages {
  /** Before they started. */
  readonly reality: Reality
  /** Of each pool of each node, in their order. */
  readonly free: readonly Pages[]
}

export const freePagesOf = (reality: Reality): FreePages => ({
  reality,
  free: reality.nodes.flatMap(({ pools }) => pools.map(({ free }) => free)),
})

/** The host's answer, and its book with the guest running. */
export interface Started {
  readonly outcome: StartVerdict['outcome']
  readonly pages: FreePages | undefined
}

/** What the host says as its book stands: `startIn` and `runningIn`, without words. */
export type Start = (pages: FreePages | undefined, guest: Placed) => Started

/** What a kind of host says to a kind of guest where pages are plenty; undefined domain where the driver raises. */
interface Kind {
  readonly outcome: StartVerdict['outcome']
  readonly domain: Domain | undefined
  /** Those on huge pages. */
  readonly backends: Launch['backends']
  /** Undefined where it is not said which nodes give pages. */
  readonly needs: Needs | undefined
}

interface Needs {
  /** What single pools must give, by their place among all pools. */
  readonly pools: readonly { readonly at: number; readonly pages: Pages }[]
  /** Of each size what all of them give together, and where it is. */
  readonly sizes: readonly {
    readonly size: PageSize
    readonly places: readonly number[]
    readonly pages: Pages
  }[]
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
  return (pages, guest) => {
    if (!pages) return { outcome: 'unknown', pages }
    const { outcome, domain, backends, needs } = kindOf(pages.reality, guest)
    if (!domain || backends.length === 0) return { outcome, pages }
    if (needs && isPlenty(pages, needs)) {
      return { outcome, pages: outcome === 'starts' ? without(pages, needs) : pages }
    }
    if (needs && outcome === 'starts' && onlyPagesCount(pages.reality, needs)) {
      return { outcome: 'refuses', pages }
    }
    const reality = realised(pages)
    const now = startCheck(reality, domain).outcome
    if (now !== 'starts') return { outcome: now, pages }
    return { outcome: now, pages: freePagesOf(startBacked(reality, oneMore, oneMore, backends)) }
  }
}

/** The host's book again, but for who holds what is not free. */
export function realised({ reality, free }: FreePages): Reality {
  let at = 0
  const nodes = reality.nodes.map((node) => ({
    ...node,
    pools: node.pools.map((pool) => ({ ...pool, free: free[at++] as Pages })),
  }))
  return { ...reality, nodes }
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
  if (written.kind === 'raises')
    return { outcome: 'refuses', domain: undefined, backends: [], needs: undefined }
  const domain = domainOf(written.xml)
  const backends = launchOf(reality, domain).backends.filter(({ pages }) => pages !== 'base')
  const { outcome } = startCheck(withPagesForAll(reality), domain)
  return { outcome, domain, backends, needs: needsOf(backends, reality) }
}

function needsOf(backends: Launch['backends'], { nodes }: Reality): Needs | undefined {
  const places = nodes.flatMap(({ id, pools }) => pools.map(({ size }) => ({ node: id, size })))
  const pages = places.map(() => Pages(0))
  for (const backend of backends) {
    if (backend.pages === 'base') continue
    const { size } = backend.pages
    const [node, ...others] = backend.binding.nodes
    if (node === undefined || others.length > 0 || backend.binding.mode !== 'strict') return undefined
    const at = places.findIndex((place) => place.node === node && place.size === size)
    if (at === -1) return undefined
    pages[at] = plus(pages[at] as Pages, wishOf(backend, size).needed)
  }
  const pools = pages.flatMap((pages, at) => (pages > 0 ? [{ at, pages }] : []))
  const sizes = new Set(pools.map(({ at }) => places[at]?.size as PageSize))
  return {
    pools,
    sizes: [...sizes].map((size) => {
      const ofSize = places.flatMap((place, at) => (place.size === size ? [at] : []))
      return { size, places: ofSize, pages: sum(ofSize.map((at) => pages[at] as Pages)) }
    }),
  }
}

/** Every node that must give pages has them beside what the machine has promised: nothing else about pages counts then. */
function isPlenty({ reality, free }: FreePages, { pools, sizes }: Needs): boolean {
  return (
    reality.limits.length === 0 &&
    pools.every(({ at, pages }) => !exceeds(pages, free[at] as Pages)) &&
    sizes.every(({ size, places, pages }) => {
      let everywhere = Pages(0)
      for (const at of places) everywhere = plus(everywhere, free[at] as Pages)
      return !exceeds(plus(pages, promisedOf(reality, size) ?? Pages(0)), everywhere)
    })
  )
}

/**
 * A guest that starts where pages are plenty is refused where they are not: every node has pools that were read, the
 * kernel makes no pages beside them, and libvirt preallocates (`mapPages`).
 */
const onlyPagesCount = (reality: Reality, { sizes }: Needs): boolean =>
  reality.limits.length === 0 &&
  sizes.every(
    ({ size }) =>
      surplusRoom(reality, size) === 0 &&
      reality.nodes.every(({ memory, pools }) => memory === 0 || pools.some((pool) => pool.size === size)),
  )

function without({ reality, free }: FreePages, { pools }: Needs): FreePages {
  const left = free.slice()
  for (const { at, pages } of pools) left[at] = minus(left[at] as Pages, pages)
  return { reality, free: left }
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
