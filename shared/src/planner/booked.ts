import { guestAsRead } from '../accounting/stored-shape.ts'
import { takenOfHost } from '../accounting/taken.ts'
import { usageOf } from '../accounting/usage.ts'
import type { GuestTopology } from '../model/cell.ts'
import type { Guest } from '../model/guest.ts'
import { GuestId } from '../model/ids.ts'
import { pciPoolsWith } from '../placement/filters/pci.ts'
import type { HostState } from '../placement/host-state.ts'
import { amountsOf } from '../placement/inventory.ts'
import type { HostProvider } from '../placement/providers.ts'
import { placementRequest } from '../placement/request.ts'
import { GiB, type KiB, KiB as kib, minus, plus } from '../units.ts'

/** What a guest is counted by. */
export type Booked = Pick<Guest, 'flavor' | 'image' | 'topology' | 'fromVolume'> & { readonly id?: GuestId }

export const newcomer = (
  { flavor, image }: Pick<Guest, 'flavor' | 'image'>,
  placed: GuestTopology | undefined,
): Booked => ({ flavor, image, topology: placed ?? 'none' })

const oneMore = GuestId('one more')

/**
 * Nova's book with a guest more, or `times` alike: what an audit would come to, without one. The compute's release counts.
 * A guest whose cells Nova cannot count leaves the cells as they are.
 */
export function booked(state: HostState, guest: Booked, times = 1): HostState {
  const { memory, vcpus, diskGb } = takenOfHost(
    { role: 'running', flavor: guest.flavor, topology: guest.topology, fromVolume: guest.fromVolume },
    state.hypervisor,
    state.compute,
  )
  const disk = GiB(diskGb * times)
  // Written out: this is made a hundred thousand times, and a copy by `...` takes ten times as long.
  const next: { readonly [Field in keyof Required<HostState>]: HostState[Field] } = {
    id: state.id,
    rules: state.rules,
    settings: state.settings,
    compute: state.compute,
    service: state.service,
    zone: state.zone,
    memory: state.memory && {
      total: state.memory.total,
      used: plus(state.memory.used, kib(memory * times)),
    },
    vcpus: state.vcpus && { total: state.vcpus.total, used: state.vcpus.used + vcpus * times },
    disk: state.disk && { total: state.disk.total, used: plus(state.disk.used, disk) },
    fileBacked: state.fileBacked,
    diskAvailableLeast: less(state.diskAvailableLeast, disk),
    freeCut: state.freeCut,
    hypervisor: state.hypervisor,
    stats: state.stats,
    pciPools: pciPoolsWith(state, guest, times),
    reserved: state.reserved,
    ratios: state.ratios,
    cells: cellsWith(state, guest.topology),
    packing: state.packing,
    aggregates: state.aggregates,
    cloudAggregates: state.cloudAggregates,
    providers: state.providers && withAllocation(state, state.providers, guest, times),
    guests: state.guests && [...state.guests, ...Array<GuestId>(times).fill(guest.id ?? oneMore)],
  }
  return next
}

const less = (measured: KiB | undefined, disk: KiB) =>
  measured === undefined ? undefined : minus(measured, disk)

function cellsWith({ cells, compute }: HostState, topology: Guest['topology']): HostState['cells'] {
  if (typeof cells === 'string' || topology === 'not read') return cells
  const guests = topology === 'none' ? [] : [guestAsRead(topology, compute)]
  const usage = usageOf(cells, guests, compute)
  return usage.kind === 'counted' ? usage.cells : cells
}

/** Placement gives a new guest what it asks for of the root. */
function withAllocation(
  state: HostState,
  [root, ...others]: readonly HostProvider[],
  { flavor, image }: Booked,
  times: number,
): readonly HostProvider[] {
  if (!root?.used) return root ? [root, ...others] : others
  const used: Record<string, number> = { ...root.used }
  const takes = amountsOf(placementRequest(flavor, image, state.rules), state)
  for (const [name, amount] of Object.entries(takes)) used[name] = (used[name] ?? 0) + amount * times
  return [{ ...root, used }, ...others]
}
