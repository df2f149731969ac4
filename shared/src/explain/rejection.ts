import { cpuSet, formatCpus } from '../model/cpus.ts'
import type { GuestId } from '../model/ids.ts'
import type { Rejection } from '../placement/rejection.ts'
import { KiB, MiB, minus, type PageSize } from '../units.ts'
import { listed } from './holder.ts'
import { inMb, type Sentence, say, type Word } from './sentence.ts'

/** Why Nova's book objects, with the number that was short. */
export function explainRejection(why: Rejection): Sentence {
  switch (why.kind) {
    case 'host-disabled':
      return say`The compute service is disabled.`
    case 'host-down':
      return say`The compute service is down.`
    case 'not-the-forced-host':
      return say`Only ${{ host: why.forced }} was asked for.`
    case 'already-tried':
      return say`It was tried for this guest before; Nova does not ask it again.`
    case 'wrong-zone':
      return why.zone === undefined
        ? say`The request names zone ${{ code: why.wanted }}; the host is in none.`
        : say`The request names zone ${{ code: why.wanted }}; the host is in ${{ code: why.zone }}.`
    case 'isolated-host':
      return say`The host is one of ${{ code: 'isolated_hosts' }}, and the image none of ${{ code: 'isolated_images' }}.`
    case 'pci-devices-short':
      return say`The flavor asks for ${{ count: why.needed, of: 'PCI devices' }} of alias ${{ code: why.alias }}; the host has ${{ count: why.free }} free.`
    case 'pci-devices-elsewhere':
      return [
        ...say`The guest’s cells fit on `,
        ...listed(why.cells.map((hostCell): Sentence => [{ hostCell }])),
        ...say`, where policy ${{ code: why.policy }} allows ${{ count: why.free }} of ${{ count: why.needed, of: 'PCI devices' }} of alias ${{ code: why.alias }}; `,
        ...say`nowhere they fit has enough.`,
      ]
    case 'ram-short':
      return say`The guest needs ${inMb(why.needed)} of RAM; ${inMb(why.free)} are left (${inMb(why.total)} × ${{ ratio: why.ratio }} less ${inMb(why.used)} used).`
    case 'ram-self-overcommit':
      return say`The guest needs ${{ memory: why.needed }} of RAM; the whole host has ${{ memory: why.total }}.`
    case 'vcpus-short':
      return say`The guest needs ${vcpus(why.needed)}; ${{ count: why.free }} are left (${{ count: why.total }} × ${{ ratio: why.ratio }} less ${{ count: why.used }} used).`
    case 'vcpus-self-overcommit':
      return say`The guest needs ${vcpus(why.needed)}; the whole host has ${{ count: why.total, of: 'CPUs' }}.`
    case 'disk-short':
      return say`The guest needs ${{ count: why.neededGb, of: 'GB' }} of disk; ${{ count: why.freeGb, of: 'GB' }} are left (${{ count: why.totalGb, of: 'GB' }} × ${{ ratio: why.ratio }} less ${{ count: why.usedGb, of: 'GB' }} used).`
    case 'not-exactly':
      return say`The guest needs ${exact(why.resource, why.needed)}, no more and no less; the host has ${exact(why.resource, why.free)} free.`
    case 'too-many-guests':
      return say`The host has ${{ count: why.count, of: 'guests' }}; ${{ count: why.most }} are the most it may have.`
    case 'too-many-io-ops':
      return say`The host works on ${{ count: why.count, of: 'guests' }}; ${{ count: why.most }} at once are too many.`
    case 'aggregate-lacks':
      return why.values.length === 0
        ? say`The request asks for ${{ code: `${why.key}=${why.wanted}` }}; no aggregate of the host says anything of it.`
        : say`The request asks for ${{ code: `${why.key}=${why.wanted}` }}; aggregates of the host say ${{ code: why.values.join(', ') }}.`
    case 'capability-lacks':
      return why.value === undefined
        ? say`The flavor asks for ${{ code: `${why.key}=${why.wanted}` }}; the host reports no such capability.`
        : say`The flavor asks for ${{ code: `${why.key}=${why.wanted}` }}; the host reports ${{ code: why.value }}.`
    case 'image-not-supported':
      return say`The image wants ${{ code: why.wanted.join(', ') }}; the host runs ${{ code: why.supported.map((one) => one.join('/')).join(', ') }}.`
    case 'group-apart':
      return say`The host has ${{ count: why.count }} of server group ${{ code: why.group }}, which allows ${{ count: why.most }} a host.`
    case 'group-together':
      return [
        ...say`Server group ${{ code: why.group }} keeps together, and is on `,
        ...listed(why.hosts.map((host): Sentence => [{ host }])),
        '.',
      ]
    case 'disk-self-overcommit':
      return say`The guest needs ${{ count: why.neededGb, of: 'GB' }} of disk; the whole host has ${{ count: why.totalGb, of: 'GB' }}.`
    case 'claim-short':
      return say`The compute is asked for ${amount(why.resource, why.needed)} of ${claimed[why.resource]}; ${amount(why.resource, why.free)} are left of its limit (${amount(why.resource, why.limit)} less ${amount(why.resource, why.used)} used).`
    case 'inventory-short':
      return say`Placement is asked for ${{ count: why.needed }} ${{ code: why.resource }}; ${{ count: why.used }} of (${{ count: why.total }} less ${{ count: why.reserved }} reserved) × ${{ ratio: why.ratio }} are allocated.`
    case 'inventory-too-small':
      return say`Placement is asked for ${{ count: why.needed }} ${{ code: why.resource }}; the host has ${{ count: why.total }}.`
    case 'inventory-over':
      return say`The host it leaves is over its capacity: ${{ count: why.used }} ${{ code: why.resource }} of (${{ count: why.total }} less ${{ count: why.reserved }} reserved) × ${{ ratio: why.ratio }} are allocated, and Placement lets none of it change hands.`
    case 'inventory-absent':
      return say`Placement is asked for ${{ code: why.resource }}; the host has none of it.`
    case 'inventory-unit':
      return say`Placement is asked for ${{ count: why.needed }} ${{ code: why.resource }}; a guest may have ${{ count: why.minUnit }} to ${{ count: why.maxUnit }}, in steps of ${{ count: why.stepSize }}.`
    case 'aggregate-isolated':
      return say`An aggregate of the host is kept for requests with trait ${{ code: why.trait }}.`
    case 'group-policy-missing':
      return say`The flavor has ${{ count: why.groups, of: 'numbered groups' }} and no ${{ code: 'group_policy' }}: Placement refuses the request, for every host.`
    case 'group-not-apart':
      return say`${{ code: 'group_policy=isolate' }} wants another provider for ${{ code: `resources${why.suffix}` }}; all that have it were taken for other groups.`
    case 'trait-lacking':
      return say`The request requires trait ${{ code: why.trait }}, which Placement does not have of the host.`
    case 'trait-forbidden':
      return say`The request forbids trait ${{ code: why.trait }}, which the host has in Placement.`
    case 'not-member-of':
      return say`Nova has the host in zone ${{ code: why.zone }}; Placement has it in no aggregate of that zone. ${{ code: 'nova-manage placement sync_aggregates' }} mends that.`
    case 'host-has-no-topology':
      return say`The guest asks for NUMA cells; this host reports none to Nova.`
    case 'host-has-no-threads':
      return say`The guest wants threads of the same cores; this host reports no core with threads.`
    case 'too-few-cells':
      return say`The guest has ${{ count: why.guestCells, of: 'NUMA cells' }}; the host has ${{ count: why.hostCells }}.`
    case 'no-such-page-sizes':
      return say`${{ guestCell: why.guestCell }} asks for ${{ code: why.asked }} pages; ${{ hostCell: why.hostCell }} reports none.`
    case 'page-size-absent':
      return say`${{ guestCell: why.guestCell }} needs ${{ size: why.size }} pages; ${{ hostCell: why.hostCell }} has no such size.`
    case 'page-size-uneven':
      return say`${{ guestCell: why.guestCell }} has ${{ memory: why.memory }}, which is not a whole number of ${{ size: why.size }} pages.`
    case 'pages-short': {
      const { guestCell, hostCell, size, needed: pages } = why
      return say`${{ guestCell }} needs ${{ pages, size }}; ${{ hostCell }} has ${{ count: why.free }} free (${{ count: why.total }} less ${{ count: why.used }} used and ${{ count: why.reserved }} reserved).`
    }
    case 'small-pages-short': {
      const { guestCell, hostCell, size, needed: pages } = why
      return say`${{ guestCell }} needs ${{ pages, size }}; ${{ hostCell }} has ${{ count: why.total }} in all.`
    }
    case 'cell-memory-too-small':
      return say`${{ guestCell: why.guestCell }} needs ${{ memory: why.needed }}; ${{ hostCell: why.hostCell }} has ${{ memory: why.total }} in all.`
    case 'cell-memory-short':
      return say`${{ guestCell: why.guestCell }} needs ${{ memory: why.needed }}; ${{ hostCell: why.hostCell }} has ${{ memory: why.free }} left (${{ memory: why.total }} × ${{ ratio: why.ratio }} less ${{ memory: why.used }} used).`
    case 'cell-cpus-too-few':
      return say`${{ guestCell: why.guestCell }} needs ${vcpus(why.needed)}; ${{ hostCell: why.hostCell }} has ${{ count: why.total, of: 'CPUs' }}.`
    case 'cell-cpus-short':
      return say`${{ guestCell: why.guestCell }} needs ${vcpus(why.needed)}; ${{ hostCell: why.hostCell }} carries ${{ count: why.used }} of ${{ count: why.total }} × ${{ ratio: why.ratio }}.`
    case 'pcpus-short':
      return say`${{ guestCell: why.guestCell }} needs ${{ count: why.needed, of: 'dedicated CPUs' }}; ${{ hostCell: why.hostCell }} has ${{ count: why.free }} of ${{ count: why.total }} free.`
    case 'pinning-impossible':
      return say`${{ guestCell: why.guestCell }} needs ${{ count: why.needed, of: 'dedicated CPUs' }} under thread policy ${{ code: why.policy }}; the ${{ count: why.free }} free on ${{ hostCell: why.hostCell }} do not give such a set.`
    case 'pins-astray':
      return why.cpus.length === 0
        ? say`${{ guestCell: why.guestCell }} is pinned to no CPU of ${{ hostCell: why.hostCell }}.`
        : say`${{ guestCell: why.guestCell }} is pinned to CPUs ${{ code: formatCpus(cpuSet(why.cpus)) }}, which ${{ hostCell: why.hostCell }} has not or not free.`
    case 'page-size-open':
      return say`${{ guestCell: why.guestCell }} asks for ${{ code: why.asked }} pages; no size was chosen on ${{ hostCell: why.hostCell }}.`
    case 'no-assignment':
      return say`Every one of the guest’s ${{ count: why.guestCells, of: 'cells' }} fits somewhere; no way gives each of them one of the host’s ${{ count: why.hostCells, of: 'cells' }} for itself.`
    case 'page-size-fixed':
      return say`There is room for every guest cell, but Nova had fixed ${{ guestCell: why.guestCell }} to ${{ size: why.size }} pages on a host cell it tried before.`
    case 'threads-fixed':
      return say`There is room for every guest cell, but Nova had fixed ${{ guestCell: why.guestCell }} to ${{ count: why.threads, of: 'threads a core' }} on a host cell it tried before.`
    case 'packing-mistaken':
      return [
        ...say`There are free threads for every vCPU on `,
        ...listed(why.carriers.map((hostCell): Sentence => [{ hostCell }])),
        ...say`; this release does not find a way to lay the vCPUs on them. The fault is Nova’s.`,
      ]
    case 'fit-cache-mistaken':
      return [
        ...say`There is room for each of the guest’s ${{ count: why.guestCells, of: 'cells' }} on `,
        ...listed(why.carriers.map((hostCell): Sentence => [{ hostCell }])),
        ...say`, but Nova’s fit cache took one guest cell for another. The fault is Nova’s.`,
      ]
    case 'live-migration-memory': {
      const { available, needed, free, total, ratio } = why
      const counts = say`The pre-check wants more than the guest’s ${inMb(needed)} available and counts ${inMb(available)}: `
      return ratio === undefined
        ? [...counts, ...say`free RAM, no allocation ratio.`]
        : [...counts, ...say`${inMb(total)} × ${{ ratio }} less ${inMb(minus(total, free))} used.`]
    }
    case 'retries-exceeded':
      return say`${{ count: why.retries, of: why.retries === 1 ? 'destination' : 'destinations' }} refused; ${{ code: `migrate_max_retries = ${why.most}` }} lets no more be asked.`
    case 'same-host':
      return say`The guest is there already.`
    case 'live-migration-numa-refused':
      return say`The guest has a NUMA topology; this release does not live-migrate those.`
    case 'guest-busy':
      return say`Nova is still at work on the guest: ${{ code: why.taskState }}.`
    case 'guest-not-migratable':
      return say`A guest that is ${{ code: why.vmState }} cannot be live-migrated.`
    case 'guest-not-running':
      return say`The guest’s power state is ${{ count: why.powerState }}; it must run to be live-migrated.`
    case 'hypervisor-differs':
      return say`The destination runs ${{ code: why.destination }}, the source ${{ code: why.source }}.`
    case 'hypervisor-older':
      return say`The destination’s hypervisor is older: ${{ code: version(why.destination) }}, the source has ${{ code: version(why.source) }}.`
    case 'page-size-changes':
      return [
        ...say`The guest would have `,
        ...pages(why.to),
        ...say` there and has `,
        ...pages(why.from),
        ...say` now; a live migration keeps the size.`,
      ]
    case 'not-with':
      return [
        ...say`The request wants to be on a host with `,
        ...guests(why.guests),
        '; none of them is here.',
      ]
    case 'not-apart':
      return [...say`The request wants to be away from `, ...guests(why.guests), ', which this host has.']
    case 'request-invalid':
    case 'exception':
      return say`Nova answers ${{ code: why.exception }}: ${why.detail}.`
  }
}

const guests = (ids: readonly GuestId[]): Sentence =>
  listed(ids.map((guest): Sentence => [{ guest, name: guest }]))

/** `7002000` is 7.2.0. */
const version = (n: number): string => `${Math.floor(n / 1e6)}.${Math.floor(n / 1000) % 1000}.${n % 1000}`

const pages = (size: PageSize | undefined): Sentence =>
  size === undefined ? say`no page size` : say`${{ size }} pages`

const exact = (resource: Claimed, n: number): Word =>
  resource === 'vcpu' ? { count: n, of: 'vCPUs' } : { memory: KiB(n) }

type Claimed = Extract<Rejection, { kind: 'claim-short' }>['resource']

const claimed: Record<Claimed, string> = { memory: 'RAM', disk: 'disk', vcpu: 'CPUs' }

const amount = (resource: Claimed, n: number): Word =>
  resource === 'memory' ? inMb(MiB(n)) : { count: n, of: resource === 'disk' ? 'GB' : 'vCPUs' }

const vcpus = (count: number) => ({ count, of: count === 1 ? 'vCPU' : 'vCPUs' })
