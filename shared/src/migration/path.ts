import type { Rules } from '../releases/rules.ts'

/** What an API call of a live migration says beside the destination. */
export interface Call {
  /** `2.30`; undefined is the newest of the release, which is as clients ask. */
  readonly microversion: string | undefined
  readonly force: boolean
}

/**
 * Whether a named destination is forced past the scheduler (nova/api/openstack/compute/migrate_server.py): always before
 * Newton and below microversion 2.30 (an evacuation: 2.29), else where `force` is given, which 2.68 no longer knows.
 */
export function isForced({ microversion, force }: Call, rules: Rules, since = 30): boolean {
  if (rules.namedDestination === 'forced') return true
  const minor = microversion === undefined ? undefined : Number(microversion.split('.')[1])
  if (minor !== undefined && minor < since) return true
  const knowsForce =
    rules.namedDestination === 'scheduled from 2.30 unless forced' || minor === undefined || minor < 68
  return force && knowsForce
}
