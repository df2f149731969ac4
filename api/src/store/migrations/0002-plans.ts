import type { Kysely, Migration } from 'kysely'

export const plans: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('plans')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('plans_last_changed').on('plans').column('changed_at').execute()
  },
}
