import type { Flavor } from '../model/flavor.ts'
import type { Guest, MoveEnd } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import type { Migration } from '../model/migration.ts'
import { choose, defaultAttempts } from '../placement/choose.ts'
import type { HostState } from '../placement/host-state.ts'
import { enabledFilters } from '../placement/judge.ts'
import type { PlacementRequest } from '../placement/request.ts'
import { isRefusedByClaim, type Verdict } from '../placement/verdict.ts'
import type { Action } from './action.ts'
import { type Cloud, withGuest, withMove, withoutGuest } from './cloud.ts'
import { requestOfGuest } from './guest-request.ts'
import { startOn, withStarted, withStopped } from './guest-start.ts'
import { isRunning } from './guest-state.ts'
import { migrates } from './move-outcome.ts'
import { stateOf } from './nova-book.ts'
import { optionAbsent } from './option-since.ts'
import { impossible, type Performed, unchanged } from './performed.ts'
import { guestIn } from './power.ts'
import type { GateVerdict } from './step.ts'

type Do<Word extends Action['do']> = Extract<Action, { do: Word }>

/** nova/compute/api.py: resize without a flavor. The guest stops, and what it had stays booked until it is confirmed. */
export function coldMigrate(cloud: Cloud, action: Do<'cold-migrate'>): Performed {
  const guest = guestIn(cloud, action.guest, ['active', 'stopped'])
  if ('kind' in guest) return impossible(cloud, guest)
  if (action.to !== undefined && cloud.release.rules.coldMigrationHost === 'unknown') {
    return impossible(
      cloud,
      optionAbsent('migrate --host', (rules) => rules.coldMigrationHost !== 'unknown'),
    )
  }
  if (action.to !== undefined && !cloud.hosts.get(action.to)) {
    return impossible(cloud, { kind: 'no-such', what: 'host', name: action.to })
  }
  return move(cloud, { guest, flavor: guest.flavor, type: 'migration', only: action.to, sameHost: false })
}

/**
 * nova/compute/api.py: resize. Another flavor, and room for both until it is confirmed; on its own host only where the
 * operator allows it. A root disk does not shrink (nova/virt/libvirt/driver.py: migrate_disk_and_power_off).
 */
export function resize(cloud: Cloud, action: Do<'resize'>): Performed {
  const guest = guestIn(cloud, action.guest, ['active', 'stopped'])
  if ('kind' in guest) return impossible(cloud, guest)
  const flavor = cloud.snapshot.flavors.find(({ name }) => name === action.flavor)
  if (!flavor) return impossible(cloud, { kind: 'no-such', what: 'flavor', name: action.flavor })
  if (flavor.name === guest.flavor.name) {
    return impossible(cloud, { kind: 'same-flavor', guest: guest.id, flavor: flavor.name })
  }
  if (!guest.fromVolume && flavor.rootGb < guest.flavor.rootGb) {
    const [fromGb, toGb] = [guest.flavor.rootGb, flavor.rootGb]
    return impossible(cloud, { kind: 'disk-shrinks', guest: guest.id, fromGb, toGb })
  }
  const sameHost = cloud.snapshot.settings.allowResizeToSameHost ?? false
  return move(cloud, { guest, flavor, type: 'resize', only: undefined, sameHost })
}

interface Move {
  readonly guest: Guest & { readonly host: HostId }
  readonly flavor: Flavor
  readonly type: 'migration' | 'resize'
  /** Since 2.56 the one host that is asked. */
  readonly only: HostId | undefined
  readonly sameHost: boolean
}

function move(cloud: Cloud, asked: Move): Performed {
  const { guest, flavor, sameHost } = asked
  const states = [...cloud.hosts.values()]
    .filter(({ id }) => sameHost || id !== guest.host)
    .map(({ id }) => stateOf(cloud, id))
  const { gates, to, placed } = sent(cloud, requestOfGuest(cloud, guest, flavor), states, asked.only)
  if (to === undefined) return unchanged(cloud, migrates(gates, to, undefined))

  const stopped = withStopped(cloud, guest)
  const start = isRunning(guest) ? startOn(stopped, to, { ...guest, flavor, topology: placed }) : undefined
  const outcome = migrates(gates, to, start)
  if (outcome.result === 'fails on the host') return unchanged(cloud, outcome)

  const { record, there } = moved(asked, to, placed, cloud)
  const booked = withMove(withGuest(withoutGuest(stopped, guest), there), record)
  const after = start?.outcome === 'starts' ? withStarted(booked, { ...there, topology: placed }) : booked
  return { outcome, cloud: after, touched: [...new Set([guest.host, to])] }
}

/** What Nova keeps of both ends until it is told that the guest may stay (nova/objects/migration_context.py). */
function moved({ guest, flavor, type }: Move, to: HostId, placed: MoveEnd['topology'], { snapshot }: Cloud) {
  const record: Migration = {
    id: `move of ${guest.id}`,
    guest: guest.id,
    source: guest.host,
    destination: to,
    type,
    status: 'finished',
    updatedAt: snapshot.takenAt,
  }
  const ends = {
    old: { flavor: guest.flavor, topology: guest.topology },
    new: { flavor, topology: placed },
  }
  const there = {
    ...guest,
    host: to,
    flavor,
    topology: placed,
    vmState: 'resized',
    taskState: undefined,
    move: { migration: record.id, ...ends },
  }
  return { record, there }
}

interface Sent {
  readonly gates: readonly GateVerdict[]
  readonly to: HostId | undefined
  readonly placed: Exclude<Guest['topology'], 'not read'>
}

/**
 * nova/conductor/manager.py: _cold_migrate, then nova/compute/manager.py: prep_resize. Where the claim refuses, the next of
 * the hosts that passed is tried.
 */
export function sent(
  cloud: Cloud,
  request: PlacementRequest,
  states: readonly HostState[],
  only: HostId | undefined,
  most = cloud.snapshot.settings.maxAttempts ?? defaultAttempts,
): Sent {
  const { settings } = cloud.snapshot
  const names = enabledFilters(settings.enabledFilters, cloud.release.rules)
  const one = only === undefined ? undefined : ({ host: only, how: 'requested' } as const)
  const { verdicts, chosen, others } = choose(states, request, names, one)
  const byHost = new Map(verdicts.map((verdict) => [verdict.host, verdict]))
  const gate = (verdict: Verdict): GateVerdict => ({ gate: 'scheduler', verdict, asked: true })

  const refused: Verdict[] = []
  const tries = chosen === undefined ? [] : [chosen, ...others].slice(0, most)
  for (const host of tries) {
    const verdict = byHost.get(host)
    if (!verdict) continue
    if (!isRefusedByClaim(verdict)) {
      const placed = verdict.outcome === 'fits' ? (verdict.placed ?? 'none') : 'none'
      return { gates: [gate(verdict)], to: host, placed }
    }
    refused.push(verdict)
  }
  const shown = only === undefined ? verdicts : verdicts.filter(({ host }) => host === only)
  return { gates: (refused.length > 0 ? refused : shown).map(gate), to: undefined, placed: 'none' }
}
