import { rebuildVerdict } from '../migration/rebuild.ts'
import { enabledFilters } from '../placement/judge.ts'
import type { Action } from './action.ts'
import { type Cloud, withGuestAs } from './cloud.ts'
import { startOn, withStarted, withStopped } from './guest-start.ts'
import { isRunning } from './guest-state.ts'
import { stateOf } from './nova-book.ts'
import { impossible, type Performed, unchanged } from './performed.ts'
import { guestIn } from './power.ts'
import type { Outcome } from './step.ts'

type Rebuilds = Extract<Outcome, { kind: 'rebuilds' }>

/**
 * nova/compute/api.py: rebuild. The guest is made anew where it is, on the cells it has. With its own image nobody is asked;
 * with another the scheduler or the API judge its cells by release (`rebuiltCells`).
 */
export function rebuild(cloud: Cloud, action: Extract<Action, { do: 'rebuild' }>): Performed {
  const guest = guestIn(cloud, action.guest, ['active', 'stopped', 'error'])
  if ('kind' in guest) return impossible(cloud, guest)
  const { host, topology } = guest
  const { rules } = cloud.release
  const image = action.image ?? guest.image
  const names = enabledFilters(cloud.snapshot.settings.enabledFilters, rules)
  const verdict = action.image && rebuildVerdict(stateOf(cloud, host), guest, action.image, rules, names)
  const said = (result: Rebuilds['result'], start?: Rebuilds['start']): Rebuilds => ({
    kind: 'rebuilds',
    host,
    verdict,
    start,
    result,
  })
  if (verdict?.outcome === 'rejected') return unchanged(cloud, said('refused by Nova'))
  if (verdict?.outcome === 'unknown' || topology === 'not read') return unchanged(cloud, said('unknown'))

  const runs = isRunning(guest) || guest.vmState === 'error'
  const anew = { ...guest, image, topology, vmState: runs ? 'active' : guest.vmState }
  const stopped = withGuestAs(withStopped(cloud, guest), anew)
  if (!runs) return { outcome: said('done'), cloud: stopped, touched: [host] }
  const start = startOn(stopped, host, anew)
  if (start.outcome === 'starts') {
    return { outcome: said('done', start), cloud: withStarted(stopped, anew), touched: [host] }
  }
  return unchanged(cloud, said(start.outcome === 'refuses' ? 'fails on the host' : 'unknown', start))
}
