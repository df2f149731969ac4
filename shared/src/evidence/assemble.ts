import { Instant, SourceId } from '../model/ids.ts'
import type { Gap, Snapshot, Source } from '../model/snapshot.ts'
import type { Problem } from '../parsing/parsed.ts'
import { sharedHosts } from '../wire/alike.ts'
import type { Facts } from './facts.ts'
import { hostNames, nameIn } from './host-names.ts'
import type { Evidence, Import, ImportedFile, InputFile } from './import.ts'
import { joinAggregates, joinMigrations, joinServerGroups, joinSettings } from './join-cloud.ts'
import { joinFlavors, joinGuests } from './join-guests.ts'
import { joinHosts } from './join-hosts.ts'
import { joinPlacement } from './join-placement.ts'
import { notGiven, stillOpen, whatIsMissing } from './missing.ts'
import { recognise } from './recognise.ts'
import { gives, snapshotsIn } from './tables.ts'
import { countsOf } from './understood.ts'

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
  const again = new Set(fresh.map(identityOf))
  const evidence = withOwnIds([...start.evidence.filter((one) => !again.has(identityOf(one))), ...fresh])
  const reports = read.map(({ report }) => report)
  const reread = new Set(reports.map(titleOf))
  return {
    files: [...start.files.filter((report) => !reread.has(titleOf(report))), ...reports],
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
  return { report, evidence: { source, facts, gaps: gapsOf(problems, id) } }
}

/** Facts that were lost are gaps; of a long list the first few, the file's report has them all. */
const gapsOf = (problems: readonly Problem[], source: SourceId): readonly Gap[] =>
  problems
    .filter(({ severity }) => severity === 'error')
    .slice(0, 20)
    .map(({ at }) => ({
      source,
      host: undefined,
      guest: undefined,
      what: at.path ?? `line ${at.line ?? 1}`,
      why: 'not understood',
    }))

function readAtIn(facts: Facts): Instant | undefined {
  if (facts.of === 'snapshot') return facts.snapshot.takenAt
  return facts.of === 'probe' && facts.probe.read_at !== null ? Instant(facts.probe.read_at) : undefined
}

/** A file that names its host is another source than one of the same name for another host. */
function idOf(file: string, facts: Facts): string {
  const name = nameIn(facts)
  return typeof name === 'object' ? `${file} (${name.name})` : file
}

/** What makes two files one that came again. */
const identityOf = ({ source, facts }: Evidence): string => `${source.kind}: ${idOf(source.name, facts)}`

const titleOf = ({ name, format }: ImportedFile): string => `${format}: ${name}`

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
  const snapshots = snapshotsIn(evidence)
  const before = snapshots.at(-1)
  const aggregates = joinAggregates(evidence, names)
  const { hosts, gaps: hostGaps } = joinHosts(evidence, names, aggregates)
  const { guests: alone, gaps: guestGaps } = joinGuests(evidence, names, hosts)
  const { groups: serverGroups, groupOf } = joinServerGroups(evidence)
  const guests = alone.map((guest) => {
    const serverGroup = groupOf.get(guest.id)
    return serverGroup === undefined ? guest : { ...guest, serverGroup }
  })
  const { placement, gaps: placementGaps } = joinPlacement(
    evidence,
    names,
    new Set(hosts.map(({ id }) => id)),
  )
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
    settings: joinSettings(evidence),
    hosts: sharedHosts(hosts),
    guests,
    guestsListed: snapshots.some(({ guestsListed }) => guestsListed) || gives(evidence, 'instances'),
    flavors: joinFlavors(evidence),
    aggregates,
    migrations: joinMigrations(evidence, names),
    serverGroups,
    placement,
    sources: [...new Map(sources.map((source) => [source.id, source])).values()],
  }
  const read = [
    ...snapshots.flatMap(({ gaps }) => gaps.filter((gap) => stillOpen(gap, known))),
    ...evidence.flatMap((one) => one.gaps.map((gap) => ({ ...gap, host: names.hostOf(one) }))),
    ...hostGaps,
    ...guestGaps,
    ...placementGaps,
    ...[...names.assumed].map(([{ source }, host]) => notGiven('hostname', { source: source.id, host })),
    ...whatIsMissing(known, evidence),
  ]
  return { ...known, gaps: [...new Map(read.map((gap) => [JSON.stringify(gap), gap])).values()] }
}
