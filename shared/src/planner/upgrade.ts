import type { Host } from '../model/host.ts'
import { releaseById, releases } from '../releases/index.ts'
import { releaseWith } from '../releases/otherwise.ts'
import type { Action } from './action.ts'
import { type Cloud, withHosts } from './cloud.ts'
import { impossible, type Performed } from './performed.ts'

type Do<Word extends Action['do']> = Extract<Action, { do: Word }>

/** `[filter_scheduler] enabled_filters`, `scheduler_default_filters` before Ocata. */
export const setEnabledFilters = (cloud: Cloud, { filters }: Do<'set-enabled-filters'>): Performed => ({
  outcome: { kind: 'configured', remarks: [] },
  cloud: {
    ...cloud,
    snapshot: { ...cloud.snapshot, settings: { ...cloud.snapshot.settings, enabledFilters: filters } },
  },
  touched: [],
})

/** Filters and Placement answer by the new release; computes claim by theirs until they are upgraded. */
export function upgradeScheduler(cloud: Cloud, action: Do<'upgrade-scheduler'>): Performed {
  const release = releaseById(action.release)
  if (!release) return impossible(cloud, { kind: 'no-such', what: 'release', name: action.release })
  const { otherwise } = cloud
  return {
    outcome: { kind: 'configured', remarks: [] },
    cloud: { ...cloud, release: otherwise ? releaseWith(release, otherwise) : release },
    touched: [],
  }
}

/** As it starts nova-compute counts its guests anew by its new rules; what the row said beyond them is gone. */
export function upgradeCompute(cloud: Cloud, action: Do<'upgrade-compute'>): Performed {
  const release = releaseById(action.release)
  if (!release) return impossible(cloud, { kind: 'no-such', what: 'release', name: action.release })
  const one = action.host === undefined ? undefined : cloud.hosts.get(action.host)
  if (action.host !== undefined && !one) {
    return impossible(cloud, { kind: 'no-such', what: 'host', name: action.host })
  }
  const hosts = one ? [one] : [...cloud.hosts.values()]
  const after = withHosts(
    cloud,
    hosts.map((host) => recounted(cloud, host, release.id)),
  )
  const at = (id: string) => releases.findIndex((one) => one.id === id)
  const isNewer = at(release.id) > at(cloud.release.id)
  return {
    outcome: {
      kind: 'configured',
      remarks: isNewer ? [{ kind: 'newer-than-scheduler', scheduler: cloud.release.name }] : [],
    },
    cloud: after,
    touched: hosts.map(({ id }) => id),
  }
}

const recounted = ({ snapshot }: Cloud, host: Host, release: string): Host => ({
  ...host,
  release,
  nova: host.nova && snapshot.guestsListed ? { ...host.nova, usage: 'from guests' } : host.nova,
})
