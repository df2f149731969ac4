import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Schema } from './schema.ts'
import { sqlStore } from './sql.ts'
import type { Store } from './store.ts'

/** What has been stored survives a crash and a power cut: a write is on the disk before it is answered. */
const openDatabase = (file: string): Kysely<Schema> => {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('busy_timeout = 5000')
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
}

/** Opens or makes the database in `file`. Rejects where it cannot be read or written. */
export const sqliteStore = async (file: string): Promise<Store> => sqlStore(openDatabase(file))
