import type { Snapshot } from '../model/snapshot.ts'
import type { Evidence } from './import.ts'
import type { NovaTables, Table } from './nova-rows.ts'

/** All rows of a table, in the order they came. */
export const tableOf = <T extends Table>(
  all: readonly Evidence[],
  table: T,
): readonly NovaTables[T][number][] =>
  all.flatMap(({ facts }): readonly NovaTables[T][number][] =>
    facts.of === 'nova rows' ? (facts.rows as NovaTables)[table] : [],
  )

/** Whether a table was there, with rows or without. */
export const gives = (all: readonly Evidence[], table: Table): boolean =>
  all.some(({ facts }) => facts.of === 'nova rows' && facts.rows.given.includes(table))

/** Snapshots that others are joined to, in the order they came. */
export const snapshotsIn = (all: readonly Evidence[]): readonly Snapshot[] =>
  all.flatMap(({ facts }) => (facts.of === 'snapshot' ? [facts.snapshot] : []))
