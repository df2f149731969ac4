import type { Finding, Severity } from '../inspect/inspection.ts'
import { formatCpus } from '../model/cpus.ts'
import { KiB } from '../units.ts'
import { explainRefusal } from './refusal.ts'
import { type Sentence, say } from './sentence.ts'

/** The severity, as a label. */
export function nameSeverity(severity: Severity): string {
  switch (severity) {
    case 'refused':
      return 'refused'
    case 'wrong':
      return 'not as meant'
    case 'risk':
      return 'at risk'
    case 'note':
      return 'note'
  }
}

/** One thing to know about a domain's XML, with the numbers. */
export function explainFinding({ about }: Finding): Sentence {
  switch (about.kind) {
    case 'start':
      return explainRefusal(about.why)
    case 'unit-unsaid':
      return say`${{ code: about.written }} has no unit; libvirt reads KiB: ${{ memory: about.read }}.`
    case 'unit-not-heard':
      return say`libvirt ${about.libvirt} does not read the unit of a cell: ${{ code: `${about.written} ${about.unit}` }} are ${{ memory: KiB(Number(about.written)) }} there, not ${{ memory: about.meant }}.`
    case 'decimal-unit':
      return say`${{ code: `${about.written} ${about.unit}` }} counts in powers of 1,000: ${{ memory: about.read }}. In powers of 1,024 it would be ${{ memory: about.meant }}.`
    case 'cells-in-mib':
      return say`The cells add up to ${{ memory: about.cells }} and the memory is ${{ memory: about.memory }}, 1,024 times as much: the cells were written in MiB and are read as KiB.`
    case 'cells-unequal':
      return say`The cells add up to ${{ memory: about.cells }} and the memory is ${{ memory: about.memory }}; what becomes of that depends on libvirt and QEMU.`
    case 'current-above-memory':
      return say`It is to start with ${{ memory: about.current }} and may have ${{ memory: about.memory }} at most; libvirt takes the smaller and says nothing.`
    case 'current-below-memory':
      return say`It starts with ${{ memory: about.current }} of its ${{ memory: about.memory }}; the rest is the balloon’s.`
    case 'rounded-to-mib':
      return say`${{ memory: about.memory }} is no whole number of MiB; QEMU is given ${{ memory: about.given }}.`
    case 'pages-named-twice':
      return say`Two page sizes are asked for guest cell ${{ count: about.cell }}.`
    case 'cell-without-pages':
      return say`Huge pages are asked for other cells; guest cell ${{ count: about.cell }} is on base pages.`
    case 'bound-nowhere':
      return about.cell === undefined
        ? say`Its memory may come from any node.`
        : say`The memory of guest cell ${{ count: about.cell }} may come from any node.`
    case 'pinned-elsewhere':
      return say`vCPU ${{ code: formatCpus(about.vcpus) }} of guest cell ${{ count: about.cell }} runs on node ${{ code: formatCpus(about.nodes) }}; the cell’s memory is on node ${{ code: formatCpus(about.memory) }}.`
    case 'pinned-to-absent-cpus':
      return say`vCPU ${{ count: about.vcpu }} is pinned to CPU ${{ code: formatCpus(about.cpus) }}, which is in no node of this host.`
    case 'memnode-outside-memory':
      return say`Guest cell ${{ count: about.cell }} is bound to node ${{ code: formatCpus(about.nodes) }}; the guest as a whole may use node ${{ code: formatCpus(about.allowed) }}.`
    case 'memnode-for-absent-cell':
      return say`Guest cell ${{ count: about.cell }} is bound to a node, and the guest has no such cell.`
    case 'not-read': {
      const { found, expected } = about.problem
      return found === undefined
        ? say`Here ${expected} was expected; what depends on it is not judged.`
        : say`${{ code: found }} was found where ${expected} was expected; what depends on it is not judged.`
    }
  }
}
