import { GuestId } from '../model/ids.ts'
import type { Allocation } from '../model/provider.ts'
import { MiB } from '../units.ts'
import { detector } from './detector.ts'
import { type Finding, finding, memory } from './finding.ts'
import { heldOf, rootOf } from './provider.ts'

export interface AllocationFinding
  extends Finding<'allocation-orphaned' | 'allocation-of-another-host' | 'allocation-missing'> {
  /** uuid of a guest, or of nobody Nova knows. */
  readonly consumer: string
  readonly amounts: Allocation['resources']
}

/** Allocations of a host's providers against the guests and moves Nova has there (`nova-manage placement audit`). */
export const allocations = detector(['nova', 'placement'], (books): readonly AllocationFinding[] => {
  const { cloud, host, residents } = books
  const root = rootOf(books)
  const held = root && heldOf(books, root)
  if (!root || !held || books.guests === undefined) return []
  const here = new Set<string>(residents.map(({ id }) => id))
  const lost = held.flatMap(({ consumer, resources }): AllocationFinding[] => {
    const guest = cloud.guest(GuestId(consumer))
    if (here.has(consumer) || cloud.moves.has(consumer) || guest?.move || guest?.taskState) return []
    return [
      {
        ...finding(guest ? 'allocation-of-another-host' : 'allocation-orphaned', {
          kind: 'hidden-capacity',
          where: { host, provider: root.id, ...(guest ? { guest: guest.id } : {}) },
          resource: memory,
          expected: { by: 'placement', amount: inMemory(resources) },
          observed: { by: 'nova', amount: 0 },
          severity: { next: 'capacity-wasted', amount: inMemory(resources), unit: 'KiB' },
          remedy: {
            file: 'openstack',
            lines: guest
              ? [`nova-manage placement audit --resource_provider ${root.id} --verbose`]
              : [`openstack resource provider allocation delete ${consumer}`],
          },
        }),
        consumer,
        amounts: resources,
      },
    ]
  })
  const holding = new Set(held.map(({ consumer }) => consumer))
  const missing = residents.flatMap((guest): AllocationFinding[] => {
    if (holding.has(guest.id) || guest.vmState.startsWith('shelved_offloaded') || guest.vmState === 'error')
      return []
    return [
      {
        ...finding('allocation-missing', {
          kind: 'phantom-capacity',
          where: { host, provider: root.id, guest: guest.id },
          resource: memory,
          expected: { by: 'placement', amount: 0 },
          observed: { by: 'nova', amount: guest.flavor.memory },
          severity: { next: 'later-boot-fails', amount: guest.flavor.memory, unit: 'KiB' },
          remedy: {
            file: 'openstack',
            lines: [`nova-manage placement heal_allocations --instance ${guest.id}`],
          },
        }),
        consumer: guest.id,
        amounts: {},
      },
    ]
  })
  return [...lost, ...missing]
})

const inMemory = (amounts: Allocation['resources']) => MiB(amounts.MEMORY_MB ?? 0)
