import type { Migration } from 'kysely'
import { snapshots } from './0001-snapshots.ts'
import { plans } from './0002-plans.ts'

/** In the order of their names. One that has shipped is never edited; a change is a new one. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-snapshots': snapshots,
  '0002-plans': plans,
}
