import { groupBy } from '../collections.ts'
import { AggregateId, GuestId, type HostId, type Instant, SourceId } from '../model/ids.ts'
import type { Migration } from '../model/migration.ts'
import type { Aggregate, CloudSettings, Gap, Snapshot, Source } from '../model/snapshot.ts'
import type { Problem } from '../parsing/parsed.ts'
import type { Facts } from './facts.ts'
import { type HostNames, hostNames, nameIn } from './host-names.ts'
import type { Counted, Evidence, Import, ImportedFile, InputFile } from './import.ts'
import { joinFlavors, joinGuests, tableOf } from './join-guests.ts'
import { joinHosts } from './join-hosts.ts'
import { recognise } from './recognise.ts'

/** Reads files of any recognised format and joins what they say of the same hosts and guests. */
export const readFiles = (files: readonly InputFile[]): Import => addFiles(undefined, files)

/**
 * The same, with what was read before or on top of a snapshot. A file of the same name, format and host replaces the
 * one before.
 */
export function addFiles(before: Import | Snapshot | undefined, files: readonly InputFile[]): Import {
  const start = before === undefined ? nothing : 'evidence' in before ? before : over(before)
  const read = files.map(readFile)
  const fresh = read.flatMap(({ evidence }) => evidence ?? [])
  const replaced = (one: Evidence) => fresh.some((other) => isSameFile(one, other))
  const evidence = withOwnIds([...start.evidence.filter((one) => !replaced(one)), ...fresh])
  const reports = read.map(({ report }) => report)
  const reread = ({ name, format }: ImportedFile) =>
    reports.some((report) => report.name === name && report.format === format)
  return {
    files: [...start.files.filter((report) => !reread(report)), ...reports],
    evidence,
    snapshot: assemble(evidence),
  }
}

const nothing: Pick<Import, 'files' | 'evidence'> = { files: [], evidence: [] }

const over = (snapshot: Snapshot): Pick<Import, 'files' | 'evidence'> => ({
  files: [],
  evidence: [
    {
      source: {
        id: SourceId('snapshot'),
        kind: 'headroom snapshot',
        name: snapshot.name,
        readAt: snapshot.takenAt,
      },
      facts: { of: 'snapshot', snapshot },
      gaps: [],
    },
  ],
})

function readFile(file: InputFile): {
  readonly report: ImportedFile
  readonly evidence: Evidence | undefined
} {
  const { format, facts, problems } = recognise(file.text)
  const report = { name: file.name, format, understood: facts ? countsOf(facts) : [], problems }
  if (!facts || format === undefined) return { report, evidence: undefined }
  const id = SourceId(idOf(file.name, facts))
  const source: Source = { id, kind: format, name: file.name, readAt: file.readAt ?? readAtIn(facts) }
  return { report, evidence: { source, facts, gaps: problems.flatMap((problem) => gapOf(problem, id)) } }
}

/** A fact that was lost is a gap; a long list of them is one. */
function gapOf({ severity, at }: Problem, source: SourceId): readonly Gap[] {
  if (severity === 'warning') return []
  const what = at.path ?? `line ${at.line ?? 1}`
  return [{ source, host: undefined, guest: undefined, what, why: 'not understood' }]
}

const readAtIn = (facts: Facts): Instant | undefined =>
  facts.of === 'probe'
    ? ((facts.probe.read_at ?? undefined) as Instant | undefined)
    : facts.of === 'snapshot'
      ? facts.snapshot.takenAt
      : undefined

/** A file that names its host is another source than one of the same name for another host. */
function idOf(file: string, facts: Facts): string {
  const name = nameIn(facts)
  return typeof name === 'object' ? `${file} (${name.name})` : file
}

const isSameFile = (one: Evidence, other: Evidence): boolean =>
  one.source.kind === other.source.kind &&
  idOf(one.source.name, one.facts) === idOf(other.source.name, other.facts)

/** Two files of one name that are not the same get ids of their own. */
function withOwnIds(all: readonly Evidence[]): readonly Evidence[] {
  const seen = new Map<SourceId, number>()
  return all.map((evidence) => {
    const { source } = evidence
    const plain = SourceId(idOf(source.name, evidence.facts))
    const nth = (seen.get(plain) ?? 0) + 1
    seen.set(plain, nth)
    const id = nth === 1 ? plain : SourceId(`${plain} ${nth}`)
    if (id === source.id) return evidence
    return {
      ...evidence,
      source: { ...source, id },
      gaps: evidence.gaps.map((gap) => ({ ...gap, source: id })),
    }
  })
}

function assemble(evidence: readonly Evidence[]): Snapshot {
  const names = hostNames(evidence)
  const snapshots = evidence.flatMap(({ facts }) => (facts.of === 'snapshot' ? [facts.snapshot] : []))
  const before = snapshots.at(-1)
  const aggregates = joinAggregates(evidence, names)
  const { hosts, gaps: hostGaps } = joinHosts(evidence, names, aggregates)
  const { guests, gaps: guestGaps } = joinGuests(evidence, names, hosts)
  const sources = [
    ...snapshots.flatMap((snapshot) => snapshot.sources),
    ...evidence.flatMap(({ source, facts }) => (facts.of === 'snapshot' ? [] : [source])),
  ]
  const known: Omit<Snapshot, 'gaps'> = {
    name: before?.name ?? (hosts.length === 1 ? hosts[0]?.id : undefined) ?? sources[0]?.name ?? '',
    release: before?.release,
    takenAt: [...snapshots.map(({ takenAt }) => takenAt), ...sources.map(({ readAt }) => readAt)]
      .filter((at) => at !== undefined)
      .sort()
      .at(-1),
    settings: evidence.reduce<CloudSettings>((settings, { facts }) => configured(settings, facts), {
      enabledFilters: before?.settings.enabledFilters,
      maxAttempts: before?.settings.maxAttempts,
    }),
    hosts,
    guests,
    guestsListed: snapshots.some(({ guestsListed }) => guestsListed) || gives(evidence, 'instances'),
    flavors: joinFlavors(evidence),
    aggregates,
    migrations: joinMigrations(evidence, names),
    sources: [...new Map(sources.map((source) => [source.id, source])).values()],
  }
  const read = [
    ...snapshots.flatMap(({ gaps }) => gaps.filter((gap) => stillOpen(gap, known))),
    ...evidence.flatMap((one) => one.gaps.map((gap) => ({ ...gap, host: names.hostOf(one) }))),
    ...hostGaps,
    ...guestGaps,
    ...[...names.assumed].map(([{ source }, host]) => notGiven('hostname', { source: source.id, host })),
    ...whatIsMissing(known, evidence),
  ]
  return { ...known, gaps: [...new Map(read.map((gap) => [JSON.stringify(gap), gap])).values()] }
}

const configured = (settings: CloudSettings, facts: Facts): CloudSettings =>
  facts.of === 'nova.conf'
    ? {
        enabledFilters: facts.conf.settings.enabledFilters ?? settings.enabledFilters,
        maxAttempts: facts.conf.settings.maxAttempts ?? settings.maxAttempts,
      }
    : settings

const gives = (evidence: readonly Evidence[], table: Parameters<typeof tableOf>[1]): boolean =>
  evidence.some(({ facts }) => facts.of === 'nova rows' && facts.rows.given.includes(table))

/** What `whatIsMissing` looks for. */
const lookedForAnew = new Set([
  'compute_nodes',
  'headroom-probe',
  'holders',
  'instances',
  'instance_extra',
  'flavor_extra_specs',
])

/** A gap of a snapshot is closed by newer evidence of its host. */
function stillOpen({ source, what, why }: Gap, { sources, hosts }: Omit<Snapshot, 'gaps'>): boolean {
  if (why === 'not given' && lookedForAnew.has(what)) return false
  const used = new Set(hosts.flatMap(({ nova, observed }) => [nova?.source, observed?.source]))
  return source === undefined || used.has(source) || !sources.some(({ id }) => id === source)
}

const notGiven = (
  what: string,
  of: { readonly source?: SourceId | undefined; readonly host?: HostId } = {},
): Gap => ({
  source: of.source,
  host: of.host,
  guest: undefined,
  what,
  why: 'not given',
})

/** What no file gave. What no host has is one gap; what some have is a gap of each that lacks it. */
function whatIsMissing(
  { hosts, guests, guestsListed, flavors }: Omit<Snapshot, 'gaps'>,
  evidence: readonly Evidence[],
): readonly Gap[] {
  const lacking = (what: string, has: (host: Snapshot['hosts'][number]) => boolean): readonly Gap[] => {
    const without = hosts.filter((host) => !has(host))
    if (without.length === hosts.length && hosts.length > 1) return [notGiven(what)]
    return without.map(({ id }) => notGiven(what, { host: id }))
  }
  const extraSpecs = flavors.some((flavor) => Object.keys(flavor.extraSpecs).length > 0)
  return [
    ...lacking('compute_nodes', ({ nova }) => nova?.usage === 'stored'),
    ...lacking('headroom-probe', ({ observed }) => observed !== undefined),
    ...hosts
      .filter(({ observed }) => observed && !observed.holders)
      .map(({ id, observed }) => notGiven('holders', { source: observed?.source, host: id })),
    ...(guestsListed ? [] : [notGiven('instances')]),
    ...(guests.some(({ topology }) => topology === 'not read') && !gives(evidence, 'instance_extra')
      ? [notGiven('instance_extra')]
      : []),
    ...(gives(evidence, 'flavors') && !gives(evidence, 'flavor_extra_specs') && !extraSpecs
      ? [notGiven('flavor_extra_specs')]
      : []),
  ]
}

function joinAggregates(all: readonly Evidence[], names: HostNames): readonly Aggregate[] {
  const before = all.flatMap(({ facts }) => (facts.of === 'snapshot' ? facts.snapshot.aggregates : []))
  const hosts = groupBy(tableOf(all, 'aggregate_hosts'), ({ aggregate_id }) => aggregate_id)
  const metadata = groupBy(tableOf(all, 'aggregate_metadata'), ({ aggregate_id }) => aggregate_id)
  const listed = tableOf(all, 'aggregates').map((row): Aggregate => {
    const id = row.id ?? -1
    const pairs = (metadata.get(id) ?? []).map(({ key, value }) => [key, value] as const)
    const all = { ...row.metadata, ...Object.fromEntries(pairs) }
    const named = [...(row.hosts ?? []), ...(hosts.get(id) ?? []).map(({ host }) => host)]
    return {
      id: AggregateId(row.uuid ?? `${id}`),
      name: row.name,
      zone: all.availability_zone ?? row.availability_zone ?? undefined,
      hosts: [...new Set(named.map(names.resolve))],
      metadata: all,
    }
  })
  return [...new Map([...before, ...listed].map((one) => [one.id, one])).values()]
}

function joinMigrations(all: readonly Evidence[], names: HostNames): readonly Migration[] {
  const before = all.flatMap(({ facts }) => (facts.of === 'snapshot' ? facts.snapshot.migrations : []))
  const listed = tableOf(all, 'migrations').map(
    (row): Migration => ({
      id: row.uuid ?? row.id,
      guest: GuestId(row.instance_uuid),
      source: names.resolve(row.source_compute),
      destination: row.dest_compute ? names.resolve(row.dest_compute) : undefined,
      type: row.migration_type ?? 'migration',
      status: row.status,
      updatedAt: row.updated_at ?? undefined,
    }),
  )
  return [...new Map([...before, ...listed].map((one) => [one.id, one])).values()]
}

/** How many of what a file has, nothing that is zero. */
function countsOf(facts: Facts): readonly Counted[] {
  return Object.entries(numbersOf(facts))
    .filter(([, count]) => count > 0)
    .map(([what, count]) => ({ what, count }))
}

function numbersOf(facts: Facts): Readonly<Record<string, number>> {
  const poolsOf = (nodes: readonly { readonly pools: readonly unknown[] }[]) =>
    nodes.flatMap(({ pools }) => pools).length
  switch (facts.of) {
    case 'snapshot':
      return {
        hosts: facts.snapshot.hosts.length,
        guests: facts.snapshot.guests.length,
        flavors: facts.snapshot.flavors.length,
      }
    case 'probe': {
      const { nodes, holders, guests } = facts.probe
      return {
        hosts: 1,
        nodes: nodes.length,
        pools: poolsOf(nodes),
        holders: holders?.length ?? 0,
        guests: guests?.length ?? 0,
      }
    }
    case 'sysfs':
      return { nodes: facts.tree.nodes.length, pools: poolsOf(facts.tree.nodes) }
    case 'capabilities':
      return {
        cells: facts.capabilities.cells.length,
        cpus: facts.capabilities.cells.flatMap(({ cpus }) => cpus).length,
        pools: facts.capabilities.cells.flatMap(({ pages }) => pages).length,
      }
    case 'free pages':
      return { nodes: facts.nodes.length, pools: poolsOf(facts.nodes) }
    case 'domains':
      return { guests: facts.domains.length }
    case 'host topology':
      return { cells: facts.cells.length, pools: facts.cells.flatMap(({ mempages }) => mempages).length }
    case 'guest topology':
      return { 'guest cells': facts.topology.cells.length }
    case 'nova rows': {
      const { given, ...tables } = facts.rows
      return Object.fromEntries(given.map((table) => [table, tables[table].length]))
    }
    case 'nova.conf':
      return { options: facts.conf.options }
  }
}
