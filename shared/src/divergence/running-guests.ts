import type { GuestId, HostId } from '../model/ids.ts'
import { detector } from './detector.ts'
import { type Finding, finding } from './finding.ts'

/** A guest by the name of who has it. */
export interface GuestFinding
  extends Finding<'guest-unknown-to-nova' | 'guest-of-another-host' | 'guest-not-on-host'> {
  readonly guest: GuestId
  readonly name: string
  /** Where Nova has it, for one that is of another host. */
  readonly novaHost: HostId | undefined
}

/**
 * Domains that run and that Nova has not here, and guests that Nova takes to run and that do not
 * (nova/compute/manager.py: _cleanup_running_deleted_instances, _sync_power_states).
 */
export const runningGuests = detector(['nova', 'libvirt'], (books): readonly GuestFinding[] => {
  const { host, residents, cloud, row } = books
  const running = row.observed?.guests
  if (!running || books.guests === undefined) return []
  const ids = new Set(running.map(({ id }) => id))
  const here = new Set(residents.map(({ id }) => id))
  const unbooked = [...new Map(running.map((one) => [one.id, one])).values()].filter(
    ({ id }) => !here.has(id),
  )
  return [
    ...unbooked
      .filter(({ id }) => cloud.guest(id)?.move === undefined)
      .map(({ id, name }): GuestFinding => {
        const novaHost = cloud.guest(id)?.host
        return {
          ...finding(cloud.guest(id) ? 'guest-of-another-host' : 'guest-unknown-to-nova', {
            kind: 'phantom-capacity',
            where: { host, guest: id },
            resource: { of: 'guests', unit: 'count' },
            expected: { by: 'nova', amount: 0 },
            observed: { by: 'libvirt', amount: 1 },
            severity: { next: 'later-boot-fails', amount: 1, unit: 'count' },
            remedy: { file: 'shell', lines: [`virsh dominfo ${id}`, `virsh destroy ${id}`] },
          }),
          guest: id,
          name,
          novaHost,
        }
      }),
    ...residents
      .filter(
        ({ id, vmState, powerState, taskState }) =>
          vmState === 'active' && powerState === 1 && taskState === undefined && !ids.has(id),
      )
      .map(
        ({ id, name }): GuestFinding => ({
          ...finding('guest-not-on-host', {
            kind: 'drift',
            where: { host, guest: id },
            resource: { of: 'guests', unit: 'count' },
            expected: { by: 'nova', amount: 1 },
            observed: { by: 'libvirt', amount: 0 },
            severity: { next: 'drift', amount: 1, unit: 'count' },
            remedy: { file: 'openstack', lines: [`openstack server reboot --hard ${id}`] },
          }),
          guest: id,
          name,
          novaHost: host,
        }),
      ),
  ]
})
