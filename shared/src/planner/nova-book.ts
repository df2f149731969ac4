import { account } from '../accounting/account.ts'
import type { Entry, Ledger } from '../accounting/ledger.ts'
import { hostCellAsRead } from '../accounting/stored-shape.ts'
import { cellsWith, totalOf } from '../accounting/totals.ts'
import { memo } from '../collections.ts'
import type { HostCell } from '../model/cell.ts'
import type { Guest } from '../model/guest.ts'
import type { Host, NovaHost } from '../model/host.ts'
import type { HostId } from '../model/ids.ts'
import type { Migration } from '../model/migration.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { aliases, pciPoolsWith } from '../placement/filters/pci.ts'
import { guessCells } from '../placement/guess-cells.ts'
import { type HostState, hostState } from '../placement/host-state.ts'
import type { Release } from '../releases/release.ts'
import type { Rules } from '../releases/rules.ts'
import { GiB, KiB, minus } from '../units.ts'
import {
  type Cloud,
  gapsOn,
  guestsOn,
  guestsWhenRead,
  movesOn,
  movesWhenRead,
  rulesOf,
  waysOf,
} from './cloud.ts'
import { providersOf } from './providers.ts'

/** Nova's book of one host as a plan has it so far. */
export interface NovaBook {
  readonly ledger: Ledger
  /** What the scheduler sees; its totals are sums of the ledger. */
  readonly state: HostState
}

/**
 * Of a cloud's settings and releases, by host as it is configured, by who is on it or moves: a step changes one of them for
 * a host or two.
 */
const known = memo((_: Snapshot) =>
  memo((_: Release) =>
    memo((_: Release) =>
      memo((_: object) =>
        memo((_: Host) => memo((_: readonly Guest[]) => new WeakMap<readonly Migration[], NovaBook>())),
      ),
    ),
  ),
)

/** Throws for a host the cloud does not have. */
export function novaBookOf(cloud: Cloud, id: HostId): NovaBook {
  const host = cloud.hosts.get(id)
  if (!host) throw new Error(`the cloud has no host ${id}`)
  const guests = guestsOn(cloud, id)
  const moves = movesOn(cloud, id)
  const books = known(cloud.snapshot)(cloud.release)(cloud.computes)(waysOf(cloud))(host)(guests)
  const book = books.get(moves) ?? makeBook(cloud, host, guests)
  books.set(moves, book)
  return book
}

export const stateOf = (cloud: Cloud, id: HostId): HostState => novaBookOf(cloud, id).state

function makeBook(cloud: Cloud, host: Host, guests: readonly Guest[]): NovaBook {
  const { snapshot, release } = cloud
  const rules = rulesOf(cloud, host)
  const ledger = ledgerOf(cloud, host, guests, rules)
  const ids = snapshot.guestsListed ? guests.map(({ id }) => id) : undefined
  const plain = {
    ...hostState(host, release.rules, snapshot.aggregates, ids, snapshot.settings),
    compute: rules,
  }
  const providers = providersOf(cloud, plain, guests)
  const withProviders = providers ? { ...plain, providers } : plain
  const row = { ...withProviders, pciPools: pciPoolsNow(cloud, withProviders, guests) }
  if (!host.nova) return { ledger, state: row }
  const { memory, memoryUsed, vcpus, vcpusUsed, diskGb, diskUsedGb, cells, usage } = host.nova
  const used = (column: number | undefined, resource: 'host memory' | 'host vcpus' | 'host disk') =>
    column === undefined && usage === 'stored' ? undefined : totalOf(ledger, undefined, resource)
  return {
    ledger,
    state: {
      ...row,
      memory: both(memory, used(memoryUsed, 'host memory'), KiB),
      vcpus: both(vcpus, used(vcpusUsed, 'host vcpus'), (n) => n),
      disk: both(diskGb === undefined ? undefined : GiB(diskGb), used(diskUsedGb, 'host disk'), GiB),
      diskAvailableLeast: stillAvailable(row.diskAvailableLeast, diskUsedGb, used(diskUsedGb, 'host disk')),
      freeCut: rules.freeAfterAudit === 'at least zero' && !ledger.some(isOtherEnd),
      cells:
        typeof cells === 'string'
          ? cells
          : isHalfRead(cloud, host)
            ? 'not read'
            : cellsOf(cells, ledger, rules),
    },
  }
}

/**
 * Free devices as they were read, without those of guests that came since. Which devices a guest had that left no source
 * says: then they are not known.
 */
function pciPoolsNow(cloud: Cloud, state: HostState, guests: readonly Guest[]): HostState['pciPools'] {
  const before = guestsWhenRead(cloud, state.id)
  if (guests === before || !state.pciPools) return state.pciPools
  const key = ({ id, flavor }: Guest) => `${id} ${flavor.extraSpecs[aliases]}`
  const asking = ({ flavor }: Guest) => flavor.extraSpecs[aliases] !== undefined
  const [now, then] = [guests.filter(asking), before.filter(asking)]
  const [keysNow, keysThen] = [new Set(now.map(key)), new Set(then.map(key))]
  if (then.some((guest) => !keysNow.has(key(guest)))) return undefined
  return now
    .filter((guest) => !keysThen.has(key(guest)))
    .reduce(
      (left: HostState['pciPools'], guest) => pciPoolsWith({ ...state, pciPools: left }, guest, 1),
      state.pciPools,
    )
}

/** A cell or a pool that was lost on the way would look like one the host does not have. */
const isHalfRead = ({ snapshot }: Cloud, { id }: Host): boolean =>
  gapsOn(snapshot, id).some(({ what, why }) => what === 'numa_topology' && why === 'not understood')

/** An audit cuts what is free before it counts moves, which work it out anew. */
const isOtherEnd = ({ consumer }: Entry): boolean => consumer.kind === 'guest' && consumer.role !== 'running'

/** A plan's guests come on top of what the driver had measured. */
const stillAvailable = (measured: KiB | undefined, gbThen: number | undefined, gbNow: number | undefined) =>
  measured === undefined || gbThen === undefined || gbNow === undefined
    ? measured
    : minus(measured, GiB(gbNow - gbThen))

const both = <Q>(total: Q | undefined, used: number | undefined, unit: (n: number) => Q) =>
  total === undefined || used === undefined ? undefined : { total, used: unit(used) }

function cellsOf(cells: readonly HostCell[], ledger: Ledger, rules: Rules) {
  const counted = cellsWith(
    ledger,
    cells.map((cell) => hostCellAsRead(cell, rules)),
  )
  const isCounted = ledger.some(({ cell, consumer }) => cell !== undefined && consumer.kind === 'guest')
  return rules.cellSocket === 'lost' && isCounted
    ? counted.map((cell) => ({ ...cell, socket: undefined }))
    : counted
}

/**
 * The entries of the guests there now. What the row said beyond the guests listed when it was read stays as it was:
 * a plan's guests come on top, and those it takes away leave with what was theirs.
 */
function ledgerOf(cloud: Cloud, host: Host, guests: readonly Guest[], rules: Rules): Ledger {
  const moves = movesOn(cloud, host.id)
  const before = { guests: guestsWhenRead(cloud, host.id), moves: movesWhenRead(cloud, host.id) }
  const isAsRead = guests === before.guests && moves === before.moves
  if (isAsRead || host.nova?.usage !== 'stored') return audit(cloud, host, guests, moves, rules)
  const whenRead = audit(cloud, host, before.guests, before.moves, rules)
  const unlisted = whenRead.filter(({ consumer }) => consumer.kind === 'stored')
  return [...audit(cloud, { ...host, nova: fromGuests(host.nova) }, guests, moves, rules), ...unlisted]
}

const fromGuests = (nova: NovaHost): NovaHost => ({ ...nova, usage: 'from guests' })

/** Nova's audit of one host: it looks at no guest but those here and on their way. */
function audit(
  cloud: Cloud,
  host: Host,
  guests: readonly Guest[],
  migrations: readonly Migration[],
  rules: Rules,
): Ledger {
  const moving = migrations.flatMap(({ guest }) => cloud.guests.get(guest) ?? [])
  const elsewhere = moving.filter((guest) => guest.host !== host.id)
  return account(
    { ...cloud.snapshot, migrations, guests: [...guests, ...elsewhere] },
    host,
    rules,
    guessCells,
  )
}
