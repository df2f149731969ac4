import { z } from 'zod'
import type { AllocationRatios, HostConfig, ReservedPages } from '../model/host.ts'
import type { PciAlias } from '../model/pci.ts'
import { readReservedHugePages } from '../model/reserved-huge-pages.ts'
import type { CloudSettings } from '../model/snapshot.ts'
import { boolFromString, int } from '../oslo.ts'
import { readJson, shown } from '../parsing/json.ts'
import type { Parsed, Problem } from '../parsing/parsed.ts'
import { MiB } from '../units.ts'

/** What a nova.conf says of capacity and scheduling. */
export interface NovaConf {
  /** `[DEFAULT] host`; undefined where the file leaves it to the machine's name. */
  readonly host: string | undefined
  readonly config: HostConfig
  /** `*_allocation_ratio`, else what Stein and later begin with: `initial_*_allocation_ratio`. */
  readonly ratios: AllocationRatios
  readonly settings: CloudSettings
  /** How many options were read here. */
  readonly options: number
}

/** An option as it stands: `[section] name = value`, a value's further lines joined. */
interface Option {
  readonly line: number
  readonly section: string
  readonly name: string
  readonly value: string
}

/** Options read here, by section. Each option has had one home or two (nova/conf/compute.py, scheduler.py). */
const read = {
  host: ['DEFAULT.host'],
  reserved_huge_pages: ['DEFAULT.reserved_huge_pages'],
  reserved_host_memory_mb: ['DEFAULT.reserved_host_memory_mb'],
  reserved_host_cpus: ['DEFAULT.reserved_host_cpus'],
  reserved_host_disk_mb: ['DEFAULT.reserved_host_disk_mb'],
  file_backed_memory: ['libvirt.file_backed_memory'],
  vcpu_pin_set: ['DEFAULT.vcpu_pin_set'],
  cpu_shared_set: ['compute.cpu_shared_set'],
  cpu_dedicated_set: ['compute.cpu_dedicated_set'],
  packing: ['compute.packing_host_numa_cells_allocation_strategy'],
  cpu_allocation_ratio: ['DEFAULT.cpu_allocation_ratio'],
  ram_allocation_ratio: ['DEFAULT.ram_allocation_ratio'],
  disk_allocation_ratio: ['DEFAULT.disk_allocation_ratio'],
  initial_cpu_allocation_ratio: ['DEFAULT.initial_cpu_allocation_ratio'],
  initial_ram_allocation_ratio: ['DEFAULT.initial_ram_allocation_ratio'],
  initial_disk_allocation_ratio: ['DEFAULT.initial_disk_allocation_ratio'],
  enabled_filters: ['filter_scheduler.enabled_filters', 'DEFAULT.scheduler_default_filters'],
  max_attempts: ['scheduler.max_attempts', 'DEFAULT.scheduler_max_attempts'],
  max_instances_per_host: ['filter_scheduler.max_instances_per_host', 'DEFAULT.max_instances_per_host'],
  max_io_ops_per_host: ['filter_scheduler.max_io_ops_per_host', 'DEFAULT.max_io_ops_per_host'],
  default_availability_zone: ['DEFAULT.default_availability_zone'],
  max_placement_results: ['scheduler.max_placement_results'],
  host_subset_size: ['filter_scheduler.host_subset_size', 'DEFAULT.scheduler_host_subset_size'],
  limit_tenants: ['scheduler.limit_tenants_to_placement_aggregate'],
  tenant_aggregate_required: ['scheduler.placement_aggregate_required_for_tenants'],
  image_type_support: ['scheduler.query_placement_for_image_type_support'],
  isolated_aggregates: ['scheduler.enable_isolated_aggregate_filtering'],
  image_metadata_prefilter: ['scheduler.image_metadata_prefilter'],
  routed_networks: ['scheduler.query_placement_for_routed_network_aggregates'],
  isolated_hosts: ['filter_scheduler.isolated_hosts', 'DEFAULT.isolated_hosts'],
  isolated_images: ['filter_scheduler.isolated_images', 'DEFAULT.isolated_images'],
  restrict_isolated: [
    'filter_scheduler.restrict_isolated_hosts_to_isolated_images',
    'DEFAULT.restrict_isolated_hosts_to_isolated_images',
  ],
  metrics_weight_setting: ['metrics.weight_setting'],
  pci_alias: ['pci.alias', 'DEFAULT.pci_alias'],
  migrate_max_retries: ['conductor.migrate_max_retries', 'DEFAULT.migrate_max_retries'],
  allow_resize_to_same_host: ['DEFAULT.allow_resize_to_same_host'],
  enable_numa_live_migration: ['workarounds.enable_numa_live_migration'],
} as const

/** Options that are on or off, of request filters. */
const requestFilterHomes = [
  read.limit_tenants,
  read.tenant_aggregate_required,
  read.image_type_support,
  read.isolated_aggregates,
  read.image_metadata_prefilter,
  read.routed_networks,
]

const known = new Set<string>(Object.values(read).flat())
const isMultiplier = ({ section, name }: Option): boolean =>
  ['filter_scheduler', 'DEFAULT'].includes(section) && name.endsWith('_weight_multiplier')

/** Known by an option that is read here, or by a section that only Nova has. */
export const isNovaConf = (text: string): boolean => {
  const { options } = optionsIn(text)
  return (
    options.some(({ section, name }) => known.has(`${section}.${name}`)) ||
    /^\[(api_database|placement|filter_scheduler|libvirt)\]\s*$/m.test(text)
  )
}

/** nova.conf, as oslo.config reads it: an option set twice keeps its last value, reserved_huge_pages keeps them all. */
export function parseNovaConf(text: string): Parsed<NovaConf> {
  const { options, problems } = optionsIn(text)
  const all = (homes: readonly string[]) =>
    options.filter(({ section, name }) => homes.includes(`${section}.${name}`))
  const last = (homes: readonly string[]) => all(homes).at(-1)
  const parsed = <T>(
    option: Option | undefined,
    parse: (value: string) => T | undefined,
    expected: string,
  ) => {
    if (!option) return undefined
    const value = parse(option.value)
    if (value === undefined) {
      const at = { line: option.line, path: `[${option.section}] ${option.name}` }
      problems.push({ severity: 'error', at, found: shown(option.value), expected })
    }
    return value
  }
  const text_ = (homes: readonly string[]) => last(homes)?.value || undefined
  const number = (homes: readonly string[]) => parsed(last(homes), natural, 'a whole number')
  const ratio = (homes: readonly string[]) => parsed(last(homes), decimal, 'a number') || undefined
  const mib = (homes: readonly string[]) => {
    const value = number(homes)
    return value === undefined ? undefined : MiB(value)
  }

  const words = (homes: readonly string[]) =>
    last(homes)
      ?.value.split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
  const multipliers = () => {
    const set = options.filter(isMultiplier).flatMap((option) => {
      const value = parsed(option, signed, 'a number')
      return value === undefined ? [] : [[option.name, value] as const]
    })
    return set.length > 0 ? Object.fromEntries(set) : undefined
  }

  const requestFilters = () => {
    const on = requestFilterHomes
      .map(last)
      .filter((option) => parsed(option, truth, 'true or false'))
      .flatMap((option) => option?.name ?? [])
    return on.length > 0 ? on : undefined
  }

  const aliases = () => {
    const set = all(read.pci_alias).flatMap(
      (option) => parsed(option, pciAliases, '{"name": …, "vendor_id": …, "product_id": …}') ?? [],
    )
    return all(read.pci_alias).length > 0 ? set : undefined
  }

  const facts: NovaConf = {
    options: options.filter(({ section, name }) => known.has(`${section}.${name}`)).length,
    host: text_(read.host),
    config: {
      reservedHugePages: reservedPages(all(read.reserved_huge_pages), problems),
      reservedHostMemory: mib(read.reserved_host_memory_mb),
      reservedHostCpus: number(read.reserved_host_cpus),
      reservedHostDisk: mib(read.reserved_host_disk_mb),
      fileBackedMemory: mib(read.file_backed_memory) || undefined,
      vcpuPinSet: text_(read.vcpu_pin_set),
      cpuSharedSet: text_(read.cpu_shared_set),
      cpuDedicatedSet: text_(read.cpu_dedicated_set),
      packing: parsed(last(read.packing), truth, 'true or false'),
    },
    ratios: {
      cpu: ratio(read.cpu_allocation_ratio) ?? ratio(read.initial_cpu_allocation_ratio),
      ram: ratio(read.ram_allocation_ratio) ?? ratio(read.initial_ram_allocation_ratio),
      disk: ratio(read.disk_allocation_ratio) ?? ratio(read.initial_disk_allocation_ratio),
    },
    settings: {
      enabledFilters: words(read.enabled_filters),
      maxAttempts: number(read.max_attempts),
      maxInstancesPerHost: number(read.max_instances_per_host),
      maxIoOpsPerHost: number(read.max_io_ops_per_host),
      defaultZone: text_(read.default_availability_zone),
      maxPlacementResults: number(read.max_placement_results),
      hostSubsetSize: number(read.host_subset_size),
      weightMultipliers: multipliers(),
      requestFilterOptions: requestFilters(),
      isolatedHosts: words(read.isolated_hosts),
      isolatedImages: words(read.isolated_images),
      isolatedHostsRestricted: parsed(last(read.restrict_isolated), truth, 'true or false'),
      metricsWeights: words(read.metrics_weight_setting),
      pciAliases: aliases(),
      migrateMaxRetries: parsed(last(read.migrate_max_retries), int, 'a whole number'),
      allowResizeToSameHost: parsed(last(read.allow_resize_to_same_host), truth, 'true or false'),
      numaLiveMigration: parsed(last(read.enable_numa_live_migration), truth, 'true or false'),
    },
  }
  return { facts, problems }
}

function optionsIn(text: string): { readonly options: readonly Option[]; readonly problems: Problem[] } {
  const options: Option[] = []
  const problems: Problem[] = []
  let section = 'DEFAULT'
  for (const [i, written] of text.split('\n').entries()) {
    const line = written.trimEnd()
    const previous = options.at(-1)
    const [, header] = /^\[([^\]]+)\]/.exec(line) ?? []
    const [, name, value] = /^(\w[\w.-]*)\s*[=:]\s*(.*)$/.exec(line) ?? []
    if (line.trim() === '' || /^\s*[#;]/.test(line)) continue
    if (header !== undefined) section = header
    else if (name !== undefined && value !== undefined) options.push({ line: i + 1, section, name, value })
    else if (/^\s/.test(line) && previous)
      options.splice(-1, 1, { ...previous, value: `${previous.value} ${line.trim()}`.trim() })
    else
      problems.push({
        severity: 'error',
        at: { line: i + 1 },
        found: shown(line),
        expected: '[section] or option = value',
      })
  }
  return { options, problems }
}

/** A JSON object or a list of them (nova/pci/request.py: _get_alias_from_config). */
function pciAliases(text: string): readonly PciAlias[] | undefined {
  const { facts, problems } = readJson(text)
  const read = aliasList.safeParse(Array.isArray(facts) ? facts : [facts])
  if (problems.length > 0 || !read.success) return undefined
  return read.data.map((alias) => ({
    name: alias.name,
    vendorId: alias.vendor_id,
    productId: alias.product_id,
    deviceType: alias.device_type,
    numaPolicy: alias.numa_policy,
  }))
}

const aliasList = z.array(
  z.object({
    name: z.string(),
    vendor_id: z.string().optional(),
    product_id: z.string().optional(),
    device_type: z.string().optional(),
    numa_policy: z.string().optional(),
  }),
)

const natural = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)
const truth = (text: string): boolean | undefined =>
  /^(true|false|yes|no|on|off|1|0)$/i.test(text) ? boolFromString(text) : undefined
const signed = (text: string): number | undefined =>
  /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text) ? Number(text) : undefined
const decimal = (text: string): number | undefined => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined)

/**
 * Values of `reserved_huge_pages` as Nova reads them together. One that it refuses keeps nova-compute from starting, and
 * one of no pages that can be is no use: each is named at its line, and the others count.
 */
function reservedPages(options: readonly Option[], problems: Problem[]): readonly ReservedPages[] {
  const usable = options.filter((option) => {
    const one = readReservedHugePages([option.value])
    const expected =
      one.kind === 'invalid'
        ? `${form}: nova-compute does not start with this (${one.exception})`
        : one.reserved.some(isOdd)
          ? `${form}, none below zero and whole pages of whole KiB`
          : undefined
    if (expected === undefined) return true
    const at = { line: option.line, path: `[${option.section}] ${option.name}` }
    problems.push({ severity: 'error', at, found: shown(option.value), expected })
    return false
  })
  const together = readReservedHugePages(usable.map(({ value }) => value))
  return together.kind === 'read' ? together.reserved : []
}

const form = 'node:N,size:SIZE,count:PAGES, a size in KiB or as 2MB'

const isOdd = ({ cell, size, count }: ReservedPages): boolean =>
  cell < 0 || count < 0 || size <= 0 || !Number.isInteger(size)
