import { namedDestination } from '../migration/named-destination.ts'
import { isForced } from '../migration/path.ts'
import type { Guest } from '../model/guest.ts'
import type { GuestId, HostId } from '../model/ids.ts'
import { enabledFilters } from '../placement/judge.ts'
import { isRefusedByClaim, type Objection, type Verdict } from '../placement/verdict.ts'
import type { Refusal } from '../reality/refusal.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import type { Cloud } from './cloud.ts'
import { requestOfGuest } from './guest-request.ts'
import { startOn } from './guest-start.ts'
import { judgeOnce, requestOf } from './judged.ts'
import { cellsAt, cellsRule, claimAt } from './live-migrate.ts'
import type { Long } from './long.ts'
import { stateOf } from './nova-book.ts'
import type { Gate } from './step.ts'

/** What one gate says of one guest on one host, and the first reason where it refuses. */
export type GateSays = {
  /** False where a live migration there does not ask this gate. */
  readonly asked: boolean
} & (
  | { readonly gate: Gate; readonly outcome: 'accepts' | 'not known' }
  | { readonly gate: Gate; readonly outcome: 'refuses'; readonly why: Objection }
  | { readonly gate: 'host'; readonly outcome: 'accepts' | 'not known' }
  | { readonly gate: 'host'; readonly outcome: 'refuses'; readonly why: Refusal }
)

/** One guest, one destination. */
export interface MatrixCell {
  readonly guest: GuestId
  readonly host: HostId
  /** Who takes it: every gate that is asked, and the host where the guest would be placed. */
  readonly taken: 'by both' | 'by Nova alone' | 'by the host alone' | 'by neither' | 'not known'
  /** Pre-check, scheduler, claim, host, and beside them the boot. Gates that have nothing to say are absent. */
  readonly gates: readonly GateSays[]
  /** Moving the guest there and booting it there are answered differently. */
  readonly disagree: boolean
}

/** Cells between two words of how far it is. */
const cellsATurn = 32

/** Every one of these guests against every one of these hosts but its own, guest by guest; counted in cells. */
export function* migrateMatrix(
  cloud: Cloud,
  guests: readonly Guest[],
  hosts: readonly HostId[],
): Long<readonly MatrixCell[]> {
  const cells: MatrixCell[] = []
  for (const [done, guest] of guests.entries()) {
    for (const [at, host] of hosts.entries()) {
      if (at % cellsATurn === 0) yield { done: done * hosts.length + at, of: guests.length * hosts.length }
      if (host !== guest.host) cells.push(cellOf(cloud, guest, host))
    }
  }
  return cells
}

function cellOf(cloud: Cloud, guest: Guest, host: HostId): MatrixCell {
  const { release, snapshot } = cloud
  const { rules } = release
  const names = enabledFilters(snapshot.settings.enabledFilters, rules)
  const isNamed = isForced({ microversion: undefined, force: false }, rules)
  const there = stateOf(cloud, host)
  const request =
    guest.serverGroup === undefined && guest.project === undefined
      ? requestOf(guest.flavor, guest.image, rules)
      : requestOfGuest(cloud, guest)
  const cells = cellsRule(cloud)
  const source =
    guest.host === undefined ? undefined : cloud.hosts.get(guest.host) && stateOf(cloud, guest.host)
  const named = namedDestination(there, guest, rules, { source, cells })
  const boot = judgeOnce(there, request, names)
  const claim = claimAt(cloud, there, guest, request, isNamed ? [] : names)
  const topology = cellsAt(guest, cells, boot, claim)
  const start = topology === 'not read' ? undefined : startOn(cloud, host, { ...guest, topology })
  const gates: readonly GateSays[] = [
    said('live-migration pre-check', named, isNamed),
    ...(isNamed ? [] : [said('scheduler', isRefusedByClaim(boot) ? passed(host) : boot, true)]),
    ...(claim ? [said('claim', claim, true)] : []),
    ...(start ? [saidByHost(start)] : []),
    said('boot', boot, false),
  ]
  const nova = outcomeOf(gates.filter(({ gate, asked }) => asked && gate !== 'host'))
  const real = start ? saidByHost(start).outcome : 'not known'
  const booted = said('boot', boot, false).outcome
  return {
    guest: guest.id,
    host,
    taken: takenBy(nova, real),
    gates,
    disagree: nova !== 'not known' && booted !== 'not known' && nova !== booted,
  }
}

const passed = (host: HostId): Verdict => ({ host, outcome: 'fits', placed: undefined, passed: [] })

function said(gate: Gate, verdict: Verdict, asked: boolean): GateSays {
  switch (verdict.outcome) {
    case 'fits':
      return { gate, asked, outcome: 'accepts' }
    case 'rejected':
      return { gate, asked, outcome: 'refuses', why: verdict.objections[0] }
    case 'unknown':
      return { gate, asked, outcome: 'not known' }
  }
}

function saidByHost(start: StartVerdict): GateSays {
  switch (start.outcome) {
    case 'starts':
      return { gate: 'host', asked: true, outcome: 'accepts' }
    case 'refuses':
      return { gate: 'host', asked: true, outcome: 'refuses', why: start.refusals[0] }
    case 'unknown':
      return { gate: 'host', asked: true, outcome: 'not known' }
  }
}

function outcomeOf(gates: readonly GateSays[]): GateSays['outcome'] {
  if (gates.some(({ outcome }) => outcome === 'refuses')) return 'refuses'
  return gates.some(({ outcome }) => outcome === 'not known') ? 'not known' : 'accepts'
}

function takenBy(nova: GateSays['outcome'], host: GateSays['outcome']): MatrixCell['taken'] {
  if (nova === 'not known') return 'not known'
  if (nova === 'refuses') return host === 'accepts' ? 'by the host alone' : 'by neither'
  if (host === 'not known') return 'not known'
  return host === 'accepts' ? 'by both' : 'by Nova alone'
}
