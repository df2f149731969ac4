import { groupBy } from '../collections.ts'
import { type CpuSet, cpuSet } from '../model/cpus.ts'
import type { Guest } from '../model/guest.ts'
import type { GuestId } from '../model/ids.ts'
import { detector } from './detector.ts'
import { type Finding, finding } from './finding.ts'
import { placedOn } from './placed.ts'

export interface PinnedTwiceFinding extends Finding<'cpus-pinned-twice'> {
  readonly cpus: CpuSet
  readonly guests: readonly GuestId[]
}

/**
 * Host CPUs that Nova has given to more than one guest as its own: by pins it did not count, or by a move that kept the
 * CPU numbers of the host before.
 */
export const pinnedTwice = detector(['nova'], ({ host, residents }): readonly PinnedTwiceFinding[] => {
  const all = residents.flatMap(pinsOf)
  if (new Set(all.map(({ cpu }) => cpu)).size === all.length) return []
  const byCpu = groupBy(all, ({ cpu }) => cpu)
  const shared = [...byCpu].filter(([, pins]) => new Set(pins.map(({ guest }) => guest)).size > 1)
  if (shared.length === 0) return []
  const pins = shared.flatMap(([, some]) => some)
  const guests = [...new Set(pins.map(({ guest }) => guest))]
  return [
    {
      ...finding('cpus-pinned-twice', {
        kind: 'phantom-capacity',
        where: { host },
        resource: { of: 'cpus', unit: 'count' },
        expected: { by: 'nova', amount: pins.length },
        observed: { by: 'cells', amount: shared.length },
        severity: { next: 'later-boot-fails', amount: pins.length - shared.length, unit: 'count' },
        remedy: {
          file: 'openstack',
          lines: guests.slice(1).map((guest) => `openstack server migrate ${guest}`),
        },
      }),
      cpus: cpuSet(shared.map(([cpu]) => cpu)),
      guests,
    },
  ]
})

const pinsOf = (guest: Guest): readonly { readonly guest: GuestId; readonly cpu: number }[] =>
  (placedOn(guest)?.cells ?? []).flatMap(({ cpuPinning = [], cpusetReserved = [] }) =>
    [...cpuPinning.map(([, cpu]) => cpu), ...cpusetReserved].map((cpu) => ({ guest: guest.id, cpu })),
  )
