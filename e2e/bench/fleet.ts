import { type Action, type Cloud, cloudOf, HostId, releaseById, type Snapshot } from '@headroom/shared'
import { scenarioById } from '@headroom/shared/scenarios'

const scenario = scenarioById('pages-nobody-told-nova-about')
const liberty = releaseById('liberty')
if (!scenario || !liberty) throw new Error('the first scenario or Liberty is gone')

/** As many hosts as asked, each of two cells with huge pages that another process holds some of. */
export function snapshotOf(hosts: number): Snapshot {
  const { snapshot } = scenario as NonNullable<typeof scenario>
  const [first] = snapshot.hosts
  if (!first) throw new Error('the first scenario has no host')
  return {
    ...snapshot,
    hosts: Array.from({ length: hosts }, (_, index) => ({ ...first, id: HostId(`compute-${index}`) })),
  }
}

/** A cloud nothing has been asked of: what clouds remember does not reach the next measurement. */
export const cloudWith = (hosts: number): Cloud =>
  cloudOf(snapshotOf(hosts), liberty as NonNullable<typeof liberty>)

/** That many guests, each an action of its own, spread by the scheduler. */
export const boots = (count: number): readonly Action[] =>
  Array.from({ length: count }, (_, index) => ({
    do: 'boot',
    id: `guest-${index}`,
    flavor: 'm1.small',
    image: {},
    count: 1,
    on: undefined,
  }))
