import type { Entry } from '../accounting/ledger.ts'
import type { Guest } from '../model/guest.ts'
import type { GuestId } from '../model/ids.ts'
import { KiB, minus, sum } from '../units.ts'
import { detector } from './detector.ts'
import { type Finding, finding, memory } from './finding.ts'
import type { HostBooks } from './host-books.ts'

export interface MoveFinding extends Finding<'move-holds-both-ends'> {
  readonly guest: GuestId
  readonly name: string
}

/**
 * A move that is done and neither confirmed nor reverted: until then Nova counts the guest at both ends, on one host
 * twice (nova/compute/resource_tracker.py: _update_usage_from_migration).
 */
export const moves = detector(['nova'], (books): readonly MoveFinding[] =>
  books.ledger.flatMap((entry) => {
    const { consumer, resource } = entry
    if (consumer.kind !== 'guest' || consumer.role === 'running' || resource !== 'host memory') return []
    const guest = books.cloud.guest(consumer.guest)
    return guest?.vmState === 'resized' ? [bothEnds(books, guest)] : []
  }),
)

function bothEnds({ host, ledger }: HostBooks, { id, name }: Guest): MoveFinding {
  const entries = ledger.filter(
    ({ consumer, resource }) =>
      resource === 'host memory' && consumer.kind === 'guest' && consumer.guest === id,
  )
  const booked = memoryOf(entries)
  const taken = memoryOf(
    entries.filter(({ consumer }) => consumer.kind === 'guest' && consumer.role === 'running'),
  )
  return {
    ...finding('move-holds-both-ends', {
      kind: 'hidden-capacity',
      where: { host, guest: id },
      resource: memory,
      expected: { by: 'nova', amount: booked },
      observed: { by: 'cells', amount: taken },
      entries,
      severity: { next: 'capacity-wasted', amount: minus(booked, taken), unit: 'KiB' },
      remedy: { file: 'openstack', lines: [`openstack server resize confirm ${id}`] },
    }),
    guest: id,
    name,
  }
}

const memoryOf = (entries: readonly Entry[]) => sum(entries.map(({ amount }) => KiB(amount)))
