import type { Guest } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import type { Migration } from '../model/migration.ts'
import type { Action } from './action.ts'
import { type Cloud, movesOn, withGuest, withoutGuest, withoutMove } from './cloud.ts'
import { startOn, withStarted, withStopped } from './guest-start.ts'
import { isRunning } from './guest-state.ts'
import { impossible, type Performed, unchanged } from './performed.ts'
import { guestIn } from './power.ts'

type Do<Word extends Action['do']> = Extract<Action, { do: Word }>

/** nova/compute/manager.py: confirm_resize. The source lets go of what it still held. */
export function confirm(cloud: Cloud, action: Do<'confirm'>): Performed {
  const guest = guestIn(cloud, action.guest, ['resized'])
  if ('kind' in guest) return impossible(cloud, guest)
  const record = moveOf(cloud, guest)
  if (!record) return impossible(cloud, { kind: 'no-such', what: 'migration', name: guest.id })
  const settled = { ...guest, vmState: stateAfter(guest), move: undefined }
  return {
    outcome: { kind: 'guest-changes', start: undefined, result: 'done' },
    cloud: withGuest(withoutMove(cloud, record), settled),
    touched: [...new Set([record.source, guest.host])],
  }
}

/**
 * nova/compute/manager.py: revert_resize, finish_revert_resize. Nova kept the room at the source; whether the guest still
 * starts there is the host's to say.
 */
export function revert(cloud: Cloud, action: Do<'revert'>): Performed {
  const guest = guestIn(cloud, action.guest, ['resized'])
  if ('kind' in guest) return impossible(cloud, guest)
  const record = moveOf(cloud, guest)
  if (!record) return impossible(cloud, { kind: 'no-such', what: 'migration', name: guest.id })
  const { flavor, topology } = guest.move?.old ?? guest
  if (!flavor || topology === 'not read') {
    return impossible(cloud, { kind: 'no-such', what: 'migration context', name: guest.id })
  }
  const back = {
    ...guest,
    host: record.source,
    flavor,
    topology,
    vmState: stateAfter(guest),
    move: undefined,
  }
  const stopped = withStopped(cloud, guest)
  const start = isRunning(guest) ? startOn(stopped, record.source, back) : undefined
  if (start?.outcome === 'refuses') {
    return unchanged(cloud, { kind: 'guest-changes', start, result: 'fails on the host' })
  }
  const booked = withGuest(withoutGuest(withoutMove(stopped, record), guest), back)
  return {
    outcome: { kind: 'guest-changes', start, result: start?.outcome === 'unknown' ? 'unknown' : 'done' },
    cloud: start?.outcome === 'starts' ? withStarted(booked, back) : booked,
    touched: [...new Set([record.source, guest.host])],
  }
}

/** nova/compute/api.py: delete, in any state. Both books let go of it, also of the other end of its move. */
export function deleteGuest(cloud: Cloud, action: Do<'delete'>): Performed {
  const guest = cloud.guests.get(action.guest)
  if (!guest) return impossible(cloud, { kind: 'no-such', what: 'guest', name: action.guest })
  const { host } = guest
  const record = host === undefined ? undefined : moveOf(cloud, { ...guest, host })
  const stopped = withoutGuest(withStopped(cloud, guest), guest)
  return {
    outcome: { kind: 'guest-changes', start: undefined, result: 'done' },
    cloud: record ? withoutMove(stopped, record) : stopped,
    touched: [...new Set([host ?? [], record?.source ?? []].flat())],
  }
}

/** The move that waits to be confirmed: the one its context names, else the newest that is finished. */
function moveOf(cloud: Cloud, { id, host, move }: Guest & { readonly host: HostId }): Migration | undefined {
  const moves = movesOn(cloud, host).filter(
    ({ guest, type, status }) =>
      guest === id && (type === 'resize' || type === 'migration') && status === 'finished',
  )
  return moves.find((one) => move?.migration === (one.row ?? one.id)) ?? moves[0]
}

/** Nova keeps the state from before in the guest's system metadata; its power says the same. */
const stateAfter = (guest: Guest): string =>
  isRunning({ ...guest, vmState: 'active' }) ? 'active' : 'stopped'
