/** What a list shows of a stored snapshot. */
export interface StoredSnapshot {
  /** Follows from the document, so the same document has the same id wherever it is stored. */
  readonly id: string
  readonly name: string
  /** A release id; undefined where the snapshot does not say. */
  readonly release: string | undefined
  /** When the cloud was observed, ISO 8601 in UTC; undefined where no source says. */
  readonly takenAt: string | undefined
  /** When it was stored, ISO 8601 in UTC. */
  readonly storedAt: string
  readonly hosts: number
  readonly guests: number
  readonly bytes: number
}

/** The last row of a page: the next page begins after it. */
export type Cursor = Pick<StoredSnapshot, 'storedAt' | 'id'>

/** A plan that somebody gave a name. */
export interface SavedPlan {
  readonly id: string
  readonly name: string
  /** ISO 8601 in UTC. */
  readonly createdAt: string
  readonly changedAt: string
  /** Follows from name and document: another where either has changed. */
  readonly version: string
  /** The plan as it was sent. */
  readonly document: string
}

/** Where plans are kept. */
export interface PlanStore {
  readonly put: (plan: SavedPlan) => Promise<void>
  /** The last changed first. */
  readonly list: () => Promise<readonly Omit<SavedPlan, 'document'>[]>
  readonly find: (id: string) => Promise<SavedPlan | undefined>
  /** In place of version `was`; false where it is no longer that, or gone. */
  readonly replace: (plan: SavedPlan, was: string) => Promise<boolean>
  /** False where there was none. */
  readonly remove: (id: string) => Promise<boolean>
}

export interface Store extends SnapshotStore {
  readonly plans: PlanStore
}

/** Where snapshots are kept. A stored document never changes; it can only be removed. */
export interface SnapshotStore {
  /** Stores a document; false where its id is there already, which keeps the first. */
  readonly put: (snapshot: StoredSnapshot, document: string) => Promise<boolean>
  /** Newest first. */
  readonly list: (page: {
    readonly limit: number
    readonly after: Cursor | undefined
  }) => Promise<readonly StoredSnapshot[]>
  /** The document as it was stored, to the byte; undefined where there is none. */
  readonly document: (id: string) => Promise<string | undefined>
  readonly find: (id: string) => Promise<StoredSnapshot | undefined>
  /** False where there was none. */
  readonly remove: (id: string) => Promise<boolean>
  /** Rejects where the store cannot answer. */
  readonly ready: () => Promise<void>
  readonly close: () => Promise<void>
}
