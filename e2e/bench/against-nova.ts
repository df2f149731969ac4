import {
  CellId,
  firstFit,
  GiB,
  type HostCell,
  inMiB,
  numaConstraints,
  PageSize,
  Pages,
} from '@headroom/shared'
import type { Nova } from '../oracle/nova.ts'
import { least, type Target, timed } from './target.ts'

/** One row: a guest of so many nodes on a host of so many cells, and how it ends. */
interface Row {
  readonly hostCells: number
  readonly guestNodes: number
  readonly cpus: 'shared' | 'pinned'
  readonly ends: 'fits' | 'no 2 MiB page free' | 'all CPUs pinned' | 'only the last cell has pages'
}

const row = (hostCells: number, guestNodes: number, cpus: Row['cpus'], ends: Row['ends']): Row => ({
  hostCells,
  guestNodes,
  cpus,
  ends,
})

const rows: readonly Row[] = [
  ...[1, 2].flatMap((nodes) => [...ofSize(2, nodes)]),
  ...[1, 2, 4].flatMap((nodes) => [...ofSize(8, nodes)]),
  ...[2, 3, 4].map((nodes) => row(8, nodes, 'shared', 'only the last cell has pages')),
  row(8, 8, 'shared', 'no 2 MiB page free'),
  row(8, 8, 'shared', 'only the last cell has pages'),
]

function ofSize(hostCells: number, guestNodes: number): readonly Row[] {
  return [
    row(hostCells, guestNodes, 'shared', 'fits'),
    row(hostCells, guestNodes, 'shared', 'no 2 MiB page free'),
    row(hostCells, guestNodes, 'pinned', 'fits'),
    row(hostCells, guestNodes, 'pinned', 'no 2 MiB page free'),
    row(hostCells, guestNodes, 'pinned', 'all CPUs pinned'),
  ]
}

const coresOfCell = 16

/** 16 cores with two threads, 128 GiB: base pages, 2 MiB pages, 1 GiB pages. */
function hostCell(index: number, { hostCells, ends }: Row): HostCell {
  const first = index * coresOfCell
  const siblings = Array.from({ length: coresOfCell }, (_, core) => [
    first + core,
    first + core + coresOfCell * hostCells,
  ])
  const cpus = siblings.flat().sort((a, b) => a - b)
  const taken =
    ends === 'no 2 MiB page free' || (ends === 'only the last cell has pages' && index < hostCells - 1)
  const pool = (size: number, total: number, used: number) => ({
    size: PageSize(size),
    total: Pages(total),
    used: Pages(used),
    reserved: Pages(0),
  })
  return {
    id: CellId(index),
    socket: index,
    cpuset: cpus,
    pcpuset: [...cpus],
    siblings,
    memory: GiB(128),
    memoryUsage: GiB(0),
    cpuUsage: 0,
    pinnedCpus: ends === 'all CPUs pinned' ? [...cpus] : [],
    mempages: [pool(4, 4_194_304, 0), pool(2048, 49_152, taken ? 49_152 : 0), pool(1_048_576, 16, 0)],
  }
}

const flavorOf = ({ guestNodes, cpus }: Row) => ({
  vcpus: 4 * guestNodes,
  memory: GiB(4 * guestNodes),
  extraSpecs: {
    'hw:numa_nodes': `${guestNodes}`,
    'hw:mem_page_size': '2048',
    ...(cpus === 'pinned' ? { 'hw:cpu_policy': 'dedicated' } : {}),
  },
})

const limits = { cpuAllocationRatio: 16, ramAllocationRatio: 1.5 }

/** The same case as Nova is asked it. */
function request(row: Row, cells: readonly HostCell[], runs: number): object {
  const { vcpus, memory, extraSpecs } = flavorOf(row)
  return {
    op: 'time_fit',
    runs,
    host: {
      cells: cells.map((cell) => ({
        id: cell.id,
        socket: cell.socket,
        cpuset: cell.cpuset,
        pcpuset: cell.pcpuset,
        siblings: cell.siblings,
        memory_mb: inMiB(cell.memory),
        pinned_cpus: cell.pinnedCpus,
        mempages: cell.mempages.map(({ size, total, used }) => ({ size_kb: size, total, used })),
      })),
    },
    flavor: { vcpus, memory_mb: inMiB(memory), extra_specs: extraSpecs },
    limits: { cpu_allocation_ratio: 16, ram_allocation_ratio: 1.5 },
  }
}

/** Microseconds of one of many calls in a row. */
const microsecondsOf = (once: () => unknown, calls: number): number =>
  (timed(() => {
    for (let call = 0; call < calls; call += 1) once()
  }) *
    1000) /
  calls

const rounds = 7

/**
 * Nova's numa_fit_instance_to_host and ours, row by row on the same hosts and guests, in turns: of each the least of all
 * rounds. Throws where the answers differ.
 */
export async function againstNova(nova: Nova): Promise<readonly Target[]> {
  const { rules } = nova.release
  const targets: Target[] = []
  for (const row of rows) {
    const cells = Array.from({ length: row.hostCells }, (_, index) => hostCell(index, row))
    const flavor = { name: 'm', rootGb: 0, ephemeralGb: 0, swap: GiB(0), ...flavorOf(row) }
    const asked = numaConstraints(flavor, {}, rules)
    if (asked.kind === 'rejected' || !asked.topology) throw new Error('a row asks for no cells')
    const { topology } = asked
    const once = () => firstFit(cells, topology, limits, rules)
    const fits = once() !== undefined
    const name = `${row.hostCells} host cells, ${row.guestNodes} guest nodes, ${row.cpus}: ${row.ends}`

    microsecondsOf(once, 20_000)
    const theirs: number[] = []
    const ours: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const [answer] = await nova.ask([request(row, cells, row.guestNodes === 8 ? 3 : 100)])
      if (fits !== (answer?.result === 'fit')) throw new Error(`${name}: ours and Nova's answers differ`)
      theirs.push(Number(answer?.median_us))
      ours.push(microsecondsOf(once, 10_000))
    }
    const [novaUs, oursUs] = [least(theirs), least(ours)]
    targets.push({
      name: fits ? name : `${name} (refused)`,
      measured: novaUs / oursUs,
      bound: { atLeast: !fits && row.guestNodes >= 4 ? 1000 : 100 },
      unit: '×',
      of: `Nova ${novaUs.toFixed(1)} µs, ours ${oursUs.toFixed(2)} µs`,
    })
  }
  return targets
}
