import { groupBy } from '../collections.ts'
import type { Host, HostConfig, HostObservation, NovaHost, ServiceState } from '../model/host.ts'
import type { HostId, Instant, SourceId } from '../model/ids.ts'
import type { Aggregate, Gap } from '../model/snapshot.ts'
import type { Capabilities } from './capabilities.ts'
import type { Facts } from './facts.ts'
import type { FreePages } from './freepages.ts'
import type { HostNames } from './host-names.ts'
import type { Evidence } from './import.ts'
import { filled, filledRatios, fromCapabilities, fromRow, fromTopology } from './nova-host.ts'
import type { ComputeNodeRow, ServiceRow } from './nova-rows.ts'
import {
  fromLibvirt,
  fromMemInfo,
  fromNumactl,
  fromProbe,
  fromSysfs,
  probeGaps,
  type Totals,
  withMemInfo,
} from './observation.ts'
import { snapshotsIn, tableOf } from './tables.ts'

/** What there is of one host: the snapshot's word, and each kind of evidence in the order it came. */
interface OfHost {
  readonly id: HostId
  readonly before: Host | undefined
  readonly evidence: readonly Evidence[]
  readonly rows: readonly { readonly row: ComputeNodeRow; readonly source: SourceId }[]
  readonly service: ServiceState | undefined
  readonly zone: string | undefined
}

/**
 * Every host that any evidence names, on both books. Where Nova's computes are listed, one that only a nova.conf names is
 * a controller: what it sets is the cloud's.
 */
export function joinHosts(
  all: readonly Evidence[],
  names: HostNames,
  aggregates: readonly Aggregate[],
): { readonly hosts: readonly Host[]; readonly gaps: readonly Gap[] } {
  const before = new Map(
    snapshotsIn(all).flatMap(({ hosts }) => hosts.map((host) => [host.id, host] as const)),
  )
  const rows = rowsOf(all, names)
  const evidence = groupBy(all, names.hostOf)
  const services = servicesOf(all, names)
  const zones = new Map(
    aggregates.flatMap(({ zone, hosts }) =>
      zone === undefined ? [] : hosts.map((host) => [host, zone] as const),
    ),
  )
  const withGuests = tableOf(all, 'instances').flatMap(({ host }) => (host ? [names.resolve(host)] : []))
  const listed = rows.size + services.size > 0
  const seen = [...evidence].flatMap(([id, found]) =>
    listed && found.every(({ facts }) => facts.of === 'nova.conf') ? [] : [id],
  )
  const ids = new Set([...before.keys(), ...rows.keys(), ...services.keys(), ...withGuests, ...seen])
  ids.delete(undefined)
  const joined = [...(ids as Set<HostId>)].sort().map((id) =>
    joinHost({
      id,
      before: before.get(id),
      evidence: evidence.get(id) ?? [],
      rows: rows.get(id) ?? [],
      service: services.get(id),
      zone: zones.get(id),
    }),
  )
  return { hosts: joined.map(({ host }) => host), gaps: joined.flatMap(({ gaps }) => gaps) }
}

function rowsOf(all: readonly Evidence[], names: HostNames): ReadonlyMap<HostId, OfHost['rows']> {
  const named = all.flatMap((evidence) => {
    if (evidence.facts.of !== 'nova rows') return []
    return evidence.facts.rows.compute_nodes.flatMap((row) => {
      const name = row.host ?? row.hypervisor_hostname
      const host = name ? names.resolve(name) : names.hostOf(evidence)
      return host === undefined ? [] : [{ row, source: evidence.source.id, host }]
    })
  })
  return groupBy(named, ({ host }) => host)
}

function joinHost(of: OfHost): { readonly host: Host; readonly gaps: readonly Gap[] } {
  const { id, before } = of
  const conf = last(of, 'nova.conf')?.facts.conf
  const book = novaBook(of)
  const nova = book && conf ? { ...book, ratios: filledRatios(book.ratios, conf.ratios) } : book
  const { observed, gaps } = withVersions(of, hostBook(of, nova))
  return {
    host: {
      id,
      release: before?.release,
      zone: of.zone ?? before?.zone,
      service: of.service ?? before?.service,
      nova,
      observed,
      config: conf?.config ?? before?.config ?? notConfigured,
    },
    gaps: [...gaps, ...topologyGap(of, nova)],
  }
}

/** What is taken for a compute of which no nova.conf was read. */
export const notConfigured: HostConfig = {
  reservedHugePages: [],
  reservedHostMemory: undefined,
  reservedHostCpus: undefined,
  vcpuPinSet: undefined,
  cpuSharedSet: undefined,
  cpuDedicatedSet: undefined,
  packing: undefined,
}

type Of<Kind extends Facts['of']> = Evidence & { readonly facts: Extract<Facts, { readonly of: Kind }> }

/** Of one kind the newest; of those that do not say when, the one that came last. */
const last = <Kind extends Facts['of']>({ evidence }: OfHost, kind: Kind): Of<Kind> | undefined =>
  evidence
    .filter((one): one is Of<Kind> => one.facts.of === kind)
    .reduce<Of<Kind> | undefined>((best, one) => (readAt(one) >= readAt(best) ? one : best), undefined)

const readAt = (one: Evidence | undefined): string => one?.source.readAt ?? ''

/** What Nova stored, newest first, each saying what the one before leaves out; else a book begun from libvirt's totals. */
function novaBook(of: OfHost): NovaHost | undefined {
  const topology = last(of, 'host topology')
  const capabilities = last(of, 'capabilities')
  const before = of.before?.nova
  const stored = [
    ...of.rows.map(({ row, source }) => fromRow(row, source)).reverse(),
    ...(topology ? [fromTopology(topology.facts.cells, topology.source.id)] : []),
    ...(before?.usage === 'stored' ? [before] : []),
  ]
  if (stored.length > 0) return stored.reduce(filled)
  return before ?? (capabilities && fromCapabilities(capabilities.facts.capabilities, capabilities.source.id))
}

interface HostBook {
  readonly observed: HostObservation | undefined
  readonly gaps: readonly Gap[]
}

/** `virsh version` says what nobody else does, of a host that somebody looked at. */
function withVersions(of: OfHost, book: HostBook): HostBook {
  const versions = last(of, 'versions')?.facts.versions
  const { observed } = book
  if (!versions || !observed) return book
  const { libvirt, qemu } = versions
  return {
    ...book,
    observed: { ...observed, libvirt: libvirt ?? observed.libvirt, qemu: qemu ?? observed.qemu },
  }
}

/** A probe saw more than the kernel's files say, and those more than libvirt. What said more stays. */
function hostBook(of: OfHost, nova: NovaHost | undefined): HostBook {
  const probe = last(of, 'probe')
  if (probe) {
    const source = probe.source.id
    return {
      observed: fromProbe(probe.facts.probe, source),
      gaps: probeGaps(probe.facts.probe, source, of.id),
    }
  }
  const meminfo = last(of, 'meminfo')
  const { observed, gaps } = nodesBook(of, nova)
  if (!meminfo) return { observed, gaps }
  const { facts, source } = meminfo
  return {
    observed: observed ? withMemInfo(observed, facts.meminfo) : fromMemInfo(facts.meminfo, source.id),
    gaps: observed ? gaps : [...gaps, noNodes(of, source.id)],
  }
}

const noNodes = ({ id: host }: OfHost, source: SourceId): Gap => ({
  source,
  host,
  guest: undefined,
  what: '/sys/devices/system/node',
  why: 'not given',
})

/** The same where no probe ran. */
function nodesBook(of: OfHost, nova: NovaHost | undefined): HostBook {
  const before = of.before?.observed
  const sysfs = last(of, 'sysfs')
  const free = last(of, 'free pages')
  const numactl = last(of, 'numactl')
  if (!before && !sysfs && !free && numactl) {
    return { observed: fromNumactl(numactl.facts.nodes, numactl.source.id), gaps: [] }
  }
  if (before?.holders || (!sysfs && !free)) return { observed: before, gaps: [] }
  if (sysfs) return { observed: fromSysfs(sysfs.facts.tree, sysfs.source.id), gaps: [] }
  if (!free) return { observed: before, gaps: [] }

  const capabilities = last(of, 'capabilities')?.facts.capabilities
  const observed = fromLibvirt(free.facts.nodes, capabilities, totalsIn(capabilities, nova), free.source.id)
  const missing = [
    ...(capabilities ? [] : ['virsh capabilities']),
    'surplus pages',
    ...lost(free.facts.nodes, observed),
  ]
  return {
    observed,
    gaps: missing.map((what) => ({
      source: free.source.id,
      host: of.id,
      guest: undefined,
      what,
      why: 'not given',
    })),
  }
}

/** Pools whose free pages are known and whose total is not, or is less: it was read at another time. */
const lost = (free: readonly FreePages[], { nodes }: HostObservation): readonly string[] =>
  free.flatMap(({ node, pools }) => {
    const [, ...huge] = [...pools].sort((a, b) => a.size - b.size)
    const there = nodes.find(({ id }) => id === node)?.pools ?? []
    return huge
      .filter(({ size }) => !there.some((one) => one.size === size))
      .map(({ size }) => `node${node}/hugepages-${size}kB/nr_hugepages`)
  })

/** Totals of today, else those of when nova-compute started. */
function totalsIn(capabilities: Capabilities | undefined, nova: NovaHost | undefined): Totals {
  if (capabilities) return capabilities.cells.map(({ id, pages }) => ({ id, pools: pages }))
  return nova && typeof nova.cells !== 'string'
    ? nova.cells.map(({ id, mempages }) => ({ id, pools: mempages }))
    : []
}

/** Cells or pools may be lacking where a topology was not understood as a whole. */
function topologyGap(of: OfHost, nova: NovaHost | undefined): readonly Gap[] {
  if (!nova) return []
  const [alone] = [last(of, 'host topology')].filter((one) => one?.source.id === nova.source)
  const broken = alone ? alone.gaps.length > 0 : of.rows.some(({ row }) => !row.topology.whole)
  if (!broken && nova.cells !== 'not read') return []
  const why = broken ? 'not understood' : 'not given'
  return [{ source: nova.source, host: of.id, guest: undefined, what: 'numa_topology', why }]
}

function servicesOf(all: readonly Evidence[], names: HostNames): ReadonlyMap<HostId, ServiceState> {
  const states = new Map<HostId, ServiceState>()
  for (const { facts, source } of all) {
    if (facts.of !== 'nova rows') continue
    const now = source.readAt ?? newest(facts.rows.services)
    for (const row of facts.rows.services) {
      if (row.binary !== 'nova-compute') continue
      states.set(names.resolve(row.host), { enabled: !row.disabled, up: isUp(row, now) })
    }
  }
  return states
}

/** When a listing was made at the earliest: some service has just reported. */
const newest = (rows: readonly ServiceRow[]): Instant | undefined =>
  rows
    .flatMap(({ last_seen_up }) => last_seen_up ?? [])
    .sort()
    .at(-1)

/** `service_down_time` in seconds, its default (nova/servicegroup/drivers/db.py: is_up). */
const downAfter = 60

function isUp({ state, forced_down, last_seen_up }: ServiceRow, now: Instant | undefined): boolean {
  if (state) return state === 'up'
  if (forced_down || !last_seen_up || now === undefined) return false
  return (Date.parse(now) - Date.parse(last_seen_up)) / 1000 <= downAfter
}
