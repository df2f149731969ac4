import type { Kysely, Migration } from 'kysely'

export const snapshots: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('snapshots')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('release', 'text')
      .addColumn('taken_at', 'text')
      .addColumn('stored_at', 'text', (column) => column.notNull())
      .addColumn('hosts', 'integer', (column) => column.notNull())
      .addColumn('guests', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('snapshots_newest_first')
      .on('snapshots')
      .columns(['stored_at', 'id'])
      .execute()
  },
}
