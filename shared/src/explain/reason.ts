import type { Rejection } from '../placement/rejection.ts'
import { type Sentence, say } from './sentence.ts'

/**
 * What kind of reason it is, without the numbers and the place of one host: hosts that object alike are counted under
 * it. What the request says stays in it.
 */
export function nameReason(why: Rejection): Sentence {
  switch (why.kind) {
    case 'host-disabled':
      return say`the compute service is disabled`
    case 'host-down':
      return say`the compute service is down`
    case 'not-the-forced-host':
      return say`another host was asked for`
    case 'already-tried':
      return say`tried for this guest before`
    case 'wrong-zone':
      return say`not in zone ${{ code: why.wanted }}`
    case 'isolated-host':
      return say`kept for ${{ code: 'isolated_images' }}`
    case 'pci-devices-short':
      return say`too few free devices of alias ${{ code: why.alias }}`
    case 'pci-devices-elsewhere':
      return say`devices of alias ${{ code: why.alias }} away from the guest’s cells`
    case 'not-with':
      return say`has none of the guests it wants to be with`
    case 'not-apart':
      return say`has guests it wants to be away from`
    case 'ram-short':
      return say`too little RAM left`
    case 'ram-self-overcommit':
      return say`the guest is larger than the host’s RAM`
    case 'vcpus-short':
      return say`too few vCPUs left`
    case 'vcpus-self-overcommit':
      return say`the guest has more vCPUs than the host CPUs`
    case 'disk-short':
      return say`too little disk left`
    case 'disk-self-overcommit':
      return say`the guest is larger than the host’s disk`
    case 'not-exactly':
      return say`what is free is not exactly what is asked for`
    case 'too-many-guests':
      return say`as many guests as it may have`
    case 'too-many-io-ops':
      return say`at work on as many guests as it may be`
    case 'aggregate-lacks':
      return say`no aggregate says ${{ code: `${why.key}=${why.wanted}` }}`
    case 'capability-lacks':
      return say`does not report ${{ code: `${why.key}=${why.wanted}` }}`
    case 'image-not-supported':
      return say`does not run such images`
    case 'group-apart':
      return say`has as many of server group ${{ code: why.group }} as it may`
    case 'group-together':
      return say`server group ${{ code: why.group }} is elsewhere`
    case 'claim-short':
      return say`too ${why.resource === 'vcpu' ? 'few vCPUs' : `little ${resources[why.resource]}`} left of its limit`
    case 'inventory-short':
      return say`too little ${{ code: why.resource }} left`
    case 'inventory-over':
      return say`more ${{ code: why.resource }} allocated than there is`
    case 'inventory-absent':
      return say`has no ${{ code: why.resource }}`
    case 'inventory-unit':
      return say`not so much ${{ code: why.resource }} for one guest`
    case 'inventory-too-small':
      return say`less ${{ code: why.resource }} than one guest asks for`
    case 'aggregate-isolated':
      return say`kept for requests with trait ${{ code: why.trait }}`
    case 'group-policy-missing':
      return say`the flavor has no ${{ code: 'group_policy' }}`
    case 'group-not-apart':
      return say`no provider of its own for ${{ code: `resources${why.suffix}` }}`
    case 'trait-lacking':
      return say`lacks trait ${{ code: why.trait }}`
    case 'trait-forbidden':
      return say`has trait ${{ code: why.trait }}`
    case 'not-member-of':
      return say`in no aggregate of zone ${{ code: why.zone }} in Placement`
    case 'host-has-no-topology':
      return say`reports no NUMA cells`
    case 'host-has-no-threads':
      return say`has no core with threads`
    case 'too-few-cells':
      return say`fewer NUMA cells than the guest’s ${{ count: why.guestCells }}`
    case 'no-such-page-sizes':
      return say`reports no ${{ code: why.asked }} pages`
    case 'page-size-absent':
      return say`has no ${{ size: why.size }} pages`
    case 'page-size-uneven':
      return say`the guest is no whole number of ${{ size: why.size }} pages`
    case 'pages-short':
      return say`too few free ${{ size: why.size }} pages`
    case 'small-pages-short':
      return say`too few ${{ size: why.size }} pages in all`
    case 'cell-memory-too-small':
      return say`too little memory on a cell`
    case 'cell-memory-short':
      return say`too little memory left on a cell`
    case 'cell-cpus-too-few':
      return say`too few CPUs on a cell`
    case 'cell-cpus-short':
      return say`too few CPUs left on a cell`
    case 'pcpus-short':
      return say`too few free dedicated CPUs`
    case 'pinning-impossible':
      return say`no set of dedicated CPUs under thread policy ${{ code: why.policy }}`
    case 'pins-astray':
      return say`pinned to CPUs of another cell`
    case 'page-size-open':
      return say`no page size was chosen`
    case 'no-assignment':
      return say`no cell for each of the guest’s ${{ count: why.guestCells }}`
    case 'page-size-fixed':
      return say`room is there, and Nova had fixed the page size`
    case 'threads-fixed':
      return say`room is there, and Nova had fixed the threads`
    case 'packing-mistaken':
      return say`threads are there, and Nova does not find them`
    case 'fit-cache-mistaken':
      return say`room is there, and Nova’s fit cache misses it`
    case 'live-migration-memory':
      return say`too little memory by the pre-check`
    case 'retries-exceeded':
      return say`as many destinations refused as may be asked`
    case 'same-host':
      return say`the guest is there already`
    case 'live-migration-numa-refused':
      return say`this release does not live-migrate a NUMA topology`
    case 'guest-not-running':
      return say`the guest does not run`
    case 'hypervisor-differs':
      return say`another hypervisor`
    case 'hypervisor-older':
      return say`an older hypervisor`
    case 'page-size-changes':
      return say`pages of another size`
    case 'guest-busy':
      return say`Nova is still at work on the guest`
    case 'guest-not-migratable':
      return say`the guest is ${{ code: why.vmState }}`
    case 'request-invalid':
    case 'exception':
      return say`${{ code: why.exception }}`
  }
}

const resources = { memory: 'RAM', disk: 'disk' } as const
