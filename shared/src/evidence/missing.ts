import type { HostId, SourceId } from '../model/ids.ts'
import type { Gap, Snapshot } from '../model/snapshot.ts'
import type { Evidence } from './import.ts'
import { gives } from './tables.ts'

/** What `whatIsMissing` looks for. */
const lookedForAnew = new Set([
  'compute_nodes',
  'headroom-probe',
  'holders',
  'instances',
  'instance_extra',
  'flavor_extra_specs',
])

/** A gap of a snapshot is closed by newer evidence of its host. */
export function stillOpen({ source, what, why }: Gap, { sources, hosts }: Omit<Snapshot, 'gaps'>): boolean {
  if (why === 'not given' && lookedForAnew.has(what)) return false
  const used = new Set(hosts.flatMap(({ nova, observed }) => [nova?.source, observed?.source]))
  return source === undefined || used.has(source) || !sources.some(({ id }) => id === source)
}

export const notGiven = (
  what: string,
  of: { readonly source?: SourceId | undefined; readonly host?: HostId } = {},
): Gap => ({
  source: of.source,
  host: of.host,
  guest: undefined,
  what,
  why: 'not given',
})

/** What no file gave. What no host has is one gap; what some have is a gap of each that lacks it. */
export function whatIsMissing(
  { hosts, guests, guestsListed, flavors }: Omit<Snapshot, 'gaps'>,
  evidence: readonly Evidence[],
): readonly Gap[] {
  const lacking = (what: string, has: (host: Snapshot['hosts'][number]) => boolean): readonly Gap[] => {
    const without = hosts.filter((host) => !has(host))
    if (without.length === hosts.length && hosts.length > 1) return [notGiven(what)]
    return without.map(({ id }) => notGiven(what, { host: id }))
  }
  const extraSpecs = flavors.some((flavor) => Object.keys(flavor.extraSpecs).length > 0)
  return [
    ...lacking('compute_nodes', ({ nova }) => nova?.usage === 'stored'),
    ...lacking('headroom-probe', ({ observed }) => observed !== undefined),
    ...hosts
      .filter(({ observed }) => observed && !observed.holders)
      .map(({ id, observed }) => notGiven('holders', { source: observed?.source, host: id })),
    ...(guestsListed ? [] : [notGiven('instances')]),
    ...(guests.some(({ topology }) => topology === 'not read') && !gives(evidence, 'instance_extra')
      ? [notGiven('instance_extra')]
      : []),
    ...(gives(evidence, 'flavors') && !gives(evidence, 'flavor_extra_specs') && !extraSpecs
      ? [notGiven('flavor_extra_specs')]
      : []),
    ...evidence
      .filter(({ facts }) => facts.of === 'allocation candidates')
      .map(({ source }) => notGiven('inventories behind allocation candidates', { source: source.id })),
  ]
}
