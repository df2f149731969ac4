import type { z } from 'zod'
import type { Flavor } from '../model/flavor.ts'
import type { Guest, GuestDomain, Move, MoveEnd } from '../model/guest.ts'
import type { Migration } from '../model/migration.ts'
import type { PciAlias } from '../model/pci.ts'
import type { Aggregate, CloudSettings, Gap, ServerGroup, Snapshot, Source } from '../model/snapshot.ts'
import type { Parsed } from '../parsing/parsed.ts'
import { salvage } from '../parsing/salvage.ts'
import { sharedGuests, sharedHosts } from './alike.ts'
import { guestTopology } from './cells.ts'
import { list, object, optional, orWord } from './form.ts'
import { host } from './hosts.ts'
import { placementRecord } from './providers.ts'
import {
  aggregateId,
  amounts,
  count,
  flag,
  guestId,
  hostId,
  instant,
  kib,
  real,
  sourceId,
  text,
  texts,
  whole,
  word,
} from './quantities.ts'
import { type Upgrades, upgraded, versionOf } from './versions.ts'

export const flavor = object<Flavor>()({
  name: ['name', text, 'Name.'],
  vcpus: ['vcpus', count, 'vCPUs.'],
  memory: ['memory_kib', kib, '`memory_mb`.'],
  rootGb: ['root_gib', real, '`root_gb`.'],
  ephemeralGb: ['ephemeral_gib', real, '`ephemeral_gb`.'],
  swap: ['swap_kib', kib, '`swap`.'],
  extraSpecs: ['extra_specs', texts, '`hw:mem_page_size` and its kin, as written.'],
})

const moveEnd = object<MoveEnd>()({
  flavor: ['flavor', optional(flavor), 'Flavor at this end.'],
  topology: [
    'numa_topology',
    orWord(guestTopology, ['none', 'not read']),
    'Topology at this end, placed on its host.',
  ],
})

const move = object<Move>()({
  migration: ['migration', optional(text), '`migrations.id` that the migration context names.'],
  old: ['old', moveEnd, 'What it takes where it comes from.'],
  new: ['new', moveEnd, 'What it takes where it goes.'],
})

const guestDomain = object<GuestDomain>()({
  memory: ['memory_kib', kib, '`<memory>`, as libvirt reads it.'],
  cells: ['cells_kib', list(kib), '`<numa>`: memory of each guest cell.'],
})

const guest = object<Guest>()({
  id: ['id', guestId, 'Nova’s instance uuid, libvirt’s domain uuid.'],
  name: ['name', text, 'Display name.'],
  host: ['host', optional(hostId), 'Host that Nova has it on; absent where on none.'],
  vmState: ['vm_state', text, '`active`, `stopped`, `resized` …'],
  taskState: ['task_state', optional(text), '`task_state`.'],
  powerState: ['power_state', optional(whole), '1 running, 3 paused, 4 shut down …; absent where not read.'],
  flavor: ['flavor', flavor, 'The flavor it was made with.'],
  image: ['image', texts, 'Image properties by name.'],
  topology: [
    'numa_topology',
    orWord(guestTopology, ['none', 'not read']),
    '`instance_extra.numa_topology`; `none` for a guest without one, `not read` where no source had it.',
  ],
  move: ['move', optional(move), 'Both ends of an unfinished move; absent where there is none.'],
  fromVolume: ['from_volume', optional(flag), 'Whether its root disk is a volume.'],
  serverGroup: ['server_group', optional(text), 'Id of its server group.'],
  zone: ['zone', optional(text), 'The zone asked for at boot; absent is none.'],
  project: ['project', optional(text), '`project_id`.'],
  domain: ['domain', optional(guestDomain), 'Its domain XML; absent where it has no cells, or was not read.'],
})

const aggregate = object<Aggregate>()({
  id: ['id', aggregateId, 'uuid, or number where a release has no uuid.'],
  name: ['name', text, 'Name.'],
  zone: ['zone', optional(text), '`availability_zone` of its metadata.'],
  hosts: ['hosts', list(hostId), 'Its hosts.'],
  metadata: ['metadata', texts, 'Its metadata.'],
})

const migration = object<Migration>()({
  id: ['id', text, 'uuid, or number where a release has no uuid.'],
  row: ['row', optional(text), '`migrations.id` where `id` is the uuid.'],
  guest: ['guest', guestId, 'The guest that moves.'],
  source: ['source', hostId, 'Host it leaves.'],
  destination: ['destination', optional(hostId), 'Host it goes to, once chosen.'],
  type: ['type', text, '`migration`, `resize`, `live-migration`, `evacuation`.'],
  status: ['status', text, '`running`, `finished`, `confirmed` …'],
  updatedAt: ['updated_at', optional(instant), 'When its status last changed.'],
})

const pciAlias = object<PciAlias>()({
  name: ['name', text, 'What a flavor asks for.'],
  vendorId: ['vendor_id', optional(text), '`vendor_id`.'],
  productId: ['product_id', optional(text), '`product_id`.'],
  deviceType: ['device_type', optional(text), '`device_type`.'],
  numaPolicy: ['numa_policy', optional(text), '`numa_policy`.'],
})

const settings = object<CloudSettings>()({
  enabledFilters: [
    'enabled_filters',
    optional(list(text)),
    'Filters in order; absent is the release’s default.',
  ],
  maxAttempts: ['max_attempts', optional(count), 'Tries of one boot; absent is the release’s default.'],
  maxInstancesPerHost: ['max_instances_per_host', optional(count), 'For NumInstancesFilter; absent is 50.'],
  maxIoOpsPerHost: ['max_io_ops_per_host', optional(count), 'For IoOpsFilter; absent is 8.'],
  defaultZone: ['default_availability_zone', optional(text), 'Of a host in no zone; absent is `nova`.'],
  maxPlacementResults: [
    'max_placement_results',
    optional(count),
    'How many hosts Placement names at most; absent is 1000.',
  ],
  hostSubsetSize: ['host_subset', optional(count), 'Among how many of the best one is taken; absent is 1.'],
  weightMultipliers: [
    'weight_multipliers',
    optional(amounts),
    '`[filter_scheduler] …_weight_multiplier` by option; absent is the release’s default.',
  ],
  requestFilterOptions: [
    'request_filter_options',
    optional(list(text)),
    'Options of `[scheduler]` that turn request filters on: `enable_isolated_aggregate_filtering` …; absent is none.',
  ],
  isolatedHosts: ['isolated_hosts', optional(list(text)), 'For IsolatedHostsFilter; absent is none.'],
  isolatedImages: ['isolated_images', optional(list(text)), 'For IsolatedHostsFilter: ids; absent is none.'],
  isolatedHostsRestricted: [
    'restrict_isolated_hosts_to_isolated_images',
    optional(flag),
    'For IsolatedHostsFilter; absent is true.',
  ],
  metricsWeights: [
    'metrics_weight_setting',
    optional(list(text)),
    '`[metrics] weight_setting`; absent is none.',
  ],
  pciAliases: ['pci_aliases', optional(list(pciAlias)), '`[pci] alias`; absent where not read.'],
  migrateMaxRetries: [
    'migrate_max_retries',
    optional(whole),
    'Destinations tried of one live migration beside the first; absent is every one.',
  ],
  allowResizeToSameHost: ['allow_resize_to_same_host', optional(flag), 'Absent is false.'],
  numaLiveMigration: [
    'enable_numa_live_migration',
    optional(flag),
    '`[workarounds]` option of that name; absent is false.',
  ],
})

const serverGroup = object<ServerGroup>()({
  id: ['id', text, 'uuid.'],
  name: ['name', text, 'Name.'],
  policy: ['policy', text, '`affinity`, `anti-affinity`, `soft-affinity`, `soft-anti-affinity`.'],
  maxServerPerHost: [
    'max_server_per_host',
    optional(count),
    'How many of an anti-affinity group one host may have; absent is one.',
  ],
})

const source = object<Source>()({
  id: ['id', sourceId, 'What `source` names elsewhere.'],
  kind: ['kind', text, 'Format that was recognised.'],
  name: ['name', text, 'File name, URL or scenario.'],
  readAt: [
    'read_at',
    optional(instant),
    'When it was read at its origin; absent where the evidence does not say.',
  ],
})

const gap = object<Gap>()({
  source: ['source', optional(sourceId), 'The source that lacks it.'],
  host: ['host', optional(hostId), 'The host it is about.'],
  guest: ['guest', optional(guestId), 'The guest it is about.'],
  what: ['what', text, 'What is missing: `holders`, `numa_topology`, `/proc/812/numa_maps` …'],
  why: [
    'why',
    word('not permitted', 'absent', 'not understood', 'not given', 'not modelled'),
    'Why it could not be read.',
  ],
})

const snapshot = object<Snapshot & Versioned>()({
  version: ['headroom_snapshot', versionOf(1), 'Version of this document.'],
  name: ['name', text, 'What people call it.'],
  release: ['release', optional(text), 'Nova’s release, an id of `releases`; absent where nobody said.'],
  takenAt: ['taken_at', optional(instant), 'When it was true; absent where no source says.'],
  settings: ['settings', settings, 'What the operator set for the schedulers.'],
  hosts: ['hosts', list(host), 'Compute hosts.'],
  guests: ['guests', list(guest), 'Guests.'],
  guestsListed: ['guests_listed', flag, 'False where no source listed the guests.'],
  flavors: ['flavors', list(flavor), 'Flavors.'],
  aggregates: ['aggregates', list(aggregate), 'Host aggregates.'],
  migrations: ['migrations', list(migration), 'Migrations.'],
  serverGroups: ['server_groups', optional(list(serverGroup)), 'Server groups; absent where not listed.'],
  placement: ['placement', optional(placementRecord), 'Placement’s own book; absent where not read.'],
  sources: ['sources', list(source), 'Where everything came from.'],
  gaps: ['gaps', list(gap), 'What could not be read, and why: it makes an answer unknown, never no.'],
})
interface Versioned {
  readonly version: 1
}

/** The snapshot's JSON. Sizes carry their unit in their names; a key that is absent is a fact that is not known. */
export const SnapshotV1 = snapshot.schema
export type SnapshotV1 = z.infer<typeof SnapshotV1>

const upgrades: Upgrades = {}

/** Whether a JSON value claims to be a snapshot, of whatever version. */
export const isSnapshot = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'headroom_snapshot' in json

/**
 * Reads a snapshot of this version or an older one. A row that has not its shape is left out; each place is a problem
 * with its path. `facts` is undefined where the document is no snapshot or of a newer version.
 */
export function readSnapshot(json: unknown): Parsed<Snapshot> {
  const current = upgraded(json, 'headroom_snapshot', 1, upgrades)
  if (current.facts === undefined) return { facts: undefined, problems: current.problems }
  const { facts, problems } = salvage(SnapshotV1, current.facts)
  if (facts === undefined) return { facts: undefined, problems }
  const { version: _, ...read } = snapshot.read(facts)
  const { hosts, guests } = read
  return { facts: { ...read, hosts: sharedHosts(hosts), guests: sharedGuests(guests) }, problems }
}

export const writeSnapshot = (of: Snapshot): SnapshotV1 => snapshot.write({ version: 1, ...of })
