import { formatCpus } from '../model/cpus.ts'
import type { Moment, Refusal } from '../reality/refusal.ts'
import { explainHolder, listed } from './holder.ts'
import { type Sentence, say } from './sentence.ts'

/** What stops a guest on the host, or what becomes of it there, with the numbers. */
export function explainRefusal(why: Refusal): Sentence {
  switch (why.kind) {
    case 'pool-short': {
      const { needed: pages, size, holders } = why
      const others = holders.filter(({ kind }) => kind !== 'guest').map((one) => explainHolder(one, size))
      const where = why.node === undefined ? say`the host` : say`node ${{ count: why.node }}`
      const promised = why.promised > 0 ? say`, ${{ count: why.promised }} of them promised to others` : []
      return [
        ...say`It needs ${{ pages, size }}; `,
        ...where,
        ...say` has ${{ count: why.free }} free`,
        ...promised,
        ...(others.length > 0 ? [': ', ...listed(others)] : []),
        '.',
        ...elsewhere(why.elsewhere),
      ]
    }
    case 'driver-raises':
      return say`Nova’s driver stops before libvirt is asked: ${{ code: why.exception }}, ${why.detail}.`
    case 'node-absent':
      return say`It is bound to node ${{ count: why.node }}, which this host does not have.`
    case 'node-without-memory':
      return say`It is bound to node ${{ count: why.node }}, which has no memory.`
    case 'page-size-unknown-to-kernel':
      return say`It needs ${{ size: why.size }} pages; this host’s kernel has no such size.`
    case 'no-hugetlbfs-mount':
      return say`It needs ${{ size: why.size }} pages; no hugetlbfs of that size is mounted.`
    case 'cell-below-page-size':
      return say`A guest cell of ${{ memory: why.memory }} is smaller than one ${{ size: why.size }} page.`
    case 'memory-short': {
      const where =
        why.node === undefined
          ? say`on the whole host`
          : say`on node ${{ count: why.node }}, to which it is bound`
      return [
        ...say`It may touch ${{ memory: why.needed }}; ${{ memory: why.free }} are free now `,
        ...where,
        ...say`: it may be killed, or slow the others down.`,
      ]
    }
    case 'cells-unequal-memory':
      return say`The guest’s cells add up to ${{ memory: why.cells }} and its memory is ${{ memory: why.memory }}; QEMU wants them equal.`
    case 'shrunk-to-cells':
      return say`libvirt takes the sum of the cells for the guest’s memory: it has ${{ memory: why.cells }} where ${{ memory: why.memory }} were asked for, and nobody says so.`
    case 'wrong-topology':
      return say`It has ${{ memory: why.memory }} and cells that describe ${{ memory: why.cells }}: the guest sees a wrong topology.`
    case 'pages-elsewhere':
      return say`${{ pages: why.elsewhere, size: why.size }} of its ${{ count: why.needed }} come from nodes other than ${{ code: formatCpus(why.nodes) }}: its memory is ${{ code: why.mode }} there, not bound.`
    case 'needs-surplus':
      return say`The pool is ${{ pages: why.pages, size: why.size }} short; the kernel may make up to ${{ count: why.room }} more out of free memory, where it finds whole pages.`
    case 'cgroup-limit':
      return say`The cgroup ${{ code: why.path }} may hold ${{ pages: why.limit, size: why.size }}; it holds ${{ count: why.used }} and this guest needs ${{ count: why.needed }}.`
    case 'rounded-up':
      return say`${{ memory: why.memory }} is no whole number of ${{ size: why.size }} pages: it takes ${{ count: why.pages }}.`
    case 'not-whole-pages':
      return say`${{ memory: why.memory }} is no whole number of ${{ size: why.size }} pages, and a memfd takes no other.`
    case 'nodes-partly-absent':
      return say`It is bound to node ${{ code: formatCpus(why.absent) }} too, which this host does not have; the others serve it and nobody says so.`
    case 'node-beyond-qemu':
      return say`It is bound to node ${{ count: why.node }}; QEMU knows no node beyond 127.`
    case 'binding-without-nodes':
      return say`It is to be bound, and to no node.`
    case 'nodes-without-binding':
      return say`Node ${{ code: formatCpus(why.nodes) }} is named, and no way to bind to it.`
    case 'preallocated-unreserved':
      return say`Its pages are to be taken at start and not to be promised; QEMU has no such way.`
    case 'backend-unequal-memory':
      return say`Its one backend has ${{ memory: why.backend }}; the machine has ${{ memory: why.memory }}.`
    case 'vcpus-in-two-cells':
      return say`vCPU ${{ code: formatCpus(why.vcpus) }} is in guest cell ${{ count: why.cells[0] }} and in guest cell ${{ count: why.cells[1] }}.`
    case 'vcpu-beyond':
      return say`Guest cell ${{ count: why.cell }} has vCPU ${{ count: why.vcpu }}; the guest has ${{ count: why.vcpus }}, numbered from 0.`
    case 'vcpus-in-no-cell':
      return say`vCPU ${{ code: formatCpus(why.vcpus) }} is in no guest cell; it is given to the first, and nobody says so.`
    case 'cell-ids-not-counted':
      return say`Guest cells are numbered ${{ code: why.ids.join(', ') }}; they are to be counted from 0 without a gap.`
    case 'pages-for-absent-cell':
      return say`Pages are asked for guest cell ${{ count: why.cell }}, which the guest does not have.`
  }
}

const elsewhere = (nodes: readonly { readonly node: number; readonly free: number }[]): Sentence =>
  nodes.flatMap(({ node, free }) => say` Node ${{ count: node }} has ${{ count: free }} free.`)

/** What the operator finds in the log; nothing where no run showed it. */
export const explainWords = ({ words }: Refusal): Sentence[] =>
  words ? [say`${words.seenWith} says: ${{ code: words.says }}`] : []

/** When that happens. */
export function explainMoment(moment: Moment): Sentence {
  switch (moment) {
    case 'define':
      return say`when libvirt defines it`
    case 'start':
      return say`at start`
    case 'touch':
      return say`once it touches the memory`
  }
}
