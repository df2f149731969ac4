import { exceeds, KiB, minus } from '../../units.ts'
import type { HostState } from '../host-state.ts'
import { allocationRatio } from './allocation-ratio.ts'

/** What is left of a resource of the whole host: total × ratio − used. */
export interface Room<Amount extends number = number> {
  readonly total: Amount
  readonly used: Amount
  readonly ratio: number
  readonly free: Amount
}

/** A resource as the scheduler has it: it reads what is free from the row and takes the rest for used. */
interface Seen {
  readonly total: KiB
  readonly used: KiB
}

/** nova/scheduler/host_manager.py: update_from_compute_node. Undefined where Nova's row was not read. */
export const memorySeen = ({ memory, freeCut }: HostState): Seen | undefined => memory && cut(memory, freeCut)

/** Of two answers to what is free on the disk the scheduler takes the lesser. */
export function diskSeen({ disk, diskAvailableLeast: least, freeCut }: HostState): Seen | undefined {
  const seen = disk && cut(disk, freeCut)
  if (!seen || least === undefined || exceeds(least, minus(seen.total, seen.used))) return seen
  return { ...seen, used: minus(seen.total, least) }
}

const cut = (of: Seen, freeCut: boolean): Seen =>
  freeCut && exceeds(of.used, of.total) ? { ...of, used: of.total } : of

const roomOf = (seen: Seen | undefined, ratio: number): Room<KiB> | undefined =>
  seen && { ...seen, ratio, free: minus(KiB(seen.total * ratio), seen.used) }

/** Undefined where Nova's row was not read. */
export const ramRoom = (host: HostState, ratio = allocationRatio(host, 'ram')): Room<KiB> | undefined =>
  roomOf(memorySeen(host), ratio)

export const diskRoom = (host: HostState, ratio = allocationRatio(host, 'disk')): Room<KiB> | undefined =>
  roomOf(diskSeen(host), ratio)

export const vcpusRoom = (host: HostState, ratio = allocationRatio(host, 'cpu')): Room | undefined =>
  host.vcpus && { ...host.vcpus, ratio, free: host.vcpus.total * ratio - host.vcpus.used }
