import type { Store } from './store/store.ts'

/** Something stored came, changed or went. */
export interface StoreEvent {
  readonly of: 'snapshots' | 'plans'
  readonly id: string
  readonly now: 'stored' | 'changed' | 'removed'
}

/** Who stores, and who wants to hear of it. */
export interface Events {
  readonly tell: (event: StoreEvent) => void
  /** Gives what ends the listening. */
  readonly listen: (listener: (event: StoreEvent) => void) => () => void
  /** Nothing will be told any more. */
  readonly ended: Promise<void>
  readonly end: () => void
}

export function storeEvents(): Events {
  const listeners = new Set<(event: StoreEvent) => void>()
  let end = () => {}
  const ended = new Promise<void>((over) => {
    end = over
  })
  return {
    tell: (event) => {
      for (const listener of listeners) listener(event)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ended,
    end,
  }
}

/** The same store, and what is changed through it is told. */
export function telling(store: Store, { tell }: Events): Store {
  const { plans } = store
  const toldOf =
    (of: StoreEvent['of'], now: StoreEvent['now']) =>
    (id: string, came: boolean): boolean => {
      if (came) tell({ of, id, now })
      return came
    }
  return {
    ...store,
    put: async (snapshot, document) =>
      toldOf('snapshots', 'stored')(snapshot.id, await store.put(snapshot, document)),
    remove: async (id) => toldOf('snapshots', 'removed')(id, await store.remove(id)),
    plans: {
      ...plans,
      put: async (plan) => {
        await plans.put(plan)
        tell({ of: 'plans', id: plan.id, now: 'stored' })
      },
      replace: async (plan, was) => toldOf('plans', 'changed')(plan.id, await plans.replace(plan, was)),
      remove: async (id) => toldOf('plans', 'removed')(id, await plans.remove(id)),
    },
  }
}
