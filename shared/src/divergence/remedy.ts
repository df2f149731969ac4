import type { Flavor } from '../model/flavor.ts'
import type { ReservedPages } from '../model/host.ts'
import type { CellId, HostId } from '../model/ids.ts'
import { releases } from '../releases/index.ts'
import { type PageSize, Pages, plus } from '../units.ts'
import type { PoolBooks, Remedy, Suspect } from './divergence.ts'

/** A value of nova.conf's `reserved_huge_pages`, as Nova reads it. */
export const reservedValue = ({ cell, size, count }: ReservedPages): string =>
  `node:${cell},size:${size},count:${count}`

/** The first release that has `reserved_huge_pages`. */
export const reservedSince = (): string | undefined =>
  releases.find(({ rules }) => rules.reservedPages === 'not free')?.name

/** Where the kernel is told how many pages a node is to have, or the whole machine. */
export const poolPath = (size: PageSize, node?: CellId): string => {
  const of = node === undefined ? '/sys/kernel/mm' : `/sys/devices/system/node/node${node}`
  return `${of}/hugepages/hugepages-${size}kB/nr_hugepages`
}

/** Hosts in an aggregate of their own, and flavors that have no business there (AggregateInstanceExtraSpecsFilter). */
export const hostsApart = (host: HostId, name: 'hugepages' | 'pinned' | 'numa'): Remedy => ({
  file: 'openstack',
  lines: [
    `openstack aggregate create --property ${name}=true ${name}`,
    `openstack aggregate add host ${name} ${host}`,
    `openstack flavor set --property aggregate_instance_extra_specs:${name}=false FLAVOR`,
  ],
})

/** Asked by size, base pages are counted as pages are, and huge pages are left to others. */
export const bySize = ({ name }: Flavor): Remedy => ({
  file: 'openstack',
  lines: [`openstack flavor set ${name} --property hw:mem_page_size=small`],
})

/** What to write or run for one pool, by what is thought to be wrong. */
export function remedyOf(pool: PoolBooks, suspects: readonly Suspect[]): Remedy | undefined {
  const [first] = suspects
  switch (first?.kind) {
    case 'unlisted-consumer':
    case 'reserved-too-much':
      return reserve([wantedFor(pool)])
    case 'pool-resized':
      return { file: 'shell', lines: ['systemctl restart nova-compute'] }
    case 'counted-twice':
      return { file: 'openstack', lines: [`openstack server resize confirm ${first.guest}`] }
    case 'guest-not-running':
      return { file: 'openstack', lines: [`openstack server shelve ${first.guest}`] }
    case 'guest-holds-otherwise':
      return { file: 'openstack', lines: [`openstack server reboot --hard ${first.guest}`] }
    case 'booked-not-held':
    case 'stored-beyond-guests':
    case 'overbooked':
    case 'another-release':
    case undefined:
      return undefined
  }
}

/**
 * The whole option for a host: one line for each pool of which others hold pages, also where the books agree, since the
 * option replaces what stood there before. Undefined where nobody else holds any.
 */
export function hostRemedy(pools: readonly PoolBooks[]): Remedy | undefined {
  const wanted = pools.map(wantedFor).filter(({ count }) => count > 0)
  return wanted.length > 0 ? reserve(wanted) : undefined
}

function reserve(values: readonly ReservedPages[]): Remedy {
  const since = reservedSince()
  return {
    file: 'nova.conf',
    section: 'DEFAULT',
    lines: values.map((value) => `reserved_huge_pages = ${reservedValue(value)}`),
    ...(since === undefined ? {} : { since }),
  }
}

/** As many as others hold now. */
function wantedFor({ cell, size, held, kernel, nova }: PoolBooks): ReservedPages {
  const notRead = Math.max(0, kernel && nova ? kernel.total - kernel.free - nova.used : 0)
  const others = held.notRead === 0 ? plus(held.thirdParty, held.unseen) : Pages(notRead)
  return { cell, size, count: others }
}
