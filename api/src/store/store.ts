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
