import { memo } from '../../collections.ts'
import type { HostState } from '../host-state.ts'
import type { PlacementRequest } from '../request.ts'
import { tournament } from './tournament.ts'
import { multiplierOf, rawWeight } from './weigh.ts'
import { type Weigher, weighers } from './weighers.ts'

/** Hosts on the scales, told by row: the same as `weigh`, to the last bit, for hosts of which one at a time changes. */
export interface Scales {
  /**
   * The first of the heaviest but for these rows, as all hosts on the scales weigh together; undefined where there is no
   * other.
   */
  readonly heaviest: (but: readonly number[]) => number | undefined
  /** The host of that row is another. */
  readonly change: (row: number, host: HostState) => void
  readonly putOn: (row: number) => void
  readonly takeOff: (row: number) => void
}

/** One weigher over all hosts, by row, and the extremes of those on the scales. */
interface Column {
  readonly weigher: Weigher
  readonly multipliers: Float64Array
  /** What was not read is no number. */
  readonly raw: Float64Array
  least: number
  most: number
  /** Hosts on the scales that weigh the most. */
  heaviest: number
  /** Hosts on the scales of which it was not read: then it does not count. */
  unread: number
}

/** No host is on the scales yet. What weighers see of an array of hosts is looked up once: it must stay as it is. */
export function scales(hosts: readonly HostState[], request: PlacementRequest): Scales {
  const columns = (hosts[0]?.rules.weighers ?? []).map((name) => columnOf(weighers[name], hosts, request))
  let active: readonly Column[] = []
  const isOn = new Uint8Array(hosts.length)
  const weights = new Float64Array(hosts.length)
  const order = tournament(hosts.length)
  /** Some weigher gives every host another share than it did. */
  let isStale = true

  const weightOf = (row: number): number => {
    let weight = 0
    for (const { least, most, raw, multipliers } of active) {
      weight += (((raw[row] as number) - least) / (most - least)) * (multipliers[row] as number)
    }
    return weight
  }
  const weighAll = (): void => {
    for (const column of columns) findExtremes(column, isOn)
    active = columns.filter(({ least, most, unread }) => unread === 0 && most !== least)
    for (let row = 0; row < isOn.length; row += 1) weights[row] = isOn[row] ? weightOf(row) : 0
    order.setAll(weights, (row) => isOn[row] === 1)
    isStale = false
  }
  const weighOne = (row: number): void => {
    weights[row] = weightOf(row)
    order.set(row, weights[row])
  }

  return {
    heaviest: (but) => {
      if (isStale) weighAll()
      for (const row of but) order.set(row, undefined)
      const heaviest = order.winner()
      for (const row of but) if (isOn[row]) order.set(row, weights[row])
      return heaviest
    },
    change: (row, host) => {
      for (const column of columns) {
        const { weigher, raw } = column
        const before = raw[row] as number
        const now = rawWeight(weigher, host, request) ?? Number.NaN
        raw[row] = now
        if (isOn[row] && !isStale) isStale = !keepsExtremes(column, before, now)
      }
      if (isOn[row] && !isStale) weighOne(row)
    },
    putOn: (row) => {
      isOn[row] = 1
      isStale = true
    },
    takeOff: (row) => {
      isOn[row] = 0
      isStale ||= !columns.every((column) => keepsExtremes(column, column.raw[row] as number, undefined))
      if (!isStale) order.set(row, undefined)
    },
  }
}

function columnOf(weigher: Weigher, hosts: readonly HostState[], request: PlacementRequest): Column {
  const looksAtRequest = weigher.of.length > 1
  const raw = looksAtRequest ? rawWeights(weigher, hosts, request) : knownWeights(hosts)(weigher).slice()
  const multipliers = knownMultipliers(hosts)(weigher)
  return { weigher, multipliers, raw, least: 0, most: 0, heaviest: 0, unread: 0 }
}

const rawWeights = (weigher: Weigher, hosts: readonly HostState[], request: PlacementRequest | undefined) =>
  Float64Array.from(hosts, (host) => rawWeight(weigher, host, request) ?? Number.NaN)

const knownWeights = memo((hosts: readonly HostState[]) =>
  memo((weigher: Weigher) => rawWeights(weigher, hosts, undefined)),
)

const knownMultipliers = memo((hosts: readonly HostState[]) =>
  memo((weigher: Weigher) => Float64Array.from(hosts, (host) => multiplierOf(weigher, host))),
)

function findExtremes(column: Column, isOn: Uint8Array): void {
  const { weigher, raw } = column
  column.least = weigher.floor ?? Number.POSITIVE_INFINITY
  column.most = Number.NEGATIVE_INFINITY
  column.heaviest = 0
  column.unread = 0
  for (let row = 0; row < raw.length; row += 1) {
    if (!isOn[row]) continue
    const weight = raw[row] as number
    if (Number.isNaN(weight)) column.unread += 1
    if (weight < column.least) column.least = weight
    if (weight === column.most) column.heaviest += 1
    if (weight > column.most) {
      column.most = weight
      column.heaviest = 1
    }
  }
}

/** Whether the column weighs the other hosts as before once one host's weight is another, or gone; counts on where so. */
function keepsExtremes(column: Column, before: number, now: number | undefined): boolean {
  if (Object.is(before, now)) return true
  const { least, most, weigher, unread } = column
  column.unread += (Number.isNaN(now) ? 1 : 0) - (Number.isNaN(before) ? 1 : 0)
  if (unread > 0 || column.unread > 0) return unread > 0 && column.unread > 0
  const isLeast = before === least && least !== weigher.floor
  const isBeyond = now !== undefined && (now < least || now > most)
  if (isLeast || isBeyond) return false
  if (before === most) column.heaviest -= 1
  if (now === most) column.heaviest += 1
  return column.heaviest > 0
}
