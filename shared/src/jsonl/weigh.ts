import { z } from 'zod'
import { AggregateId, HostId } from '../model/ids.ts'
import { filters } from '../placement/filters/filters.ts'
import type { HostState } from '../placement/host-state.ts'
import { placementRequest } from '../placement/request.ts'
import { weightsOf } from '../placement/weighers/weigh.ts'
import type { Rules } from '../releases/rules.ts'
import { MiB } from '../units.ts'
import type { Op } from './op.ts'

const numbers = z.record(z.string(), z.number()).default({})

const host = z.object({
  total_mb: z.int(),
  free_ram_mb: z.int(),
  disk_mb: z.int(),
  free_disk_mb: z.int(),
  vcpus: z.int(),
  vcpus_used: z.int(),
  cpu_allocation_ratio: z.number(),
  num_io_ops: z.int(),
  failed_builds: z.int(),
  num_instances: z.int(),
  hypervisor_version: z.int(),
  /** Metadata of its one aggregate. */
  aggregate: z.record(z.string(), z.string()).default({}),
})

const request = z.object({
  hosts: z.array(host).min(1),
  /** `[filter_scheduler]`: weight multipliers, `max_io_ops_per_host`, `max_instances_per_host`. */
  conf: numbers,
})

type HostJson = z.infer<typeof host>

/** What each host weighs in whole millionths, and whether the filters that count pass it. */
export const weigh: Op = (line, { rules }) => {
  const { hosts, conf } = request.parse(line)
  const states = hosts.map((one, at) => stateOf(one, at, conf, rules))
  const { weights } = weightsOf(states)
  const passes = (name: string) =>
    states.map((state) => filters.get(name)?.(state, anyRequest(rules)).kind === 'passes')
  return {
    millionths: weights.map((weight) => Math.floor(weight * 1e6 + 0.5)),
    io_ops: passes('IoOpsFilter'),
    aggregate_io_ops: passes('AggregateIoOpsFilter'),
    num_instances: passes('NumInstancesFilter'),
    aggregate_num_instances: passes('AggregateNumInstancesFilter'),
  }
}

const anyRequest = (rules: Rules) =>
  placementRequest(
    { name: 'f', vcpus: 1, memory: MiB(1), rootGb: 0, ephemeralGb: 0, swap: MiB(0), extraSpecs: {} },
    {},
    rules,
  )

const stateOf = (
  one: HostJson,
  at: number,
  conf: Readonly<Record<string, number>>,
  rules: Rules,
): HostState => ({
  id: HostId(`${at}`),
  rules,
  compute: rules,
  settings: {
    enabledFilters: undefined,
    maxAttempts: undefined,
    weightMultipliers: conf,
    maxIoOpsPerHost: conf.max_io_ops_per_host,
    maxInstancesPerHost: conf.max_instances_per_host,
  },
  service: undefined,
  zone: undefined,
  memory: { total: MiB(one.total_mb), used: MiB(one.total_mb - one.free_ram_mb) },
  vcpus: { total: one.vcpus, used: one.vcpus_used },
  disk: { total: MiB(one.disk_mb), used: MiB(one.disk_mb - one.free_disk_mb) },
  diskAvailableLeast: undefined,
  freeCut: false,
  hypervisor: {
    type: undefined,
    version: one.hypervisor_version,
    cpuInfo: undefined,
    supportedInstances: undefined,
  },
  stats: {
    io_workload: `${one.num_io_ops}`,
    failed_builds: `${one.failed_builds}`,
    num_instances: `${one.num_instances}`,
  },
  reserved: { memory: undefined, vcpus: undefined },
  ratios: { cpu: one.cpu_allocation_ratio, ram: 1, disk: 1 },
  cells: 'none',
  packing: undefined,
  aggregates: [
    { id: AggregateId('a'), name: 'a', zone: undefined, hosts: [HostId(`${at}`)], metadata: one.aggregate },
  ],
  guests: undefined,
})
