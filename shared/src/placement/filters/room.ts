import { KiB, minus } from '../../units.ts'
import type { HostState } from '../host-state.ts'
import { allocationRatio } from './allocation-ratio.ts'

/** What is left of a resource of the whole host: total × ratio − used. */
export interface Room<Amount extends number = number> {
  readonly total: Amount
  readonly used: Amount
  readonly ratio: number
  readonly free: Amount
}

const memoryRoom = (
  of: { readonly total: KiB; readonly used: KiB } | undefined,
  ratio: number,
): Room<KiB> | undefined => of && { ...of, ratio, free: minus(KiB(of.total * ratio), of.used) }

/** Undefined where Nova's row was not read. */
export const ramRoom = (host: HostState): Room<KiB> | undefined =>
  memoryRoom(host.memory, allocationRatio(host, 'ram'))

export const diskRoom = (host: HostState): Room<KiB> | undefined =>
  memoryRoom(host.disk, allocationRatio(host, 'disk'))

export function vcpusRoom(host: HostState): Room | undefined {
  const ratio = allocationRatio(host, 'cpu')
  return host.vcpus && { ...host.vcpus, ratio, free: host.vcpus.total * ratio - host.vcpus.used }
}
