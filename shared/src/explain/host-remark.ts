import { formatCpus } from '../model/cpus.ts'
import type { HostRemark } from '../reality/host-remark.ts'
import { inMiB, type KiB, MiB } from '../units.ts'
import { type Sentence, say } from './sentence.ts'

/** One thing to know about a host itself, with the numbers. */
export function explainHostRemark(remark: HostRemark): Sentence {
  switch (remark.kind) {
    case 'node-without-memory':
      return remark.cpus.length > 0
        ? say`Node ${{ count: remark.node }} has no memory: its CPUs ${{ code: formatCpus(remark.cpus) }} count as vCPUs and can carry no guest with a NUMA topology.`
        : say`Node ${{ count: remark.node }} has neither memory nor CPUs.`
    case 'node-without-cpus':
      return say`Node ${{ count: remark.node }} has ${{ memory: remark.memory }} and no CPU: a guest with a NUMA topology never lands there.`
    case 'device-memory': {
      const told =
        remark.because === 'movable only'
          ? say`the kernel keeps nothing of its own there`
          : say`it has no CPU and is far from all others`
      return [
        ...say`The ${{ memory: remark.memory }} of node ${{ count: remark.node }} are a device’s, not RAM for guests, as far as can be told: `,
        ...told,
        ...say`. Nova counts them as memory of the host.`,
      ]
    }
    case 'node-offline':
      return say`Node ${{ count: remark.node }} is offline.`
    case 'nodes-share-cpus':
      return say`Nodes ${{ count: remark.nodes[0] }} and ${{ count: remark.nodes[1] }} both list CPUs ${{ code: formatCpus(remark.cpus) }}.`
    case 'nodes-exceed-memory':
      return say`The nodes have ${{ memory: remark.nodes }} together, the machine ${{ memory: remark.memory }}: they overlap, or were read at different times.`
    case 'surplus-pages':
      return say`${{ pages: remark.pages, size: remark.size }} of node ${{ count: remark.node }} are surplus: the kernel takes them back as they become free.`
    case 'promised-pages':
      return say`${{ count: remark.pages }} of the ${{ pages: remark.free, size: remark.size }} free are promised to mappings that have not touched them: they are not to be had.`
    case 'page-limit': {
      const what = remark.of === 'pages' ? say`holds` : say`is promised`
      const beyond = remark.of === 'pages' ? say`is killed by SIGBUS` : say`cannot map more`
      return [
        ...say`The cgroup ${{ code: remark.path }} `,
        ...what,
        ...say` at most ${{ memory: remark.limit }} in ${{ size: remark.size }} pages; what goes beyond `,
        ...beyond,
        ', however many are free.',
      ]
    }
    case 'huge-pages-starve-host':
      return say`${{ memory: remark.available }} are left for the host beside ${{ memory: remark.hugetlb }} of huge pages, ${{ memory: remark.free }} of them free: the host may kill processes to go on.`
    case 'file-backed-memory':
      return remark.starts
        ? say`Guests’ memory is files of ${{ memory: remark.memory }} together: no guest on huge pages can run here.`
        : say`Guests’ memory is files of ${{ memory: remark.memory }} together, of which ${{ memory: remark.reserved }} are reserved: Placement takes no such inventory, and nova-compute does not start since Victoria.`
    case 'bound-beyond-node':
      return say`${{ count: remark.guests }} guests are bound to node ${{ count: remark.node }} with ${{ memory: remark.bound }} of base pages; it has ${{ memory: remark.memory }} beside its huge pages: who touches what is not there is killed, though other nodes may have it.`
    case 'overhead-beyond-reserved':
      return say`${{ count: remark.guests }} QEMU processes take ${{ memory: atLeast(remark.overhead) }} at least beside their guests’ memory; ${{ memory: remark.reserved }} are kept for the host and for them.`
    case 'guests-beyond-memory':
      return say`${{ count: remark.guests }} guests may touch ${{ memory: remark.wanted }} of base pages and their QEMUs ${{ memory: atLeast(remark.overhead) }}; the host has ${{ memory: remark.memory }} beside its huge pages.`
  }
}

/** Whole MiB: an estimate is not told to the KiB. */
const atLeast = (memory: KiB): KiB => MiB(Math.floor(inMiB(memory)))
