import type { Guest } from '../../model/guest.ts'
import type { HostId } from '../../model/ids.ts'
import { enabledFilters, judge } from '../../placement/judge.ts'
import type { Rejection } from '../../placement/rejection.ts'
import type { Verdict } from '../../placement/verdict.ts'
import type { Cloud } from '../cloud.ts'
import { requestOfGuest } from '../guest-request.ts'
import { stateOf } from '../nova-book.ts'
import { type Fit, whatWouldFit } from '../what-would-fit.ts'
import { kindOf } from './aside.ts'
import { actionsOf, moveOf, waysFor } from './moves.ts'
import type { DrainRequest, Stays } from './plan.ts'
import type { Way } from './trials.ts'

/** Hosts for which every change is replayed: those that lack least. */
const nearest = 3

/** Of each host, what is tried besides. */
const limits = { hosts: 1, guests: 4, hostsOfRelease: 0 }

/** Kinds of guests for which this is found out, at most: each is replayed many times. */
const kinds = 8

/** A host's turn, and the cloud as it is after it. */
interface Left {
  readonly host: HostId
  readonly stays: readonly Stays[]
  readonly cloud: Cloud
}

/** Those that stay for want of room, with what would let them go. */
export function withFrees<Turn extends Left>(turns: readonly Turn[], request: DrainRequest): readonly Turn[] {
  const waysOf = waysFor(request.downtime)
  const not = new Set(request.hosts)
  const known = new Map<string, readonly Fit[]>()
  const freed = (cloud: Cloud, host: HostId, one: Stays): Stays => {
    const guest = cloud.guests.get(one.guest)
    const way = guest && waysOf(guest).at(-1)
    if (one.because || !guest || !way) return one
    const kind = `${host} ${kindOf({ ...guest, topology: 'none' })}`
    if (!known.has(kind) && known.size === kinds) return one
    const frees = known.get(kind) ?? whatFrees(cloud, { ...guest, host }, way, not)
    known.set(kind, frees)
    return {
      ...one,
      frees: frees.map((fit) => ({ ...fit, step: { ...fit.step, guest: one.guest } as typeof fit.step })),
    }
  }
  return turns.map((turn) => ({ ...turn, stays: turn.stays.map((one) => freed(turn.cloud, turn.host, one)) }))
}

/** The single changes that would let a guest go to one of the hosts that lack least for it. */
function whatFrees(
  cloud: Cloud,
  guest: Guest & { readonly host: HostId },
  way: Way,
  not: ReadonlySet<HostId>,
): readonly Fit[] {
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, cloud.release.rules)
  const request = requestOfGuest(cloud, guest)
  const hosts = [...cloud.hosts.values()]
    .map(({ id }) => id)
    .filter((id) => !not.has(id) && id !== guest.host)
  return hosts
    .map((host) => ({ host, lacks: lack(judge(stateOf(cloud, host), request, names)) }))
    .sort((a, b) => a.lacks - b.lacks)
    .slice(0, nearest)
    .flatMap(({ host }) => {
      const [action] = actionsOf(cloud, moveOf(guest, host, way, { kind: 'leaves' }))
      return whatWouldFit(cloud, action, limits)
    })
}

/** How much of what the guest needs a host lacks, from 0 to 1, on the cell that lacks least; more where it objects to anything else. */
function lack(verdict: Verdict): number {
  if (verdict.outcome !== 'rejected') return 0
  const shares = verdict.objections.map(({ reason }) => share(reason))
  return shares.includes(another) ? another : Math.min(...shares)
}

const another = 2

function share(reason: Rejection): number {
  switch (reason.kind) {
    case 'pages-short':
      return (reason.needed - reason.free) / reason.needed
    case 'ram-short':
    case 'vcpus-short':
    case 'cell-memory-short':
    case 'cell-cpus-short':
      return (reason.used + reason.needed - reason.total * reason.ratio) / reason.needed
    default:
      return another
  }
}
