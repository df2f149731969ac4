import type { HostRemark } from '../reality/host-remark.ts'
import { detector } from './detector.ts'
import { type Finding, finding, memory } from './finding.ts'
import type { HostBooks } from './host-books.ts'

export interface MemoryFinding
  extends Finding<
    'huge-pages-starve-host' | 'bound-beyond-node' | 'overhead-beyond-reserved' | 'guests-beyond-memory'
  > {
  readonly remark: HostRemark
}

/** Guests that start, and may be killed once they touch their memory: Nova counts neither nodes nor QEMU's own memory. */
export const hostMemory = detector(['kernel'], (books): readonly MemoryFinding[] =>
  books.remarks.flatMap((remark) => atRisk(books, remark) ?? []),
)

function atRisk({ host }: HostBooks, remark: HostRemark): MemoryFinding | undefined {
  const of = (
    cause: MemoryFinding['cause'],
    wanted: number,
    there: number,
    cell?: number,
  ): MemoryFinding => ({
    ...finding(cause, {
      kind: 'at-risk',
      where: {
        host,
        ...(cell === undefined ? {} : { cell: cell as NonNullable<MemoryFinding['where']['cell']> }),
      },
      resource: memory,
      expected: { by: 'nova', amount: wanted },
      observed: { by: 'kernel', amount: there },
      severity: { next: 'guests-fail', amount: wanted - there, unit: 'KiB' },
    }),
    remark,
  })
  switch (remark.kind) {
    case 'huge-pages-starve-host':
      return of(remark.kind, remark.hugetlb, remark.available)
    case 'bound-beyond-node':
      return of(remark.kind, remark.bound, remark.memory, remark.node)
    case 'overhead-beyond-reserved':
      return of(remark.kind, remark.overhead, remark.reserved)
    case 'guests-beyond-memory':
      return of(remark.kind, remark.wanted, remark.memory)
    default:
      return undefined
  }
}
