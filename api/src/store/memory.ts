import type { Cursor, PlanStore, SavedPlan, Store, StoredSnapshot } from './store.ts'

const newestFirst = (a: Cursor, b: Cursor): number => {
  if (a.storedAt !== b.storedAt) return a.storedAt < b.storedAt ? 1 : -1
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}

function memoryPlans(): PlanStore {
  const kept = new Map<string, SavedPlan>()
  return {
    put: async (plan) => {
      kept.set(plan.id, plan)
    },
    list: async () =>
      [...kept.values()]
        .map(({ document: _, ...plan }) => plan)
        .sort((a, b) => (a.changedAt < b.changedAt ? 1 : a.changedAt > b.changedAt ? -1 : 0)),
    find: async (id) => kept.get(id),
    replace: async (plan, was) => {
      if (kept.get(plan.id)?.version !== was) return false
      kept.set(plan.id, plan)
      return true
    },
    remove: async (id) => kept.delete(id),
  }
}

/** A store that lives as long as the page or the test. */
export function memoryStore(): Store {
  const kept = new Map<string, { readonly snapshot: StoredSnapshot; readonly document: string }>()
  return {
    put: async (snapshot, document) => {
      if (kept.has(snapshot.id)) return false
      kept.set(snapshot.id, { snapshot, document })
      return true
    },
    list: async ({ limit, after }) =>
      [...kept.values()]
        .map(({ snapshot }) => snapshot)
        .sort(newestFirst)
        .filter((snapshot) => after === undefined || newestFirst(after, snapshot) < 0)
        .slice(0, limit),
    document: async (id) => kept.get(id)?.document,
    find: async (id) => kept.get(id)?.snapshot,
    remove: async (id) => kept.delete(id),
    plans: memoryPlans(),
    ready: async () => {},
    close: async () => {},
  }
}
