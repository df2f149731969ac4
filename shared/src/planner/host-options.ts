import type { Host, NovaHost } from '../model/host.ts'
import type { HostId } from '../model/ids.ts'
import { inMiB, MiB, minus, plus } from '../units.ts'
import type { Action } from './action.ts'
import { type Cloud, rulesOf, withHost, withHosts } from './cloud.ts'
import { withInventory } from './inventories.ts'
import { optionAbsent } from './option-since.ts'
import { impossible, type Performed } from './performed.ts'
import type { Impossible } from './step.ts'

type Do<Word extends Action['do']> = Extract<Action, { do: Word }>

/** A host with Nova's record of it. */
type Recorded = Host & { readonly nova: NovaHost }

export function recorded({ hosts }: Cloud, id: HostId): Recorded | Impossible {
  const host = hosts.get(id)
  if (!host) return { kind: 'no-such', what: 'host', name: id }
  return host.nova ? { ...host, nova: host.nova } : { kind: 'no-nova-record', host: id }
}

const configured = (cloud: Cloud, ...touched: readonly HostId[]): Performed => ({
  outcome: { kind: 'configured', remarks: [] },
  cloud,
  touched,
})

const resourceClasses = { cpu: 'VCPU', ram: 'MEMORY_MB', disk: 'DISK_GB' } as const

/**
 * Before Liberty the scheduler has the options and they hold for every host; since, a compute reports its own
 * (nova/compute/resource_tracker.py), and since Ocata to Placement too.
 */
export function setAllocationRatios(cloud: Cloud, action: Do<'set-allocation-ratios'>): Performed {
  const { host: id, cpu, ram, disk } = action
  const given = Object.fromEntries(
    Object.entries({ cpu, ram, disk }).filter(([, ratio]) => ratio !== undefined),
  ) as Partial<Record<keyof typeof resourceClasses, number>>
  if (id !== undefined) {
    const host = recorded(cloud, id)
    if ('kind' in host) return impossible(cloud, host)
    const { ratioOptions } = rulesOf(cloud, host)
    if (ratioOptions === 'of the scheduler') {
      return impossible(
        cloud,
        optionAbsent('ram_allocation_ratio', (rules) => rules.ratioOptions !== 'of the scheduler'),
      )
    }
    if (disk !== undefined && ratioOptions !== 'of the compute') {
      return impossible(
        cloud,
        optionAbsent('disk_allocation_ratio', (rules) => rules.ratioOptions === 'of the compute'),
      )
    }
  }
  const named = id === undefined ? [...cloud.hosts.values()] : [cloud.hosts.get(id)]
  const set = named.flatMap((host) => (host?.nova ? [{ ...host, nova: host.nova }] : []))
  const hosts = set.map(({ nova, ...host }) => ({
    ...host,
    nova: { ...nova, ratios: { ...nova.ratios, ...given } },
  }))
  const ids = new Set(hosts.map((host) => host.id))
  const after = (Object.keys(given) as (keyof typeof given)[]).reduce(
    (now, of) => {
      const allocationRatio = given[of]
      return allocationRatio === undefined
        ? now
        : withInventory(now, ids, resourceClasses[of], { allocationRatio })
    },
    withHosts(cloud, hosts),
  )
  return configured(after, ...set.map((host) => host.id))
}

/** `reserved_host_memory_mb` where the operator set none; the same in every release. */
const defaultReservedMemory = MiB(512)

/** It counts as used, once. A row that was read has what was reserved then within its use. */
export function setReservedHostMemory(cloud: Cloud, action: Do<'set-reserved-host-memory'>): Performed {
  const host = recorded(cloud, action.host)
  if ('kind' in host) return impossible(cloud, host)
  const { nova, config } = host
  const more = minus(action.memory, config.reservedHostMemory ?? defaultReservedMemory)
  const after = withHost(cloud, {
    ...host,
    config: { ...config, reservedHostMemory: action.memory },
    nova: {
      ...nova,
      memoryUsed: stored(nova) ? nova.memoryUsed && plus(nova.memoryUsed, more) : nova.memoryUsed,
    },
  })
  return configured(
    withInventory(after, new Set([host.id]), 'MEMORY_MB', { reserved: inMiB(action.memory) }),
    host.id,
  )
}

const stored = ({ usage }: NovaHost): boolean => usage === 'stored'

/** Pike and later. Where CPUs are set aside by `[compute] cpu_*_set`, nova-compute does not start with it. */
export function setReservedHostCpus(cloud: Cloud, action: Do<'set-reserved-host-cpus'>): Performed {
  const host = recorded(cloud, action.host)
  if ('kind' in host) return impossible(cloud, host)
  const rules = rulesOf(cloud, host)
  if (rules.reservedHostCpus === 'unknown') {
    const absent = optionAbsent(
      'reserved_host_cpus',
      ({ reservedHostCpus }) => reservedHostCpus === 'counted',
    )
    return impossible(cloud, absent)
  }
  const { nova, config } = host
  const set = config.cpuSharedSet
    ? 'cpu_shared_set'
    : config.cpuDedicatedSet
      ? 'cpu_dedicated_set'
      : undefined
  const tellsApart = rules.guestCpuOptions !== 'vcpu_pin_set' && !config.vcpuPinSet
  if (action.cpus > 0 && set && tellsApart) {
    const fault = { kind: 'options-exclude', options: ['reserved_host_cpus', `[compute] ${set}`] } as const
    return impossible(cloud, { kind: 'does-not-start', host: host.id, fault })
  }
  const more = action.cpus - (config.reservedHostCpus ?? 0)
  const after = withHost(cloud, {
    ...host,
    config: { ...config, reservedHostCpus: action.cpus },
    nova: {
      ...nova,
      vcpusUsed: stored(nova) && nova.vcpusUsed !== undefined ? nova.vcpusUsed + more : nova.vcpusUsed,
    },
  })
  return configured(withInventory(after, new Set([host.id]), 'VCPU', { reserved: action.cpus }), host.id)
}

/** nova/virt/hardware.py: numa_fit_instance_to_host, since Yoga. */
export function setPacking(cloud: Cloud, action: Do<'set-packing'>): Performed {
  const host = recorded(cloud, action.host)
  if ('kind' in host) return impossible(cloud, host)
  if (rulesOf(cloud, host).hostCellOrder === 'as stored') {
    return impossible(
      cloud,
      optionAbsent(
        'packing_host_numa_cells_allocation_strategy',
        ({ hostCellOrder }) => hostCellOrder !== 'as stored',
      ),
    )
  }
  const config = { ...host.config, packing: action.packing }
  return configured(withHost(cloud, { ...host, config }), host.id)
}
