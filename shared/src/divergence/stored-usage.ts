import type { Entry } from '../accounting/ledger.ts'
import { pagesOf } from '../accounting/ledger.ts'
import { groupBy } from '../collections.ts'
import type { Host } from '../model/host.ts'
import type { PageSize } from '../units.ts'
import { detector } from './detector.ts'
import { type Finding, finding, memory, pagesOfSize, type Resource } from './finding.ts'
import type { HostBooks } from './host-books.ts'
import { readAt, secondsApart } from './sources.ts'

/** `column` is Nova's, `resource` the ledger's word for what is counted. */
export interface DriftFinding
  extends Finding<'usage-beyond-guests' | 'usage-of-ended-move' | 'usage-below-guests'> {
  readonly column: string
  readonly counted: Entry['resource']
}

/**
 * What Nova's row has in use, and the sum of what its guests, its moves and its reserves take by the same release's rules.
 * Huge pages are compared with the kernel's besides (`pages`). What is kept for the host is in the row's sum: of a compute
 * whose nova.conf was not read it is not known, and memory cannot be told.
 */
export const storedUsage = detector(['nova'], (books): readonly DriftFinding[] => {
  if (books.guests === undefined || books.row.nova?.usage !== 'stored') return []
  const byPlace = groupBy(books.ledger, ({ cell, resource }) => `${cell} ${resource}`)
  const isTold = ([one]: readonly Entry[]) =>
    one?.resource !== 'host memory' || books.row.config.reservedHostMemory !== undefined
  return [...byPlace.values()].filter(isTold).flatMap((entries) => driftOf(books, entries))
})

function driftOf(books: HostBooks, entries: readonly Entry[]): DriftFinding[] {
  const { host, row } = books
  const stored = entries.find(({ consumer }) => consumer.kind === 'stored')
  if (stored?.consumer.kind !== 'stored') return []
  const total = entries.reduce((sum, { amount }) => sum + amount, 0)
  const size = sizeOf(row, stored.resource)
  const resource = resourceOf(stored.resource, size)
  const beyond = stored.amount
  return [
    {
      ...finding(causeOf(books, beyond), {
        kind: 'drift',
        where: {
          host,
          ...(stored.cell === undefined ? {} : { cell: stored.cell }),
          ...(size === undefined ? {} : { size }),
        },
        resource,
        expected: { by: 'nova', amount: total },
        observed: { by: 'nova', amount: total - beyond },
        entries: entries.filter((entry) => entry !== stored),
        suspects: [{ kind: 'stored-beyond-guests', explains: beyond, amount: beyond }],
        severity: { next: 'drift', amount: Math.abs(beyond), unit: resource.unit },
        remedy: beyond > 0 ? { file: 'shell', lines: ['systemctl restart nova-compute'] } : undefined,
      }),
      column: stored.consumer.column,
      counted: stored.resource,
    },
  ]
}

function causeOf(books: HostBooks, beyond: number): DriftFinding['cause'] {
  if (beyond < 0) return 'usage-below-guests'
  return moveEndedJustNow(books) ? 'usage-of-ended-move' : 'usage-beyond-guests'
}

/** Audits run once a minute. */
const betweenAudits = 120

/**
 * A move from here was confirmed since the last audit: until Train that forgets the guest and leaves what it took
 * (nova/compute/resource_tracker.py: drop_move_claim), and the next audit mends it.
 */
const moveEndedJustNow = (books: HostBooks): boolean => {
  const read = readAt(books, 'nova')
  return books.cloud.snapshot.migrations.some(({ source, status, updatedAt }) => {
    if (source !== books.host || status !== 'confirmed' || read === 'not read') return false
    return (secondsApart(read, updatedAt) ?? Number.POSITIVE_INFINITY) <= betweenAudits
  })
}

/** The page size that a ledger's word is of; undefined where it is not of pages. */
export function sizeOf({ nova }: Host, counted: Entry['resource']): PageSize | undefined {
  const cells = nova && typeof nova.cells !== 'string' ? nova.cells : []
  return cells.flatMap(({ mempages }) => mempages).find(({ size }) => pagesOf(size) === counted)?.size
}

/** A ledger's word as a finding's. */
export function resourceOf(counted: Entry['resource'], size: PageSize | undefined): Resource {
  if (size !== undefined) return pagesOfSize(size)
  switch (counted) {
    case 'memory':
    case 'host memory':
      return memory
    case 'host disk':
      return { of: 'disk', unit: 'GB' }
    case 'pinned cpus':
      return { of: 'cpus', unit: 'count' }
    default:
      return { of: 'vcpus', unit: 'count' }
  }
}
