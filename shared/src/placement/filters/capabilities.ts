import { inMiB, minus } from '../../units.ts'
import type { HostState } from '../host-state.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'
import { matches } from './match.ts'
import { diskSeen, memorySeen } from './room.ts'

const scope = 'capabilities:'

/**
 * nova/scheduler/filters/compute_capabilities_filter.py: extra specs of the scope `capabilities`, and those of none, against
 * what the scheduler knows of the host. Up to Mitaka one of no scope that it does not know refuses the host.
 */
export const ComputeCapabilitiesFilter: Filter = (host, { flavor }) => {
  for (const [spec, wanted] of Object.entries(flavor.extraSpecs)) {
    const scoped = spec.startsWith(scope)
    if (spec.includes(':') && !scoped) continue
    const path = (scoped ? spec.slice(scope.length) : spec).split(':')
    const [name = '', ...rest] = path
    const found = attributeOf(host, name)
    if (found === 'not read') return cannotSay(host, name, 'absent')
    if (!scoped && found === undefined && host.rules.unknownCapability === 'passes') continue
    const value = within(found, rest)
    const answer = value !== undefined && matches(value, wanted)
    if (answer === 'raises') return objects({ kind: 'exception', exception: 'ValueError', detail: spec })
    if (!answer) return objects({ kind: 'capability-lacks', key: path.join(':'), wanted, value })
  }
  return passes
}

/** An attribute of Nova's HostState or a counter of its stats; undefined where the scheduler knows none of that name. */
function attributeOf(host: HostState, name: string): string | 'not read' | undefined {
  const read = attributes[name]
  if (!read) return host.stats?.[name] ?? (isElsewhere(host, name) ? 'not read' : undefined)
  const value = read(host)
  return value === undefined ? 'not read' : `${value}`
}

/** Known to the scheduler, and read from nowhere here; counters are where the row has none. */
const isElsewhere = ({ stats }: HostState, name: string): boolean =>
  unread.has(name) || (!stats && /^(num_|io_workload$|failed_builds$)/.test(name))

const unread = new Set([
  ...['nodename', 'host_ip', 'hypervisor_hostname', 'cell_uuid', 'uuid', 'updated', 'metrics', 'pci_stats'],
  ...[
    'numa_topology',
    'limits',
    'aggregates',
    'instances',
    'service',
    'disk_mb_used',
    'total_usable_disk_gb',
  ],
  ...['cpu_allocation_ratio', 'ram_allocation_ratio', 'disk_allocation_ratio', 'supported_instances'],
])

const attributes: Readonly<Record<string, (host: HostState) => string | number | undefined>> = {
  host: ({ id }) => id,
  hypervisor_type: ({ hypervisor }) => hypervisor?.type,
  hypervisor_version: ({ hypervisor }) => hypervisor?.version,
  cpu_info: ({ hypervisor }) => hypervisor?.cpuInfo,
  total_usable_ram_mb: ({ memory }) => memory && inMiB(memory.total),
  free_ram_mb: (host) => {
    const seen = memorySeen(host)
    return seen && inMiB(minus(seen.total, seen.used))
  },
  free_disk_mb: (host) => {
    const seen = diskSeen(host)
    return seen && inMiB(minus(seen.total, seen.used))
  },
  vcpus_total: ({ vcpus }) => vcpus?.total,
  vcpus_used: ({ vcpus }) => vcpus?.used,
  num_instances: ({ guests, stats }) => guests?.length ?? stats?.num_instances,
  num_io_ops: ({ stats }) => stats?.io_workload,
}

/** A text that holds JSON is opened where the path goes on; undefined where it leads nowhere. */
function within(text: string | undefined, path: readonly string[]): string | undefined {
  let value: unknown = text
  for (const step of path) {
    value = isRecord(value)
      ? value[step]
      : isRecord(opened(value))
        ? (opened(value) as Opened)[step]
        : undefined
  }
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : pythonText(value)
}

type Opened = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Opened =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function opened(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** What str() makes of it, as far as operators look into it: `['vmx', 'avx']`. */
const pythonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll('"', "'").replaceAll(',', ', ')
