import { allocationRatio } from '../placement/filters/allocation-ratio.ts'
import type { HostRemark } from '../reality/host-remark.ts'
import { healthy } from '../reality/host-remarks.ts'
import { inMiB, type KiB, memoryOf, minus, Pages, plus, sum } from '../units.ts'
import { detector } from './detector.ts'
import type { Remedy } from './divergence.ts'
import { type Finding, finding, memory, type Said } from './finding.ts'
import type { HostBooks } from './host-books.ts'
import { poolPath } from './remedy.ts'

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

function atRisk(books: HostBooks, remark: HostRemark): MemoryFinding | undefined {
  const of = (
    cause: MemoryFinding['cause'],
    expected: Said,
    observed: Said,
    remedy: Remedy | undefined,
    where: Partial<Finding['where']> = {},
  ): MemoryFinding => ({
    ...finding(cause, {
      kind: 'at-risk',
      where: { host: books.host, ...where },
      resource: memory,
      expected,
      observed,
      severity: {
        next: 'guests-fail',
        amount: Math.abs(expected.amount - observed.amount),
        unit: 'KiB',
      },
      remedy,
    }),
    remark,
  })
  const nova = (amount: KiB): Said => ({ by: 'nova', amount })
  const kernel = (amount: KiB): Said => ({ by: 'kernel', amount })
  switch (remark.kind) {
    case 'huge-pages-starve-host':
      return of(remark.kind, kernel(remark.hugetlb), kernel(remark.available), givenBack(books))
    case 'bound-beyond-node': {
      const { node: cell, bound, memory: there } = remark
      return of(remark.kind, nova(bound), kernel(there), oneLeaves(books, cell, minus(bound, there)), {
        cell,
      })
    }
    case 'overhead-beyond-reserved':
      return of(remark.kind, { by: 'config', amount: remark.reserved }, kernel(remark.overhead), {
        file: 'nova.conf',
        section: 'DEFAULT',
        lines: [`reserved_host_memory_mb = ${Math.ceil(inMiB(plus(remark.overhead, remark.reserved)))}`],
      })
    case 'guests-beyond-memory': {
      const { wanted, memory: there, overhead } = remark
      return of(remark.kind, nova(wanted), kernel(minus(there, overhead)), notOvercommitted(books))
    }
    default:
      return undefined
  }
}

/** Of the pool with most pages free as many as the host lacks. */
function givenBack({ row: { observed } }: HostBooks): Remedy | undefined {
  const lacks = minus(healthy, observed?.memory?.available ?? healthy)
  const [largest] = [...(observed?.pools ?? [])].sort(
    (a, b) => memoryOf(b.free, b.size) - memoryOf(a.free, a.size),
  )
  if (!largest || largest.free === 0) return undefined
  const pages = Pages(Math.min(largest.free, Math.ceil(lacks / largest.size)))
  return { file: 'shell', lines: [`echo ${minus(largest.total, pages)} > ${poolPath(largest.size)}`] }
}

/** The smallest guest on base pages of the node that makes the difference by leaving, else the largest. */
function oneLeaves({ residents }: HostBooks, node: number, lacks: KiB): Remedy | undefined {
  const bound = residents
    .map((guest) => {
      const cells = typeof guest.topology === 'string' ? [] : guest.topology.cells
      const here = cells.filter(({ id, pageSize }) => id === node && !isHuge(pageSize))
      return { guest, memory: sum(here.map((cell) => cell.memory)) }
    })
    .filter((one) => one.memory > 0)
    .sort((a, b) => a.memory - b.memory)
  const leaves = bound.find((one) => one.memory >= lacks) ?? bound.at(-1)
  return leaves && { file: 'openstack', lines: [`openstack server migrate ${leaves.guest.id}`] }
}

const isHuge = (size: unknown): boolean => typeof size === 'number' && size > 64

/** Huge pages are in MEMORY_MB too: beside them no ratio is the right one. */
function notOvercommitted({ state, pools }: HostBooks): Remedy | undefined {
  const huge = pools.some(({ kernel }) => kernel && kernel.total > 0)
  if (huge || allocationRatio(state, 'ram') <= 1) return undefined
  return { file: 'nova.conf', section: 'DEFAULT', lines: ['ram_allocation_ratio = 1.0'] }
}
