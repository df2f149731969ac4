import type { GuestCell, GuestTopology } from '../model/cell.ts'
import { formatCpus } from '../model/cpus.ts'
import { diskRoom, ramRoom, vcpusRoom } from '../placement/filters/room.ts'
import type { HostState } from '../placement/host-state.ts'
import type { Rejection } from '../placement/rejection.ts'
import type { Refusal } from '../reality/refusal.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import { KiB, MiB, minus } from '../units.ts'
import { listed } from './holder.ts'
import { type Sentence, say } from './sentence.ts'

/** The number that was short, in a few words: for a table whose row names the host and whose column the filter. */
export function briefRejection(why: Rejection): Sentence {
  switch (why.kind) {
    case 'host-disabled':
      return say`disabled`
    case 'host-down':
      return say`down`
    case 'not-the-forced-host':
      return say`not asked`
    case 'already-tried':
      return say`tried before`
    case 'wrong-zone':
      return why.zone === undefined ? say`in no zone` : say`in ${{ code: why.zone }}`
    case 'isolated-host':
      return say`isolated`
    case 'pci-devices-short':
      return say`${{ count: why.free }} of ${{ code: why.alias }} free`
    case 'pci-devices-elsewhere':
      return say`${{ count: why.free }} of ${{ code: why.alias }} near`
    case 'not-with':
      return say`none of them here`
    case 'not-apart':
      return say`has ${{ count: why.guests.length }} of them`
    case 'ram-short':
      return say`${{ memory: why.free }} left`
    case 'ram-self-overcommit':
      return say`${{ memory: why.total }} in all`
    case 'vcpus-short':
      return say`${{ count: why.free }} left`
    case 'vcpus-self-overcommit':
      return say`${{ count: why.total }} in all`
    case 'disk-short':
      return say`${{ count: why.freeGb, of: 'GB' }} left`
    case 'not-exactly':
      return why.resource === 'vcpu'
        ? say`${{ count: why.free }} free`
        : say`${{ memory: KiB(why.free) }} free`
    case 'too-many-guests':
      return say`${{ count: why.count, of: 'guests' }}`
    case 'too-many-io-ops':
      return say`${{ count: why.count, of: 'at work' }}`
    case 'aggregate-lacks':
      return why.values.length === 0 ? say`says nothing` : say`says ${{ code: why.values.join(', ') }}`
    case 'capability-lacks':
      return why.value === undefined ? say`not reported` : say`reports ${{ code: why.value }}`
    case 'image-not-supported':
      return say`runs other images`
    case 'group-apart':
      return say`has ${{ count: why.count }} of the group`
    case 'group-together':
      return say`none of the group here`
    case 'disk-self-overcommit':
      return say`${{ count: why.totalGb, of: 'GB' }} in all`
    case 'claim-short':
      return why.resource === 'memory'
        ? say`${{ memory: MiB(why.free) }} left`
        : say`${{ count: why.free, of: why.resource === 'disk' ? 'GB' : 'vCPUs' }} left`
    case 'inventory-short':
      return say`${{ count: Math.floor((why.total - why.reserved) * why.ratio - why.used) }} ${{ code: why.resource }} left`
    case 'inventory-too-small':
      return say`${{ count: why.total }} ${{ code: why.resource }} in all`
    case 'inventory-over':
      return say`${{ count: why.used }} ${{ code: why.resource }} allocated`
    case 'inventory-absent':
      return say`no ${{ code: why.resource }}`
    case 'inventory-unit':
      return say`${{ count: why.minUnit }} to ${{ count: why.maxUnit }} ${{ code: why.resource }}`
    case 'aggregate-isolated':
      return say`kept for ${{ code: why.trait }}`
    case 'group-policy-missing':
      return say`no ${{ code: 'group_policy' }}`
    case 'group-not-apart':
      return say`no other provider`
    case 'trait-lacking':
      return say`lacks ${{ code: why.trait }}`
    case 'trait-forbidden':
      return say`has ${{ code: why.trait }}`
    case 'not-member-of':
      return say`not in ${{ code: why.zone }} in Placement`
    case 'host-has-no-topology':
      return say`reports no topology`
    case 'host-has-no-threads':
      return say`no threads`
    case 'no-such-page-sizes':
      return say`no ${{ code: why.asked }} pages, cell ${{ count: why.hostCell }}`
    case 'too-few-cells':
      return say`${{ count: why.hostCells, of: why.hostCells === 1 ? 'cell' : 'cells' }}`
    case 'page-size-absent':
      return say`no ${{ size: why.size }} pages, cell ${{ count: why.hostCell }}`
    case 'page-size-uneven':
      return say`no whole number of ${{ size: why.size }} pages`
    case 'pages-short':
      return say`${{ count: why.free }} free, cell ${{ count: why.hostCell }}`
    case 'small-pages-short':
      return say`${{ count: why.total }} in all, cell ${{ count: why.hostCell }}`
    case 'cell-memory-too-small':
      return say`${{ memory: why.total }} in all, cell ${{ count: why.hostCell }}`
    case 'cell-memory-short':
      return say`${{ memory: why.free }} left, cell ${{ count: why.hostCell }}`
    case 'cell-cpus-too-few':
      return say`${{ count: why.total, of: 'CPUs' }}, cell ${{ count: why.hostCell }}`
    case 'cell-cpus-short':
      return say`${{ count: why.used }} of ${{ count: why.total }} × ${{ ratio: why.ratio }} CPUs used, cell ${{ count: why.hostCell }}`
    case 'pcpus-short':
    case 'pinning-impossible':
      return say`${{ count: why.free, of: 'CPUs' }} free, cell ${{ count: why.hostCell }}`
    case 'pins-astray':
      return say`pins of another cell, cell ${{ count: why.hostCell }}`
    case 'page-size-open':
      return say`no page size, cell ${{ count: why.hostCell }}`
    case 'no-assignment':
    case 'fit-cache-mistaken':
      return say`no way to assign ${{ count: why.guestCells, of: 'cells' }}`
    case 'packing-mistaken':
      return say`threads free, not found`
    case 'page-size-fixed':
      return say`fixed to ${{ size: why.size }} pages`
    case 'threads-fixed':
      return say`fixed to ${{ count: why.threads, of: 'threads a core' }}`
    case 'live-migration-memory':
      return say`${{ memory: why.available }} counted`
    case 'retries-exceeded':
      return say`too many refused`
    case 'same-host':
      return say`there already`
    case 'live-migration-numa-refused':
      return say`has a NUMA topology`
    case 'guest-not-running':
      return say`power state ${{ count: why.powerState }}`
    case 'hypervisor-differs':
      return say`runs ${{ code: why.destination }}`
    case 'hypervisor-older':
      return say`older hypervisor`
    case 'page-size-changes':
      return say`other pages`
    case 'guest-busy':
      return say`guest is ${{ code: why.taskState }}`
    case 'guest-not-migratable':
      return say`guest is ${{ code: why.vmState }}`
    case 'request-invalid':
    case 'exception':
      return [{ code: why.exception }]
  }
}

/** What the host says of starting it there, in a few words. */
export function briefStart(verdict: StartVerdict): Sentence {
  switch (verdict.outcome) {
    case 'starts': {
      const [remark] = verdict.remarks
      return remark ? briefRefusal(remark) : say`starts`
    }
    case 'refuses':
      return briefRefusal(verdict.refusals[0])
    case 'unknown':
      return say`not known`
  }
}

function briefRefusal(why: Refusal): Sentence {
  switch (why.kind) {
    case 'pool-short':
      return why.node === undefined
        ? say`${{ count: why.free }} free in all`
        : say`${{ count: why.free }} free, node ${{ count: why.node }}`
    case 'driver-raises':
      return [{ code: why.exception }]
    case 'node-absent':
      return say`no node ${{ count: why.node }}`
    case 'node-without-memory':
      return say`no memory, node ${{ count: why.node }}`
    case 'page-size-unknown-to-kernel':
      return say`no ${{ size: why.size }} pages`
    case 'no-hugetlbfs-mount':
      return say`no mount of ${{ size: why.size }} pages`
    case 'cell-below-page-size':
      return say`${{ memory: why.memory }} is below one ${{ size: why.size }} page`
    case 'memory-short':
      return why.node === undefined
        ? say`starts, ${{ memory: why.free }} free in all`
        : say`starts, ${{ memory: why.free }} free on node ${{ count: why.node }}`
    case 'cells-unequal-memory':
      return say`cells are ${{ memory: why.cells }}, not ${{ memory: why.memory }}`
    case 'shrunk-to-cells':
      return say`starts with ${{ memory: why.cells }}`
    case 'wrong-topology':
      return say`starts, cells say ${{ memory: why.cells }}`
    case 'pages-elsewhere':
      return say`starts, ${{ count: why.elsewhere, of: 'pages' }} elsewhere`
    case 'needs-surplus':
      return say`starts if ${{ count: why.pages, of: 'pages' }} can be made`
    case 'cgroup-limit':
      return say`${{ code: why.path }} may hold ${{ pages: why.limit, size: why.size }}`
    case 'rounded-up':
      return say`takes ${{ pages: why.pages, size: why.size }}`
    case 'not-whole-pages':
      return say`${{ memory: why.memory }} is not whole ${{ size: why.size }} pages`
    case 'nodes-partly-absent':
      return say`starts, no node ${{ code: formatCpus(why.absent) }}`
    case 'node-beyond-qemu':
      return say`no node ${{ count: why.node }}`
    case 'binding-without-nodes':
    case 'nodes-without-binding':
      return say`binding incomplete`
    case 'preallocated-unreserved':
      return say`preallocated, not reserved`
    case 'backend-unequal-memory':
      return say`backend is ${{ memory: why.backend }}, not ${{ memory: why.memory }}`
    case 'vcpus-in-two-cells':
      return say`vCPU ${{ code: formatCpus(why.vcpus) }} in two cells`
    case 'vcpu-beyond':
      return say`no vCPU ${{ count: why.vcpu }}`
    case 'vcpus-in-no-cell':
      return say`vCPU ${{ code: formatCpus(why.vcpus) }} in no cell`
    case 'cell-ids-not-counted':
      return say`cells are numbered ${{ code: why.ids.join(', ') }}`
    case 'pages-for-absent-cell':
      return say`no guest cell ${{ count: why.cell }}`
  }
}

/**
 * What a filter that passed a host found there: what is left before this guest, and the cells it chose. Undefined where
 * the filter has no number.
 */
export function briefPass(
  filter: string,
  host: HostState,
  placed: GuestTopology | undefined,
): Sentence | undefined {
  switch (filter) {
    case 'ComputeFilter':
      return host.service && say`up`
    case 'RamFilter': {
      const room = ramRoom(host)
      return room && say`${{ memory: room.free }} left`
    }
    case 'CoreFilter': {
      const room = vcpusRoom(host)
      return room && say`${{ count: room.free, of: 'vCPUs' }} left`
    }
    case 'DiskFilter': {
      const room = diskRoom(host)
      return room && say`${{ memory: room.free }} left`
    }
    case 'NUMATopologyFilter':
      return placed && listed(placed.cells.map((cell) => briefCell(cell, host)))
    default:
      return undefined
  }
}

function briefCell({ id, pageSize }: GuestCell, { cells }: HostState): Sentence {
  const cell = typeof cells === 'string' ? undefined : cells.find((one) => one.id === id)
  const pool = cell?.mempages.find(({ size }) => size === pageSize)
  return pool
    ? say`${{ count: minus(minus(pool.total, pool.used), pool.reserved) }} free, cell ${{ count: id }}`
    : say`cell ${{ count: id }}`
}
