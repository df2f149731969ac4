import { groupBy, memo, Overlay } from '../collections.ts'
import type { Guest } from '../model/guest.ts'
import type { Host } from '../model/host.ts'
import type { GuestId, HostId } from '../model/ids.ts'
import type { Migration } from '../model/migration.ts'
import type { Gap, Snapshot } from '../model/snapshot.ts'
import { observe } from '../reality/observe.ts'
import type { Reality } from '../reality/reality.ts'
import { releaseById } from '../releases/index.ts'
import { type Otherwise, releaseWith, rulesWith } from '../releases/otherwise.ts'
import type { Release } from '../releases/release.ts'
import type { Rules } from '../releases/rules.ts'

/**
 * A snapshot under a release, and what a plan has changed of it so far. Never changed itself: each step makes another.
 * What follows from hosts and guests (ledgers, the host's book) is derived when asked for and kept with its cloud.
 */
export interface Cloud {
  readonly snapshot: Snapshot
  /** The scheduler's; a compute may be of another. */
  readonly release: Release
  /** Of the computes that say no release of their own. */
  readonly computes: Release
  /** Rules that scheduler and computes have otherwise than their releases. */
  readonly otherwise?: readonly Otherwise[]
  readonly hosts: Overlay<HostId, Host>
  readonly guests: Overlay<GuestId, Guest>
  /** Guests Nova has on a host, in the order Nova counts them. */
  readonly residents: Overlay<HostId, readonly Guest[]>
  /** Moves a host is an end of, over or not: what is not over holds room at both. */
  readonly moves: Overlay<HostId, readonly Migration[]>
  /** The host's book where a plan changed it. */
  readonly realities: Overlay<HostId, Reality>
}

export const cloudOf = (snapshot: Snapshot, release: Release): Cloud => ({
  snapshot,
  release,
  computes: release,
  hosts: Overlay.over(hostsById(snapshot.hosts)),
  guests: Overlay.over(new Map(snapshot.guests.map((guest) => [guest.id, guest]))),
  residents: Overlay.over(guestsByHost(snapshot.guests)),
  moves: Overlay.over(movesByHost(snapshot.migrations)),
  realities: Overlay.over(new Map()),
})

const nobody: readonly Guest[] = []

const guestsByHost = memo((guests: readonly Guest[]): ReadonlyMap<HostId, readonly Guest[]> => {
  const placed = guests.flatMap((guest) => (guest.host === undefined ? [] : [{ guest, host: guest.host }]))
  const byHost = groupBy(placed, ({ host }) => host)
  return new Map([...byHost].map(([host, all]) => [host, all.map(({ guest }) => guest)]))
})

/** Guests Nova has there; the same array as long as a plan changed none of them. */
export const guestsOn = ({ residents }: Cloud, host: HostId): readonly Guest[] =>
  residents.get(host) ?? nobody

const hostsById = memo(
  (hosts: readonly Host[]): ReadonlyMap<HostId, Host> => new Map(hosts.map((host) => [host.id, host])),
)

/** The host as the snapshot has it; undefined for one that a plan added. */
export const hostWhenRead = ({ snapshot }: Cloud, host: HostId): Host | undefined =>
  hostsById(snapshot.hosts).get(host)

/** Guests Nova had there when the snapshot was read. */
export const guestsWhenRead = ({ snapshot }: Cloud, host: HostId): readonly Guest[] =>
  guestsByHost(snapshot.guests).get(host) ?? nobody

const endsOf = ({ source, destination }: Migration): readonly HostId[] =>
  destination === undefined || destination === source ? [source] : [source, destination]

const movesByHost = memo((migrations: Snapshot['migrations']): ReadonlyMap<HostId, readonly Migration[]> => {
  const ends = migrations.flatMap((migration) => endsOf(migration).map((host) => ({ host, migration })))
  const byHost = groupBy(ends, ({ host }) => host)
  return new Map([...byHost].map(([host, all]) => [host, all.map(({ migration }) => migration)]))
})

const noMoves: readonly Migration[] = []

/** Moves the host is an end of; the same array as long as a plan changed none of them. */
export const movesOn = ({ moves }: Cloud, host: HostId): readonly Migration[] => moves.get(host) ?? noMoves

/** Moves the host was an end of when the snapshot was read. */
export const movesWhenRead = ({ snapshot }: Cloud, host: HostId): readonly Migration[] =>
  movesByHost(snapshot.migrations).get(host) ?? noMoves

/** The move has begun, the newest there is, and holds room at both ends. */
export const withMove = (cloud: Cloud, move: Migration): Cloud => ({
  ...cloud,
  moves: endsOf(move).reduce(
    (moves, host) => moves.with(host, [move, ...(moves.get(host) ?? noMoves)]),
    cloud.moves,
  ),
})

/** The move is over, and Nova counts nothing for it. */
export const withoutMove = (cloud: Cloud, move: Migration): Cloud => ({
  ...cloud,
  moves: endsOf(move).reduce(
    (moves, host) =>
      moves.with(
        host,
        (moves.get(host) ?? noMoves).filter(({ id }) => id !== move.id),
      ),
    cloud.moves,
  ),
})

export function rulesOf({ computes, otherwise }: Cloud, host: Host): Rules {
  const own = host.release === undefined ? undefined : releaseById(host.release)?.rules
  if (!own) return computes.rules
  return otherwise ? rulesWith(own, otherwise) : own
}

/** The cloud with some rules otherwise, of its scheduler and of all its computes. */
export const underRules = (cloud: Cloud, otherwise: readonly Otherwise[]): Cloud => ({
  ...cloud,
  otherwise,
  release: releaseWith(cloud.release, otherwise),
  computes: releaseWith(cloud.computes, otherwise),
})

/** A value for each way in which rules may be otherwise, also for none, to keep under it what follows from them. */
export const waysOf = ({ otherwise }: Cloud): object => otherwise ?? asReleased
const asReleased = {}

/** The host's book now; undefined where nobody looked at the host. */
export function realityOf(cloud: Cloud, id: HostId): Reality | undefined {
  const changed = cloud.realities.get(id)
  if (changed) return changed
  const host = cloud.hosts.get(id)
  return host && firstSight(cloud.snapshot, host)
}

/** What of a host could not be read. */
export const gapsOn = (snapshot: Snapshot, host: HostId): readonly Gap[] =>
  gapsByHost(snapshot.gaps).get(host) ?? []

const gapsByHost = memo((gaps: readonly Gap[]) => groupBy(gaps, ({ host }) => host))
const sights = memo((_: Snapshot['hosts']) =>
  memo((_: readonly Gap[]) => new Map<HostId, Reality | undefined>()),
)

/** What a plan does to Nova's book leaves the observation as it was, so one look a snapshot is enough. */
function firstSight(snapshot: Snapshot, host: Host): Reality | undefined {
  const seen = sights(snapshot.hosts)(snapshot.gaps)
  if (!seen.has(host.id)) seen.set(host.id, observe(host, gapsOn(snapshot, host.id)))
  return seen.get(host.id)
}

/** Nova has the guest on this host, after those it had there before. */
export function withGuest(cloud: Cloud, guest: Guest & { readonly host: HostId }): Cloud {
  const others = guestsOn(cloud, guest.host).filter(({ id }) => id !== guest.id)
  return {
    ...cloud,
    guests: cloud.guests.with(guest.id, guest),
    residents: cloud.residents.with(guest.host, [...others, guest]),
  }
}

/** The guest is another, on the host it is on and in its turn there. */
export const withGuestAs = (cloud: Cloud, guest: Guest & { readonly host: HostId }): Cloud => ({
  ...cloud,
  guests: cloud.guests.with(guest.id, guest),
  residents: cloud.residents.with(
    guest.host,
    guestsOn(cloud, guest.host).map((one) => (one.id === guest.id ? guest : one)),
  ),
})

/** Nova no longer has the guest anywhere. */
export function withoutGuest(cloud: Cloud, { id, host }: Guest): Cloud {
  const guests = cloud.guests.without(id)
  if (host === undefined) return { ...cloud, guests }
  const others = guestsOn(cloud, host).filter((one) => one.id !== id)
  return { ...cloud, guests, residents: cloud.residents.with(host, others) }
}

export const withReality = (cloud: Cloud, reality: Reality): Cloud => ({
  ...cloud,
  realities: cloud.realities.with(reality.host, reality),
})

export const withHosts = (cloud: Cloud, hosts: readonly Host[]): Cloud => ({
  ...cloud,
  hosts: cloud.hosts.withAll(hosts.map((host) => [host.id, host] as const)),
})

export const withHost = (cloud: Cloud, host: Host): Cloud => ({
  ...cloud,
  hosts: cloud.hosts.with(host.id, host),
})
