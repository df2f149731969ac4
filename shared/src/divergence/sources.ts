import type { HostId, Instant } from '../model/ids.ts'
import { isBareMetal } from './bare-metal.ts'
import { detector } from './detector.ts'
import { type Finding, finding, type Witness } from './finding.ts'
import type { HostBooks } from './host-books.ts'

/** When a witness of a host was read; `'not read'` where there is none, undefined where it does not say. */
export function readAt({ row, cloud }: HostBooks, witness: Witness): Instant | 'not read' | undefined {
  const source = witness === 'nova' ? row.nova?.source : row.observed?.source
  if (source === undefined) return 'not read'
  return cloud.readAt.get(source)
}

/** Seconds between two readings; undefined where one of them does not say when it was. */
export function secondsApart(one: Instant | undefined, other: Instant | undefined): number | undefined {
  if (one === undefined || other === undefined) return undefined
  const seconds = Math.abs(Date.parse(one) - Date.parse(other)) / 1000
  return Number.isNaN(seconds) ? undefined : seconds
}

/** Read too far apart to be compared, or not read at all. */
export interface SourceFinding extends Finding<'source-missing' | 'sources-apart'> {
  readonly witness: Witness
  readonly tolerance: number
}

/** Where one of the two books is missing, or where they were read too far apart to be laid side by side. */
export const sources = detector([], (books): readonly SourceFinding[] => {
  if (isBareMetal(books)) return []
  const [nova, kernel] = [readAt(books, 'nova'), readAt(books, 'kernel')]
  const missing = [
    ...(nova === 'not read' ? [sourceMissing(books.host, 'nova', books.tolerance)] : []),
    ...(kernel === 'not read' ? [sourceMissing(books.host, 'kernel', books.tolerance)] : []),
  ]
  if (missing.length > 0 || nova === 'not read' || kernel === 'not read') return missing
  const apart = secondsApart(nova, kernel)
  if (apart === undefined || apart <= books.tolerance) return []
  const older = (nova ?? '') < (kernel ?? '') ? 'nova' : 'kernel'
  return [
    {
      ...finding('sources-apart', {
        kind: 'stale',
        where: { host: books.host },
        resource: { of: 'time', unit: 'seconds' },
        expected: { by: older === 'nova' ? 'kernel' : 'nova', amount: books.tolerance },
        observed: { by: older, amount: apart },
        severity: { next: 'not-known', amount: apart, unit: 'seconds' },
      }),
      witness: older,
      tolerance: books.tolerance,
    },
  ]
})

const sourceMissing = (host: HostId, witness: Witness, tolerance: number): SourceFinding => ({
  ...finding('source-missing', {
    kind: 'stale',
    where: { host },
    resource: { of: 'time', unit: 'seconds' },
    expected: undefined,
    observed: undefined,
    severity: { next: 'not-known', amount: 0, unit: 'seconds' },
  }),
  witness,
  tolerance,
})
