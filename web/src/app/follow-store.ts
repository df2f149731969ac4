import type { QueryClient } from '@tanstack/react-query'
import { storedQuery } from '../api/queries.ts'
import { plansKey } from '../features/planner/saved-plans-key.ts'

/** What a browser's `EventSource` is used for here. */
export interface StoreEvents {
  readonly addEventListener: (event: string, listener: () => void) => void
  readonly close: () => void
}

/**
 * Lists of what the server keeps are read again when it tells of a change, and when the connection comes back. A page out of
 * sight holds no connection: a browser has few for one server. Gives what ends it.
 */
export function followStore(client: QueryClient, connect: () => StoreEvents): () => void {
  let events: StoreEvents | undefined
  const snapshots = () => void client.invalidateQueries({ queryKey: storedQuery.queryKey })
  const plans = () => void client.invalidateQueries({ queryKey: plansKey })
  const leave = () => {
    events?.close()
    events = undefined
  }
  const follow = () => {
    if (document.hidden) return leave()
    if (events) return
    events = connect()
    events.addEventListener('snapshots', snapshots)
    events.addEventListener('plans', plans)
    events.addEventListener('open', snapshots)
    events.addEventListener('open', plans)
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    leave()
  }
}
