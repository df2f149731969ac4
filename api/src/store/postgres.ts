import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { Schema } from './schema.ts'
import { sqlStore } from './sql.ts'
import type { Store } from './store.ts'

/** Milliseconds to wait for a connection before the request fails. */
const patienceMs = 5000

/**
 * Opens the PostgreSQL database of `url`, which several servers may share: migrations wait for one another. Rejects where it
 * cannot be reached, read or written. A connection that is lost while nobody uses it goes to `report`, and the next request
 * makes another.
 */
export async function postgresStore(url: string, report: (error: unknown) => void): Promise<Store> {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: patienceMs })
  pool.on('error', report)
  return sqlStore(new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }))
}
