import type { GuestCell, GuestTopology } from '../model/cell.ts'
import type { Flavor, ImageProps } from '../model/flavor.ts'
import type { Guest, Move } from '../model/guest.ts'
import type { Host } from '../model/host.ts'
import { CellId, GuestId, type HostId } from '../model/ids.ts'
import type { Gap } from '../model/snapshot.ts'
import { KiB, MiB, sum } from '../units.ts'
import { sharedGuests } from '../wire/alike.ts'
import type { Domain } from './domain.ts'
import type { HostNames } from './host-names.ts'
import type { Evidence } from './import.ts'
import { readOf } from './nova-host.ts'
import type { FlavorRow, InstanceExtraRow, InstanceRow, RequestSpecRow, StoredFlavor } from './nova-rows.ts'
import { snapshotsIn, tableOf } from './tables.ts'

/** Flavors that were listed, with their extra specs; else those that guests were made with. */
export function joinFlavors(all: readonly Evidence[]): readonly Flavor[] {
  const specs = new Map<number, Record<string, string>>()
  for (const { flavor_id, key, value } of tableOf(all, 'flavor_extra_specs')) {
    specs.set(flavor_id, { ...specs.get(flavor_id), [key]: value })
  }
  const before = snapshotsIn(all).flatMap(({ flavors }) => flavors)
  const listed = tableOf(all, 'flavors').map((row) => flavorOf(row, specs.get(row.id ?? -1)))
  const stored = tableOf(all, 'instance_extra').flatMap(({ flavors }) =>
    flavors?.cur ? [flavorOf(flavors.cur)] : [],
  )
  const named = before.length + listed.length > 0 ? [...before, ...listed] : stored
  return [...new Map(named.map((flavor) => [flavor.name, flavor])).values()]
}

const flavorOf = (row: StoredFlavor | FlavorRow, specs: Readonly<Record<string, string>> = {}): Flavor => ({
  name: row.name,
  vcpus: row.vcpus,
  memory: MiB(row.memory_mb),
  rootGb: row.root_gb ?? 0,
  ephemeralGb: row.ephemeral_gb ?? 0,
  swap: MiB(row.swap ?? 0),
  extraSpecs: { ...row.extra_specs, ...specs },
})

/** Guests by Nova's rows, then those that only libvirt knows of. */
export function joinGuests(
  all: readonly Evidence[],
  names: HostNames,
  hosts: readonly Host[],
): { readonly guests: readonly Guest[]; readonly gaps: readonly Gap[] } {
  const extras = new Map(tableOf(all, 'instance_extra').map((row) => [row.instance_uuid, row]))
  const flavors = new Map(tableOf(all, 'flavors').map((row) => [row.id, row]))
  const images = imagesOf(all)
  const asked = new Map(tableOf(all, 'request_specs').map((row) => [row.instance_uuid, zoneOf(row)]))
  const guests = new Map<GuestId, Guest>()
  const gaps: Gap[] = []
  for (const { facts, source } of all) {
    if (facts.of === 'snapshot') for (const guest of facts.snapshot.guests) guests.set(guest.id, guest)
    if (facts.of !== 'nova rows') continue
    for (const row of facts.rows.instances) {
      const extra = extras.get(row.uuid)
      const guest = guestOf(row, extra, flavors.get(row.instance_type_id), images.get(row.uuid) ?? {}, names)
      const known = guests.get(guest.id)
      const zone = asked.get(row.uuid) ?? known?.zone
      const domain = known?.domain
      const here = { ...guest, ...(zone !== undefined && { zone }), ...(domain && { domain }) }
      guests.set(
        guest.id,
        known && !extra
          ? { ...here, topology: known.topology, flavor: known.flavor, move: known.move }
          : here,
      )
      const broken = extra && !extra.topology.whole
      if (broken || (extras.size > 0 && guests.get(guest.id)?.topology === 'not read')) {
        const why = broken ? 'not understood' : 'not given'
        gaps.push({ source: source.id, host: guest.host, guest: guest.id, what: 'numa_topology', why })
      }
    }
  }

  const running = new Map(
    hosts.flatMap(({ id, observed }) => observed?.guests?.map((one) => [one.id, id] as const) ?? []),
  )
  const [only, ...others] = hosts
  const there = others.length === 0 ? only?.id : undefined
  for (const { facts, source } of all) {
    if (facts.of === 'domains') {
      for (const domain of facts.domains) {
        const id = domain.uuid ?? GuestId(domain.name ?? source.name)
        const guest = guests.get(id) ?? domainGuest(id, domain, running.get(id) ?? there)
        guests.set(id, { ...guest, ...cellsIn(domain) })
      }
    }
    if (facts.of === 'guest topology') {
      const id = facts.guest ?? GuestId(source.name)
      const known = guests.get(id)
      guests.set(
        id,
        known ? { ...known, topology: facts.topology } : topologyGuest(id, facts.topology, there),
      )
    }
  }
  return { guests: sharedGuests(guests.values()), gaps }
}

const zoneOf = ({ asked: { value } }: RequestSpecRow) => (typeof value === 'string' ? undefined : value.zone)

/** Image properties are system metadata with a prefix (nova/utils.py: instance_sys_meta, SM_IMAGE_PROP_PREFIX). */
function imagesOf(all: readonly Evidence[]): ReadonlyMap<string, ImageProps> {
  const images = new Map<string, Record<string, string>>()
  for (const { instance_uuid: uuid, key, value } of tableOf(all, 'instance_system_metadata')) {
    if (key.startsWith('image_')) {
      images.set(uuid, { ...images.get(uuid), [key.slice('image_'.length)]: value ?? '' })
    }
  }
  return images
}

function guestOf(
  row: InstanceRow,
  extra: InstanceExtraRow | undefined,
  listed: FlavorRow | undefined,
  image: ImageProps,
  names: HostNames,
): Guest {
  return {
    id: GuestId(row.uuid),
    name: row.display_name ?? row.hostname ?? row.uuid,
    host: row.host ? names.resolve(row.host) : undefined,
    vmState: row.vm_state ?? '',
    taskState: row.task_state ?? undefined,
    powerState: row.power_state ?? undefined,
    flavor: extra?.flavors?.cur ? flavorOf(extra.flavors.cur) : columnsFlavor(row, listed),
    image,
    topology: extra ? readOf(extra.topology) : 'not read',
    move: extra && moveOf(extra),
    fromVolume: row.image_ref === null || row.image_ref === undefined ? undefined : row.image_ref === '',
    project: row.project_id ?? undefined,
  }
}

/** A migration that changes no flavor stores none. */
function moveOf({ flavors, context }: InstanceExtraRow): Move | undefined {
  const read = typeof context.value === 'string' ? undefined : context.value
  if (!read && !flavors?.old && !flavors?.new) return undefined
  const flavor = (of: 'old' | 'new') => {
    const stored = flavors?.[of] ?? flavors?.cur
    return stored && flavorOf(stored)
  }
  return {
    migration: read?.migration,
    old: { flavor: flavor('old'), topology: read?.old ?? 'not read' },
    new: { flavor: flavor('new'), topology: read?.new ?? 'not read' },
  }
}

/** The instance's own columns hold whatever its flavor is called today. */
const columnsFlavor = (row: InstanceRow, listed: FlavorRow | undefined): Flavor => ({
  name: listed?.name ?? `instance_type_id ${row.instance_type_id ?? '?'}`,
  vcpus: row.vcpus ?? listed?.vcpus ?? 0,
  memory: MiB(row.memory_mb ?? listed?.memory_mb ?? 0),
  rootGb: row.root_gb ?? listed?.root_gb ?? 0,
  ephemeralGb: row.ephemeral_gb ?? listed?.ephemeral_gb ?? 0,
  swap: MiB(listed?.swap ?? 0),
  extraSpecs: listed?.extra_specs ?? {},
})

const cellsIn = ({ memory, cells }: Domain): Pick<Guest, 'domain'> =>
  memory === undefined || cells.length === 0
    ? {}
    : { domain: { memory, cells: cells.map((cell) => cell.memory) } }

function domainGuest(id: GuestId, domain: Domain, host: HostId | undefined): Guest {
  const vcpus = domain.vcpus ?? domain.cells.flatMap(({ cpus }) => cpus).length
  return {
    ...unknownToNova(id, host),
    name: domain.nova?.name ?? domain.name ?? id,
    flavor: {
      ...noFlavor,
      name: domain.nova?.flavor ?? domain.name ?? id,
      vcpus,
      memory: domain.memory ?? sum(domain.cells.map(({ memory }) => memory)),
    },
    topology:
      domain.cells.length === 0
        ? 'none'
        : {
            cells: domain.cells.map((cell) => domainCell(domain, cell)),
            emulatorThreadsPolicy: undefined,
          },
  }
}

const topologyGuest = (id: GuestId, topology: GuestTopology, host: HostId | undefined): Guest => ({
  ...unknownToNova(id, host),
  name: id,
  flavor: {
    ...noFlavor,
    name: id,
    vcpus: topology.cells.flatMap(({ cpuset, pcpuset }) => [...cpuset, ...pcpuset]).length,
    memory: sum(topology.cells.map(({ memory }) => memory)),
  },
  topology,
})

const noFlavor = { rootGb: 0, ephemeralGb: 0, swap: KiB(0), extraSpecs: {} }

const unknownToNova = (id: GuestId, host: HostId | undefined) => ({
  id,
  host,
  vmState: 'unknown',
  taskState: undefined,
  powerState: undefined,
  image: {},
})

/** A guest cell as libvirt would place it: on a host node where it may be on no other, pinned where each vCPU has one CPU. */
function domainCell(domain: Domain, { id, cpus, memory }: Domain['cells'][number]): GuestCell {
  const nodeset = domain.memnodes.find(({ cell }) => cell === id)?.nodeset ?? domain.numaMemory?.nodeset ?? []
  const [node, ...otherNodes] = nodeset
  const page = domain.hugepages?.find(({ cells }) => cells === undefined || cells.includes(id))
  const pins = cpus.flatMap((vcpu) => {
    const [pcpu, ...more] = domain.vcpuPins.find((pin) => pin.vcpu === vcpu)?.cpus ?? []
    return pcpu === undefined || more.length > 0 ? [] : [[vcpu, pcpu] as const]
  })
  const pinned = cpus.length > 0 && pins.length === cpus.length
  return {
    id: CellId(node === undefined || otherNodes.length > 0 ? -1 : node),
    cpuset: pinned ? [] : cpus,
    pcpuset: pinned ? cpus : [],
    memory,
    pageSize: page?.size,
    cpuPolicy: pinned ? 'dedicated' : undefined,
    cpuThreadPolicy: undefined,
    cpuPinning: pinned ? pins : undefined,
    cpusetReserved: undefined,
  }
}
