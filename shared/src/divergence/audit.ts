import { unused } from '../accounting/account.ts'
import { guestAsRead } from '../accounting/stored-shape.ts'
import { usageOf } from '../accounting/usage.ts'
import type { HostCell } from '../model/cell.ts'
import type { GuestId } from '../model/ids.ts'
import { detector } from './detector.ts'
import { type Finding, finding } from './finding.ts'
import type { HostBooks } from './host-books.ts'
import { placedOn } from './placed.ts'

export interface AuditFinding extends Finding<'audit-stops'> {
  /** At whom it stops. */
  readonly guest: GuestId
  readonly name: string
  readonly exception: string
  readonly detail: string
}

/**
 * An audit that ends with an exception at one of the guests: whatever Nova's row says from then on is what it said before
 * (nova/compute/manager.py: _update_available_resource_for_node).
 */
export const audit = detector(['nova'], (books): readonly AuditFinding[] => {
  const { host, residents } = books
  const stop = mayStop(books) ? stopOf(books) : undefined
  if (!stop) return []
  const { counted, ...at } = stop
  return [
    {
      ...finding('audit-stops', {
        kind: 'drift',
        where: { host, guest: at.guest },
        resource: { of: 'guests', unit: 'count' },
        expected: { by: 'cells', amount: residents.length },
        observed: { by: 'nova', amount: counted },
        severity: { next: 'later-boot-fails', amount: residents.length - counted, unit: 'count' },
        remedy: { file: 'openstack', lines: [`openstack server migrate ${at.guest}`] },
      }),
      ...at,
    },
  ]
})

/** A guest with cells has entries of cells, unless counting it raises. */
function mayStop({ ledger, residents }: HostBooks): boolean {
  const counted = new Set<GuestId>()
  for (const { cell, consumer } of ledger) {
    if (cell !== undefined && consumer.kind === 'guest') counted.add(consumer.guest)
  }
  return residents.some(({ id, topology }) => typeof topology !== 'string' && !counted.has(id))
}

/** Guest by guest from nothing, as Nova counts. */
function stopOf({ cells = [], residents, rules }: HostBooks) {
  let now: readonly HostCell[] = cells.map(unused)
  let counted = 0
  for (const resident of residents) {
    const { id: guest, name } = resident
    const topology = placedOn(resident)
    if (topology) {
      const usage = usageOf(now, [guestAsRead(topology, rules)], rules)
      if (usage.kind === 'raises') {
        return { guest, name, exception: usage.exception, detail: usage.detail, counted }
      }
      now = usage.cells
    }
    counted += 1
  }
  return undefined
}
