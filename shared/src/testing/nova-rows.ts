import { storedGuestTopology, storedHostTopology } from '../accounting/stored-json.ts'
import type { Flavor } from '../model/flavor.ts'
import type { Guest } from '../model/guest.ts'
import type { Host } from '../model/host.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { Release } from '../releases/release.ts'
import type { Rules } from '../releases/rules.ts'
import { inMiB } from '../units.ts'

/** What an export of Nova's tables would have of a cloud, as one JSON document. Hosts of which no row was read have none. */
export function novaRows({ hosts, guests, flavors, aggregates }: Snapshot, { rules }: Release): string {
  return JSON.stringify({
    compute_nodes: hosts.flatMap((host) => computeNode(host, rules) ?? []),
    services: hosts.flatMap(({ id, service }) =>
      service
        ? [{ host: id, binary: 'nova-compute', disabled: !service.enabled, forced_down: !service.up }]
        : [],
    ),
    instances: guests.map(instance),
    instance_extra: guests.map((guest) => instanceExtra(guest, rules)),
    flavors: flavors.map((flavor, id) => ({ id, ...flavorColumns(flavor) })),
    flavor_extra_specs: flavors.flatMap(({ extraSpecs }, id) =>
      Object.entries(extraSpecs).map(([key, value]) => ({ flavor_id: id, key, value })),
    ),
    aggregates: aggregates.map(({ name }, id) => ({ id, name })),
    aggregate_hosts: aggregates.flatMap(({ hosts }, id) => hosts.map((host) => ({ aggregate_id: id, host }))),
    aggregate_metadata: aggregates.flatMap(({ metadata }, id) =>
      Object.entries(metadata).map(([key, value]) => ({ aggregate_id: id, key, value })),
    ),
  })
}

function computeNode({ id, nova }: Host, rules: Rules): object | undefined {
  if (!nova) return undefined
  const { memory, memoryUsed, vcpus, vcpusUsed, diskGb, diskUsedGb, ratios, cells } = nova
  const topology = typeof cells === 'string' ? undefined : storedHostTopology(cells, rules)
  return {
    host: id,
    hypervisor_hostname: id,
    memory_mb: memory && inMiB(memory),
    memory_mb_used: memoryUsed && inMiB(memoryUsed),
    vcpus,
    vcpus_used: vcpusUsed,
    local_gb: diskGb,
    local_gb_used: diskUsedGb,
    cpu_allocation_ratio: ratios?.cpu,
    ram_allocation_ratio: ratios?.ram,
    disk_allocation_ratio: ratios?.disk,
    ...(topology ? { numa_topology: JSON.stringify(topology) } : {}),
  }
}

const instance = ({ id, name, host, vmState, taskState, powerState, flavor }: Guest) => ({
  uuid: id,
  display_name: name,
  host,
  node: host,
  vm_state: vmState,
  task_state: taskState ?? null,
  power_state: powerState,
  memory_mb: inMiB(flavor.memory),
  vcpus: flavor.vcpus,
  root_gb: flavor.rootGb,
  ephemeral_gb: flavor.ephemeralGb,
})

function instanceExtra({ id, topology, flavor }: Guest, rules: Rules): object {
  const stored = typeof topology === 'string' ? undefined : storedGuestTopology(topology, rules, id)
  return {
    instance_uuid: id,
    numa_topology: stored ? JSON.stringify(stored) : null,
    flavor: JSON.stringify({ cur: enveloped(flavor), old: null, new: null }),
  }
}

const enveloped = (flavor: Flavor) => ({
  'nova_object.name': 'Flavor',
  'nova_object.namespace': 'nova',
  'nova_object.version': '1.2',
  'nova_object.data': { ...flavorColumns(flavor), extra_specs: flavor.extraSpecs },
})

const flavorColumns = ({ name, memory, vcpus, rootGb, ephemeralGb, swap }: Flavor) => ({
  name,
  memory_mb: inMiB(memory),
  vcpus,
  root_gb: rootGb,
  ephemeral_gb: ephemeralGb,
  swap: inMiB(swap),
})
