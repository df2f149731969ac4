import { memoryCompared } from '../migration/named-destination.ts'
import type { Guest } from '../model/guest.ts'
import type { GuestId } from '../model/ids.ts'
import { enabledFilters } from '../placement/judge.ts'
import { judgeInBrief } from '../placement/judge-in-brief.ts'
import { placementRequest } from '../placement/request.ts'
import { detector } from './detector.ts'
import { type Finding, finding, memory } from './finding.ts'
import type { HostBooks } from './host-books.ts'

export interface PrecheckFinding extends Finding<'precheck-refuses'> {
  /** One that could move here, and from where. */
  readonly guest: GuestId
  readonly name: string
  /** The pre-check finds exactly what the guest has, and wants more. */
  readonly exactly: boolean
}

/**
 * Memory that a boot is given here and a live migration that names this host is not: the conductor's pre-check has an
 * arithmetic of its own. Told for the largest guest of another host that it concerns.
 */
export const precheck = detector(['nova'], (books): readonly PrecheckFinding[] => {
  const { state, host, cloud, rules } = books
  if (!state.service?.up || !state.service.enabled) return []
  const refused = [...cloud.movable.values()]
    .flatMap((guests) => guests.find((guest) => guest.host !== host) ?? [])
    .sort((one, other) => other.flavor.memory - one.flavor.memory)
  for (const guest of refused) {
    const compared = memoryCompared(state, guest, rules)
    if (!compared || compared.allowed || !isGivenRoom(books, guest)) continue
    const { needed, available } = compared
    return [
      {
        ...finding('precheck-refuses', {
          kind: 'gates-disagree',
          where: { host, guest: guest.id },
          resource: memory,
          expected: { by: 'nova', amount: available },
          observed: { by: 'nova', amount: needed },
          severity: { next: 'move-fails', amount: needed, unit: 'KiB' },
          remedy: {
            file: 'openstack',
            lines: [
              rules.namedDestination === 'forced'
                ? `openstack server migrate --live-migration ${guest.id}`
                : `openstack --os-compute-api-version 2.30 server migrate --live-migration --host ${host} ${guest.id}`,
            ],
          },
        }),
        guest: guest.id,
        name: guest.name,
        exactly: needed === available,
      },
    ]
  }
  return []
})

/** By filters of memory and by Placement; what else a boot is asked has no part in this. */
function isGivenRoom({ state, cloud }: HostBooks, { flavor }: Guest): boolean {
  const { snapshot, release } = cloud
  const filters = enabledFilters(snapshot.settings.enabledFilters, release.rules)
  const names = filters.filter((name) => name === 'RamFilter' || name === 'AggregateRamFilter')
  const isAsked = names.length > 0 || state.rules.placementService === 'asked'
  const alone = { ...flavor, vcpus: 0, rootGb: 0, ephemeralGb: 0, extraSpecs: {} }
  const request = placementRequest(alone, {}, state.rules)
  return isAsked && judgeInBrief(state, request, names, false).outcome === 'fits'
}
