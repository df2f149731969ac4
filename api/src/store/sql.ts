import { type Kysely, Migrator, type Selectable } from 'kysely'
import { migrations } from './migrations/migrations.ts'
import type { Schema } from './schema.ts'
import type { PlanStore, SavedPlan, Store, StoredSnapshot } from './store.ts'

const shown = ['id', 'name', 'release', 'taken_at', 'stored_at', 'hosts', 'guests', 'bytes'] as const

type Row = Pick<Selectable<Schema['snapshots']>, (typeof shown)[number]>

const toRow = (snapshot: StoredSnapshot): Row => ({
  id: snapshot.id,
  name: snapshot.name,
  release: snapshot.release ?? null,
  taken_at: snapshot.takenAt ?? null,
  stored_at: snapshot.storedAt,
  hosts: snapshot.hosts,
  guests: snapshot.guests,
  bytes: snapshot.bytes,
})

const fromRow = (row: Row): StoredSnapshot => ({
  id: row.id,
  name: row.name,
  release: row.release ?? undefined,
  takenAt: row.taken_at ?? undefined,
  storedAt: row.stored_at,
  hosts: row.hosts,
  guests: row.guests,
  bytes: row.bytes,
})

const planColumns = ['id', 'name', 'created_at', 'changed_at', 'version'] as const

type PlanRow = Pick<Selectable<Schema['plans']>, (typeof planColumns)[number]>

const planFromRow = ({ id, name, created_at, changed_at, version }: PlanRow) => ({
  id,
  name,
  createdAt: created_at,
  changedAt: changed_at,
  version,
})

const planToRow = ({ createdAt, changedAt, ...plan }: SavedPlan): Selectable<Schema['plans']> => ({
  ...plan,
  created_at: createdAt,
  changed_at: changedAt,
})

const sqlPlans = (db: Kysely<Schema>): PlanStore => ({
  put: async (plan) => {
    await db.insertInto('plans').values(planToRow(plan)).execute()
  },
  list: async () => {
    const rows = await db.selectFrom('plans').select(planColumns).orderBy('changed_at', 'desc').execute()
    return rows.map(planFromRow)
  },
  find: async (id) => {
    const row = await db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
    return row && { ...planFromRow(row), document: row.document }
  },
  replace: async (plan, was) => {
    const { numUpdatedRows } = await db
      .updateTable('plans')
      .set(planToRow(plan))
      .where('id', '=', plan.id)
      .where('version', '=', was)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },
  remove: async (id) => {
    const { numDeletedRows } = await db.deleteFrom('plans').where('id', '=', id).executeTakeFirst()
    return numDeletedRows === 1n
  },
})

/** Brings the database to the newest migration. Rejects, and closes it, where it cannot be read or written. */
export async function sqlStore(db: Kysely<Schema>): Promise<Store> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) {
    await db.destroy()
    throw error
  }
  return {
    put: async (snapshot, document) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('snapshots')
        .values({ ...toRow(snapshot), document })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    list: async ({ limit, after }) => {
      const newestFirst = db
        .selectFrom('snapshots')
        .select(shown)
        .orderBy('stored_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      const page = after
        ? newestFirst.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('stored_at', 'id'), '<', tuple(after.storedAt, after.id)),
          )
        : newestFirst
      return (await page.execute()).map(fromRow)
    },
    document: async (id) => {
      const row = await db.selectFrom('snapshots').select('document').where('id', '=', id).executeTakeFirst()
      return row?.document
    },
    find: async (id) => {
      const row = await db.selectFrom('snapshots').select(shown).where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    remove: async (id) => {
      const { numDeletedRows } = await db.deleteFrom('snapshots').where('id', '=', id).executeTakeFirst()
      return numDeletedRows === 1n
    },
    plans: sqlPlans(db),
    ready: async () => {
      await db.selectFrom('snapshots').select('id').limit(1).execute()
    },
    close: () => db.destroy(),
  }
}
