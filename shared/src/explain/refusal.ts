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
