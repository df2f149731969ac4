import { z } from 'zod'

/**
 * What a link carries. A word that does not parse is dropped, never an error: old and mangled links open.
 * Absent is the default everywhere, so that the plain address is the plain view.
 */
const text = z.string().min(1).optional().catch(undefined)
const flag = z
  .union([z.boolean(), z.stringbool()])
  .transform((on) => on || undefined)
  .optional()
  .catch(undefined)
const natural = z.coerce.number().int().positive().optional().catch(undefined)

/** Which cloud, under which release's rules. Every page has these. */
const cloudSearch = z.object({
  /** Scenario id, snapshot id of the API, or `dropped`. */
  snapshot: text,
  /** A release id; absent is the snapshot's own. */
  release: text,
})

export const fleetSorts = ['host', 'books', 'free'] as const
export type FleetSort = (typeof fleetSorts)[number]

const fleetSearch = z.object({
  filter: text,
  /** Page size in KiB. */
  size: natural,
  diverges: flag,
  sort: z.enum(fleetSorts).optional().catch(undefined),
  descending: flag,
  /** Absent is the table. */
  view: z.literal('map').optional().catch(undefined),
})

const planSearch = z.object({
  /** The step that is looked at, from 1. */
  step: natural,
  /** A second release, whose answers stand beside. */
  compare: text,
  /** Part of the names of the hosts that are shown. */
  find: text,
  /** `host` or the name of a check. */
  sort: text,
  descending: flag,
})

/** The first of two is the cloud of every page; what the second has not is as the first has it. */
const compareSearch = z.object({
  /** What the first plan is called, where it has a name. */
  name: text,
  with_name: text,
  with_snapshot: text,
  with_release: text,
  /** Only where they part. */
  parted: flag,
})

const headroomSearch = z.object({
  /** Whose room is shown place by place. */
  flavor: text,
  /** Each host lost once. */
  lost: flag,
  /** What each gets where all share. */
  fair: flag,
  /** `m1.small:2,m1.large:0`; a flavor that is not named has 1. */
  weights: text,
})

const matrixSort = z.enum(['name', 'fits', 'disagree']).optional().catch(undefined)

const migrateSearch = z.object({
  /** The host to empty. */
  host: text,
  /** Hosts to empty after it, with commas between. */
  after: text,
  /** In whichever order works best; absent is the one given. */
  reorder: flag,
  at_once: natural,
  downtime: z.enum(['stopped guests', 'any']).optional().catch(undefined),
  /** Guests of other hosts moved aside for one, at most. */
  aside: natural,
  afterwards: z.enum(['back in service', 'guests return']).optional().catch(undefined),
  /** The guest whose destinations are shown. */
  guest: text,
  /** Every guest of the host against every other host. */
  matrix: flag,
  /** By what its rows and its columns are sorted; absent is by name. */
  guests: matrixSort,
  hosts: matrixSort,
  /** Only where booting is answered otherwise than moving. */
  differing: flag,
})

export const divergenceSorts = ['worst', 'host'] as const
export type DivergenceSort = (typeof divergenceSorts)[number]

export const divergenceGroups = ['host', 'kind', 'cause'] as const
export type DivergenceGroup = (typeof divergenceGroups)[number]

const divergencesSearch = z.object({
  filter: text,
  kind: text,
  /** Kind of the likeliest suspect; `unknown` is none. */
  cause: text,
  host: text,
  /** A zone or an aggregate. */
  place: text,
  sort: z.enum(divergenceSorts).optional().catch(undefined),
  group: z.enum(divergenceGroups).optional().catch(undefined),
  /** Seconds that two sources of a host may lie apart. */
  tolerance: natural,
  /** The one that is open. */
  open: text,
})

const hostSearch = z.object({
  /** The divergence that is open. */
  open: text,
})

const inspectSearch = z.object({
  /** The host that the XML is held against. */
  host: text,
})

/** The parts Nova's rules fall into. */
export const ruleAreas = ['request', 'fit', 'usage', 'host', 'filters', 'migration', 'rows', 'xml'] as const
export type RuleArea = (typeof ruleAreas)[number]

const releasesSearch = z.object({
  filter: text,
  area: z.enum(ruleAreas).optional().catch(undefined),
  /** Absent is by release. */
  by: z.literal('rule').optional().catch(undefined),
  oldest: flag,
})

export type CloudSearch = z.output<typeof cloudSearch>
export type FleetSearch = z.output<typeof fleetSearch>
export type ReleasesSearch = z.output<typeof releasesSearch>
export type DivergencesSearch = z.output<typeof divergencesSearch>
export type InspectSearch = z.output<typeof inspectSearch>
export type CompareSearch = z.output<typeof compareSearch>
export type MatrixQuery = Pick<z.output<typeof migrateSearch>, 'guests' | 'hosts' | 'differing'>
export type PlanSearch = z.output<typeof planSearch>

type Raw = Record<string, unknown>
const present = <T extends object>(search: T): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T

export const parseCloud = (raw: Raw): CloudSearch => present(cloudSearch.parse(raw))
export const parseFleet = (raw: Raw): FleetSearch => present(fleetSearch.parse(raw))
export const parseDivergences = (raw: Raw): DivergencesSearch => present(divergencesSearch.parse(raw))
export const parseHost = (raw: Raw): z.output<typeof hostSearch> => present(hostSearch.parse(raw))
export const parseInspect = (raw: Raw): InspectSearch => present(inspectSearch.parse(raw))
export const parseReleases = (raw: Raw): ReleasesSearch => present(releasesSearch.parse(raw))

export const parseHeadroom = (raw: Raw): z.output<typeof headroomSearch> => present(headroomSearch.parse(raw))
export const parseMigrate = (raw: Raw): z.output<typeof migrateSearch> => present(migrateSearch.parse(raw))

export const parseCompare = (raw: Raw): CompareSearch => present(compareSearch.parse(raw))
export const parsePlanSearch = (raw: Raw): PlanSearch => present(planSearch.parse(raw))

/** `?size=2048&diverges=true` → values as text; each page's schema reads them. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export function formatSearch(search: Raw): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  }
  const written = params.toString()
  return written ? `?${written}` : ''
}
