import { dedicatedVcpus, isPinned } from '../accounting/guest-cell.ts'
import { guestAsRead } from '../accounting/stored-shape.ts'
import { groupBy } from '../collections.ts'
import type { Guest } from '../model/guest.ts'
import { detector } from './detector.ts'
import { type Finding, finding } from './finding.ts'
import type { HostBooks } from './host-books.ts'
import { heldOf, rootOf } from './provider.ts'

export interface SiblingsFinding extends Finding<'siblings-not-in-placement'> {
  /** Guests that asked for cores of their own. */
  readonly guests: number
  readonly resourceClass: 'PCPU' | 'VCPU'
}

/**
 * Guests that asked for cores of their own: Nova's cells lose whole cores, and Placement only the vCPUs, of PCPU or where
 * there is none of VCPU with its ratio.
 */
export const siblings = detector(['nova', 'placement'], (books): readonly SiblingsFinding[] => {
  const { host, residents, ledger, rules } = books
  const root = rootOf(books)
  const apart = residents.filter((guest) => takesCores(guest, books))
  if (!root || apart.length === 0 || rules.isolatedPins === 'the pins') return []
  const taken = groupBy(ledger, ({ resource }) => resource).get('pinned cpus') ?? []
  const ids = new Set(apart.map(({ id }) => id))
  const entries = taken.filter(({ consumer }) => consumer.kind === 'guest' && ids.has(consumer.guest))
  const cpus = entries.reduce((sum, { amount }) => sum + amount, 0)
  const resourceClass = root.inventories?.some((one) => one.resourceClass === 'PCPU') ? 'PCPU' : 'VCPU'
  const vcpus = inPlacement(books, resourceClass, apart)
  if (cpus <= vcpus) return []
  return [
    {
      ...finding('siblings-not-in-placement', {
        kind: 'phantom-capacity',
        where: { host, provider: root.id },
        resource: { of: 'cpus', unit: 'count' },
        expected: { by: 'placement', amount: vcpus },
        observed: { by: 'nova', amount: cpus },
        entries,
        severity: { next: 'later-boot-fails', amount: cpus - vcpus, unit: 'count' },
        remedy: {
          file: 'openstack',
          lines: [...new Set(apart.map(({ flavor }) => flavor.name))].map(
            (flavor) => `openstack flavor unset --property hw:cpu_thread_policy ${flavor}`,
          ),
        },
      }),
      guests: apart.length,
      resourceClass,
    },
  ]
})

const cellsOf = ({ topology }: Guest, { rules }: HostBooks) =>
  typeof topology === 'string' ? [] : guestAsRead(topology, rules).cells

const takesCores = (guest: Guest, books: HostBooks): boolean =>
  cellsOf(guest, books).some((cell) => cell.cpuThreadPolicy === 'isolate' && isPinned(cell, books.rules))

/** What these guests hold by its record; where no source listed that, their dedicated vCPUs. */
function inPlacement(books: HostBooks, resourceClass: string, guests: readonly Guest[]): number {
  const root = rootOf(books)
  const held = root && heldOf(books, root)
  const consumers = new Set<string>(guests.map(({ id }) => id))
  if (held) {
    return held
      .filter(({ consumer }) => consumers.has(consumer))
      .reduce((sum, { resources }) => sum + (resources[resourceClass] ?? 0), 0)
  }
  return guests
    .flatMap((guest) => cellsOf(guest, books))
    .reduce((sum, cell) => sum + dedicatedVcpus(cell, books.rules).length, 0)
}
