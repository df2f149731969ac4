import { isPinned } from '../../accounting/guest-cell.ts'
import { isNonEmpty, type NonEmpty } from '../../collections.ts'
import type { GuestCell, GuestTopology, HostCell } from '../../model/cell.ts'
import type { Rules } from '../../releases/rules.ts'
import type { Rejection } from '../rejection.ts'
import { attempt, objectionsOf } from './attempt.ts'
import { firstPermutationWithCache } from './cached-search.ts'
import { type Devices, firstUnmet } from './devices.ts'
import type { Limits } from './limits.ts'
import { matching } from './matching.ts'
import type { Meeting } from './meeting.ts'
import { inOrder } from './order.ts'
import { emulatorReserve } from './pins.ts'
import { type Accepts, type Found, firstHost, firstPermutation, type Try } from './search.ts'

export type FitAnswer =
  | {
      readonly kind: 'fits'
      /** Cells carry host cell ids, chosen page sizes and pins. */
      readonly topology: GuestTopology
      /** What the host cells chosen object to all the same: the fit cache of Zed and later answered for another cell. */
      readonly overlooked: readonly Rejection[]
    }
  /** Objections of every guest cell to every host cell, or why no assignment was found where there are none. */
  | { readonly kind: 'rejected'; readonly objections: NonEmpty<Rejection> }
  /** Nova ends the request with this exception. */
  | { readonly kind: 'raises'; readonly exception: string; readonly detail: string }

/**
 * nova/virt/hardware.py: numa_fit_instance_to_host. The first answer of that release, its faults included. `packing` is
 * `packing_host_numa_cells_allocation_strategy` where the operator set it, `devices` the host's and those asked for;
 * undefined where there is nothing to ask about them. Networks are not asked about.
 */
export function fitToHost(
  cells: readonly HostCell[],
  topology: GuestTopology,
  limits: Limits | undefined,
  rules: Rules,
  packing?: boolean,
  devices?: Devices,
): FitAnswer {
  const fit: Fit = { cells, topology, limits, rules, packing, devices }
  const found = search(fit)
  switch (found.kind) {
    case 'raises':
      return { kind: 'raises', exception: found.exception, detail: found.detail }
    case 'none':
      return { kind: 'rejected', objections: rejection(fit, found.cells) }
    case 'found':
      return {
        kind: 'fits',
        topology: placed(found.cells, topology, rules),
        overlooked: found.remembered ? overlooked(fit, found.cells) : nothing,
      }
  }
}

const nothing: readonly Rejection[] = []

/** The same, and no word why not: undefined where nothing is found, or Nova raises. */
export function firstFit(
  cells: readonly HostCell[],
  topology: GuestTopology,
  limits: Limits | undefined,
  rules: Rules,
  packing?: boolean,
): GuestTopology | undefined {
  const found = fitInBrief(cells, topology, limits, rules, packing)
  return typeof found === 'string' ? undefined : found
}

/** The same, telling an exception from a refusal. */
export function fitInBrief(
  cells: readonly HostCell[],
  topology: GuestTopology,
  limits: Limits | undefined,
  rules: Rules,
  packing?: boolean,
  devices?: Devices,
): GuestTopology | 'rejected' | 'raises' {
  const found = search({ cells, topology, limits, rules, packing, devices })
  if (found.kind === 'found') return placed(found.cells, topology, rules)
  return found.kind === 'none' ? 'rejected' : 'raises'
}

const placed = (
  cells: readonly GuestCell[],
  { emulatorThreadsPolicy }: GuestTopology,
  rules: Rules,
): GuestTopology => ({
  cells,
  emulatorThreadsPolicy: rules.emulatorThread === 'not reserved' ? undefined : emulatorThreadsPolicy,
})

interface Fit {
  readonly cells: readonly HostCell[]
  readonly topology: GuestTopology
  readonly limits: Limits | undefined
  readonly rules: Rules
  readonly packing: boolean | undefined
  readonly devices: Devices | undefined
}

function search(fit: Fit): Found {
  const { cells, topology, rules, packing, devices } = fit
  const guests = topology.cells
  if (!isLargeEnough(fit)) return { kind: 'none', cells: guests }
  const tryOn: Try = (guest, index, host) => attempt(guest, meeting(fit, index, host))

  if (rules.cellSearch === 'guest cell on the host cell of its id') return onOwnIds(cells, guests, tryOn)
  const hosts = inOrder(cells, guests, rules, packing, devices)
  const accepts = devices?.requests.length ? hasDevices(fit, devices) : undefined
  const [only] = guests
  if (only && guests.length === 1) return firstHost(hosts, only, tryOn, accepts)
  return rules.fitCache === 'none'
    ? firstPermutation(hosts, guests, (guest) => isSettled(guest, rules), tryOn, accepts)
    : firstPermutationWithCache(hosts, guests, (one, other) => isAlike(fit, one, other), tryOn, accepts)
}

const hasDevices =
  ({ cells, rules }: Fit, devices: Devices): Accepts =>
  (taken) =>
    !firstUnmet(devices, { taken: taken.map(({ id }) => id), ofHost: cells }, rules)

const isLargeEnough = ({ cells, topology }: Fit): boolean =>
  topology.cells.length > 0 && cells.length >= topology.cells.length

const meeting = ({ topology, limits, rules }: Fit, index: number, host: HostCell): Meeting => ({
  host,
  reserve: emulatorReserve(topology.emulatorThreadsPolicy, index, rules),
  limits,
  rules,
})

const objections = (fit: Fit, guest: GuestCell, index: number, host: HostCell): readonly Rejection[] =>
  objectionsOf(guest, { guestCell: guest.id, hostCell: host.id }, meeting(fit, index, host))

/** Nothing an attempt finds can change what a later attempt of this guest cell finds. */
const isSettled = (guest: GuestCell, rules: Rules): boolean =>
  (guest.pageSize === undefined || typeof guest.pageSize === 'number') &&
  (rules.corePacking !== 'evenly divided' || !isPinned(guest, rules) || guest.cpuTopology !== undefined)

/** Whether two guest cells ask the same of any host cell; which vCPUs they have is no matter. */
function isAlike({ topology, rules }: Fit, one: number, other: number): boolean {
  const reserve = (index: number) => emulatorReserve(topology.emulatorThreadsPolicy, index, rules)
  const guest = topology.cells[one] as GuestCell
  const than = topology.cells[other] as GuestCell
  return (
    guest.memory === than.memory &&
    guest.pageSize === than.pageSize &&
    guest.cpuset.length === than.cpuset.length &&
    guest.pcpuset.length === than.pcpuset.length &&
    guest.cpuPolicy === than.cpuPolicy &&
    guest.cpuThreadPolicy === than.cpuThreadPolicy &&
    guest.cpuPinning === than.cpuPinning &&
    guest.cpuTopology === than.cpuTopology &&
    reserve(one) === reserve(other)
  )
}

/** nova/virt/hardware.py at 2014.2: VirtNUMAHostTopology.claim_test. */
function onOwnIds(cells: readonly HostCell[], guests: readonly GuestCell[], tryOn: Try): Found {
  const fits = guests.every((guest, index) => {
    const host = cells.find(({ id }) => id === guest.id)
    return host && tryOn(guest, index, host).kind === 'fits'
  })
  return fits ? { kind: 'found', cells: guests, remembered: false } : { kind: 'none', cells: guests }
}

/** `left`: guest cells as the search left them. */
function rejection(fit: Fit, left: readonly GuestCell[]): NonEmpty<Rejection> {
  const { cells, topology } = fit
  const guests = topology.cells
  if (!isLargeEnough(fit)) {
    return [{ kind: 'too-few-cells', guestCells: guests.length, hostCells: cells.length }]
  }
  const devices = devicesMissed(fit)
  if (devices) return [devices]
  const against: (readonly (readonly Rejection[])[])[] = []
  for (const [index, guest] of guests.entries()) {
    const like = guests.findIndex((_, earlier) => earlier < index && isAlike(fit, earlier, index))
    const told = against[like]
    against.push(
      told
        ? told.map((reasons) => reasons.map((reason) => ofGuestCell(reason, guest)))
        : cells.map((host) => objections(fit, guest, index, host)),
    )
  }
  const all: Rejection[] = []
  for (const hosts of against) for (const told of hosts) all.push(...told)
  const fitsSomewhere = against.every((hosts) => hosts.some((told) => told.length === 0))
  if (fitsSomewhere || !isNonEmpty(all)) return [missed(fit, left, against), ...all]
  const unpacked = all.some(({ kind }) => kind === 'pinning-impossible') ? otherwisePacked(fit) : undefined
  return unpacked ? [unpacked, ...all] : all
}

/** The cells fit, and the devices keep them from it. */
function devicesMissed(fit: Fit): Rejection | undefined {
  const { cells, devices, rules } = fit
  if (!devices?.requests.length) return undefined
  const found = search({ ...fit, devices: { ...devices, requests: [] } })
  if (found.kind !== 'found') return undefined
  const taken = found.cells.map(({ id }) => id)
  const unmet = firstUnmet(devices, { taken, ofHost: cells }, rules)
  if (!unmet) return undefined
  const { request, free } = unmet
  const { alias, policy, count: needed } = request
  return { kind: 'pci-devices-elsewhere', alias, policy, needed, free, cells: taken }
}

/** The same reason of another guest cell. */
const ofGuestCell = (reason: Rejection, { id }: GuestCell): Rejection =>
  'guestCell' in reason ? { ...reason, guestCell: id } : reason

/** Threads were free that this release does not know how to lay vCPUs on, and later ones do. */
function otherwisePacked(fit: Fit): Rejection | undefined {
  const { rules } = fit
  if (rules.corePacking === 'most threads first' && rules.loneThreads === 'taken') return undefined
  const mended = search({
    ...fit,
    rules: { ...rules, corePacking: 'most threads first', loneThreads: 'taken' },
  })
  return mended.kind === 'found'
    ? { kind: 'packing-mistaken', carriers: mended.cells.map(({ id }) => id) }
    : undefined
}

/** Why the search found nothing although every guest cell fits some host cell. */
function missed(
  fit: Fit,
  left: readonly GuestCell[],
  against: readonly (readonly (readonly Rejection[])[])[],
): Rejection {
  const { cells, topology, rules } = fit
  const hosts = cells.map((_, host) => host)
  const { give } = matching(hosts, (guest, host) => against[guest]?.[host]?.length === 0)
  const sizes = { guestCells: topology.cells.length, hostCells: cells.length }
  if (!topology.cells.every((_, guest) => give(guest))) return { kind: 'no-assignment', ...sizes }

  if (rules.fitCache !== 'none') {
    const uncached = search({ ...fit, rules: { ...rules, fitCache: 'none' } })
    if (uncached.kind === 'found') {
      return { kind: 'fit-cache-mistaken', carriers: uncached.cells.map(({ id }) => id), ...sizes }
    }
  }
  for (const [index, asked] of topology.cells.entries()) {
    const { pageSize: size, cpuTopology } = left[index] ?? asked
    if (typeof asked.pageSize === 'string' && typeof size === 'number') {
      return { kind: 'page-size-fixed', guestCell: asked.id, size }
    }
    if (rules.corePacking === 'evenly divided' && !asked.cpuTopology && cpuTopology) {
      return { kind: 'threads-fixed', guestCell: asked.id, threads: cpuTopology.threads }
    }
  }
  return { kind: 'no-assignment', ...sizes }
}

/** What the chosen host cells say of the guest cells as they were asked for, and what is left of other attempts. */
function overlooked(fit: Fit, placed: readonly GuestCell[]): readonly Rejection[] {
  return placed.flatMap((cell, index) => {
    const asked = fit.topology.cells[index] as GuestCell
    const host = fit.cells.find(({ id }) => id === cell.id)
    return host ? [...objections(fit, asked, index, host), ...leftovers(cell, asked, host)] : []
  })
}

/** Pins and page sizes of an attempt on another host cell, or of none. */
function leftovers(cell: GuestCell, asked: GuestCell, host: HostCell): readonly Rejection[] {
  const where = { guestCell: asked.id, hostCell: host.id }
  const pins = (cell.cpuPinning ?? []).map(([, cpu]) => cpu)
  const astray = pins.filter((cpu) => !host.pcpuset.includes(cpu) || host.pinnedCpus.includes(cpu))
  const isUnpinned = pins.length === 0 && cell.pcpuset.length > 0
  return [
    ...(astray.length > 0 || isUnpinned ? [{ kind: 'pins-astray', cpus: astray, ...where } as const] : []),
    ...(typeof cell.pageSize === 'string'
      ? [{ kind: 'page-size-open', asked: cell.pageSize, ...where } as const]
      : []),
  ]
}
