import type { Cursor, SnapshotStore, StoredSnapshot } from './store.ts'

const newestFirst = (a: Cursor, b: Cursor): number => {
  if (a.storedAt !== b.storedAt) return a.storedAt < b.storedAt ? 1 : -1
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}

/** A store that lives as long as the page or the test. */
export function memoryStore(): SnapshotStore {
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
    ready: async () => {},
    close: async () => {},
  }
}
