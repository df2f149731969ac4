import { int } from '../../oslo.ts'
import type { HostState } from '../host-state.ts'
import { leastOf } from './aggregates.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'

/** `max_instances_per_host` and `max_io_ops_per_host` where the operator set none; the same in every release. */
const defaults = { instances: 50, ioOps: 8 }

const instancesOn = ({ guests, stats }: HostState): number | undefined =>
  guests?.length ?? counter(stats?.num_instances)

export const counter = (text: string | undefined): number | undefined =>
  text === undefined || Number.isNaN(Number(text)) ? undefined : Number(text)

const instancesFilter =
  (most: (host: HostState) => number): Filter =>
  (host) => {
    const count = instancesOn(host)
    if (count === undefined) return cannotSay(host, 'guests', 'absent')
    return count < most(host) ? passes : objects({ kind: 'too-many-guests', count, most: most(host) })
  }

const setInstances = ({ settings }: HostState) => settings.maxInstancesPerHost ?? defaults.instances

/** nova/scheduler/filters/num_instances_filter.py. */
export const NumInstancesFilter = instancesFilter(setInstances)
export const AggregateNumInstancesFilter = instancesFilter((host) =>
  leastOf(host, 'max_instances_per_host', setInstances(host), int),
)

const ioOpsFilter =
  (most: (host: HostState) => number): Filter =>
  (host) => {
    const count = host.stats && (counter(host.stats.io_workload) ?? 0)
    if (count === undefined) return cannotSay(host, 'io_workload', 'absent')
    return count < most(host) ? passes : objects({ kind: 'too-many-io-ops', count, most: most(host) })
  }

const setIoOps = ({ settings }: HostState) => settings.maxIoOpsPerHost ?? defaults.ioOps

/** nova/scheduler/filters/io_ops_filter.py: guests being built, resized, rebuilt, snapshotted. */
export const IoOpsFilter = ioOpsFilter(setIoOps)
export const AggregateIoOpsFilter = ioOpsFilter((host) =>
  leastOf(host, 'max_io_ops_per_host', setIoOps(host), int),
)
