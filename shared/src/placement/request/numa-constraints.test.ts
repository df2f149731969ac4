import { describe, expect, test } from 'vitest'
import type { GuestCell, PageSizeRequest } from '../../model/cell.ts'
import { formatCpus } from '../../model/cpus.ts'
import { releaseById } from '../../releases/index.ts'
import type { Rules } from '../../releases/rules.ts'
import { inMiB, MiB } from '../../units.ts'
import { numaConstraints } from './numa-constraints.ts'

type Texts = Readonly<Record<string, string>>

/** What a flavor of 4 vCPUs and 4096 MiB asks for, as text: one part a cell, or Nova's exception. */
function asked(extraSpecs: Texts, image: Texts, release: string): string {
  const flavor = {
    name: '',
    vcpus: 4,
    memory: MiB(4096),
    rootGb: 0,
    ephemeralGb: 0,
    swap: MiB(0),
    extraSpecs,
  }
  const constraints = numaConstraints(flavor, image, releaseById(release)?.rules as Rules)
  if (constraints.kind === 'rejected') return constraints.exception
  const { topology } = constraints
  if (!topology) return 'no topology'
  const emulator = topology.emulatorThreadsPolicy ? [`emulator ${topology.emulatorThreadsPolicy}`] : []
  return [...topology.cells.map(cellText), ...emulator].join('; ') || 'no cells'
}

const cellText = (cell: GuestCell) =>
  [
    formatCpus(cell.cpuset) || '-',
    cell.pcpuset.length > 0 ? `+ ${formatCpus(cell.pcpuset)}` : '',
    inMiB(cell.memory),
    sizeText(cell.pageSize),
    cell.cpuPolicy ?? (cell.cpuPinning ? 'pinned' : ''),
    cell.cpuThreadPolicy ?? '',
  ]
    .filter((part) => part !== '')
    .join(' ')

const sizeText = (size: PageSizeRequest | undefined) => (size === undefined ? '' : `of ${size}`)

type Answer = readonly [release: string, answer: string]
type Row = readonly [name: string, extraSpecs: Texts, image: Texts, ...answers: Answer[]]

const rows: Row[] = [
  [
    'a guest that asks for nothing has no topology',
    {},
    {},
    ['icehouse', 'no topology'],
    ['juno', 'no topology'],
    ['master', 'no topology'],
  ],
  [
    'nodes share evenly',
    { 'hw:numa_nodes': '2' },
    {},
    ['icehouse', 'no topology'],
    ['juno-b3', '0-1 2048; 2-3 2048'],
    ['kilo', '0-1 2048; 2-3 2048'],
    ['master', '0-1 2048; 2-3 2048'],
  ],
  [
    'nodes that cannot share evenly are refused',
    { 'hw:numa_nodes': '3' },
    {},
    ['juno', 'ImageNUMATopologyAsymmetric'],
    ['master', 'ImageNUMATopologyAsymmetric'],
  ],
  [
    'zero nodes',
    { 'hw:numa_nodes': '0' },
    {},
    ['juno', 'ZeroDivisionError'],
    ['kilo', '0-3 4096'],
    ['liberty', 'no topology'],
    ['mitaka', 'no topology'],
    ['newton', 'InvalidNUMANodesNumber'],
  ],
  [
    'fewer than zero nodes',
    { 'hw:numa_nodes': '-1' },
    {},
    ['kilo', 'no cells'],
    ['mitaka', 'no cells'],
    ['newton', 'InvalidNUMANodesNumber'],
  ],
  [
    'nodes asked by flavor and image',
    { 'hw:numa_nodes': '2' },
    { hw_numa_nodes: '2' },
    ['juno', 'ImageNUMATopologyForbidden'],
    ['master', 'ImageNUMATopologyForbidden'],
  ],
  [
    'nodes that are no number, asked by both',
    { 'hw:numa_nodes': 'x' },
    { hw_numa_nodes: '2' },
    ['mitaka', 'ImageNUMATopologyForbidden'],
    ['newton', 'InvalidNUMANodesNumber'],
    ['ocata', 'ImageNUMATopologyForbidden'],
  ],
  [
    'the image alone may ask for nodes',
    {},
    { hw_numa_nodes: '2' },
    ['juno', '0-1 2048; 2-3 2048'],
    ['master', '0-1 2048; 2-3 2048'],
  ],
  [
    'shares by hand',
    {
      'hw:numa_nodes': '2',
      'hw:numa_cpus.0': '0-2',
      'hw:numa_mem.0': '3072',
      'hw:numa_cpus.1': '3',
      'hw:numa_mem.1': '1024',
    },
    {},
    ['juno', '0-2 3072; 3 1024'],
    ['master', '0-2 3072; 3 1024'],
  ],
  [
    'CPUs by hand without memory',
    { 'hw:numa_nodes': '1', 'hw:numa_cpus.0': '0-3' },
    {},
    ['juno', 'ImageNUMATopologyIncomplete'],
    ['master', 'ImageNUMATopologyIncomplete'],
  ],
  [
    'a CPU left out',
    { 'hw:numa_nodes': '1', 'hw:numa_cpus.0': '0-2', 'hw:numa_mem.0': '4096' },
    {},
    ['juno', 'ImageNUMATopologyCPUsUnassigned'],
    ['master', 'ImageNUMATopologyCPUsUnassigned'],
  ],
  [
    'a CPU too many',
    { 'hw:numa_nodes': '1', 'hw:numa_cpus.0': '0-4', 'hw:numa_mem.0': '4096' },
    {},
    ['juno', 'ImageNUMATopologyCPUOutOfRange'],
    ['master', 'ImageNUMATopologyCPUOutOfRange'],
  ],
  [
    'memory that does not add up',
    { 'hw:numa_nodes': '1', 'hw:numa_cpus.0': '0-3', 'hw:numa_mem.0': '2048' },
    {},
    ['juno', 'ImageNUMATopologyMemoryOutOfRange'],
    ['master', 'ImageNUMATopologyMemoryOutOfRange'],
  ],
  [
    'shares by hand without nodes ask for nothing',
    { 'hw:numa_cpus.0': '0-3', 'hw:numa_mem.0': '4096' },
    {},
    ['kilo', 'no topology'],
    ['master', 'no topology'],
  ],
  [
    'an excluded range',
    { 'hw:numa_nodes': '1', 'hw:numa_cpus.0': '0-9,^4-9', 'hw:numa_mem.0': '4096' },
    {},
    ['liberty', 'Invalid'],
    ['mitaka', '0-3 4096'],
  ],
  [
    'a page size gives a guest one cell',
    { 'hw:mem_page_size': '2048' },
    {},
    ['juno', 'no topology'],
    ['kilo', '0-3 4096 of 2048'],
    ['master', '0-3 4096 of 2048'],
  ],
  [
    'a page size with a unit',
    { 'hw:mem_page_size': '2MB' },
    {},
    ['kilo', 'MemoryPageSizeInvalid'],
    ['liberty', '0-3 4096 of 2048'],
  ],
  [
    'a page size in bits',
    { 'hw:mem_page_size': '2Mb' },
    {},
    ['liberty', '0-3 4096 of 256'],
    ['master', '0-3 4096 of 256'],
  ],
  [
    'a page size below 1 KiB',
    { 'hw:mem_page_size': '512B' },
    {},
    ['rocky', 'MemoryPageSizeInvalid'],
    ['stein', '0-3 4096 of 0'],
  ],
  [
    'page size zero',
    { 'hw:mem_page_size': '0' },
    {},
    ['train-20.2', 'MemoryPageSizeInvalid'],
    ['train', 'no topology'],
    ['ussuri-21.0', 'MemoryPageSizeInvalid'],
    ['ussuri', 'no topology'],
  ],
  [
    'a page size below zero, in bytes',
    { 'hw:mem_page_size': '-2048KB' },
    {},
    ['stein', 'MemoryPageSizeInvalid'],
    ['train', '0-3 4096 of -2048'],
  ],
  [
    'an image may not ask for a page size by itself',
    {},
    { hw_mem_page_size: '2048' },
    ['kilo', 'MemoryPageSizeForbidden'],
    ['master', 'MemoryPageSizeForbidden'],
  ],
  [
    'it may where the flavor leaves a choice',
    { 'hw:mem_page_size': 'large' },
    { hw_mem_page_size: '2048' },
    ['kilo', '0-3 4096 of 2048'],
    ['master', '0-3 4096 of 2048'],
  ],
  [
    'it may not where the flavor chose, even the same',
    { 'hw:mem_page_size': '2048' },
    { hw_mem_page_size: '2048' },
    ['kilo', 'MemoryPageSizeForbidden'],
    ['master', 'MemoryPageSizeForbidden'],
  ],
  [
    'small leaves no choice',
    { 'hw:mem_page_size': 'small' },
    { hw_mem_page_size: 'large' },
    ['kilo', 'MemoryPageSizeForbidden'],
    ['master', 'MemoryPageSizeForbidden'],
  ],
  [
    'dedicated CPUs give a guest one cell',
    { 'hw:cpu_policy': 'dedicated' },
    {},
    ['juno', 'no topology'],
    ['kilo', '0-3 4096 pinned'],
    ['liberty', '0-3 4096 pinned'],
    ['mitaka', '0-3 4096 dedicated'],
    ['ussuri', '0-3 4096 dedicated'],
    ['victoria', '- + 0-3 4096 dedicated'],
  ],
  [
    'the policy of a guest that shares',
    { 'hw:cpu_policy': 'shared', 'hw:numa_nodes': '1' },
    {},
    ['ussuri', '0-3 4096'],
    ['victoria', '0-3 4096 shared'],
  ],
  [
    'an image may not pin what the flavor shares',
    { 'hw:cpu_policy': 'shared' },
    { hw_cpu_policy: 'dedicated' },
    ['kilo', 'ImageCPUPinningForbidden'],
    ['master', 'ImageCPUPinningForbidden'],
  ],
  [
    'a policy that is none',
    { 'hw:cpu_policy': 'bogus' },
    {},
    ['rocky', 'no topology'],
    ['stein', 'InvalidCPUAllocationPolicy'],
  ],
  [
    'mixed CPUs',
    { 'hw:cpu_policy': 'mixed', 'hw:cpu_dedicated_mask': '^0' },
    {},
    ['rocky', 'no topology'],
    ['stein', 'InvalidCPUAllocationPolicy'],
    ['ussuri', 'InvalidCPUAllocationPolicy'],
    ['victoria', '0 + 1-3 4096 mixed'],
  ],
  [
    'a mixed guest of two cells is mixed in both',
    { 'hw:cpu_policy': 'mixed', 'hw:cpu_dedicated_mask': '0-1', 'hw:numa_nodes': '2' },
    {},
    ['victoria', '- + 0-1 2048 mixed; 2-3 2048 mixed'],
  ],
  [
    'mixed CPUs without a mask',
    { 'hw:cpu_policy': 'mixed' },
    {},
    ['victoria', 'RequiredMixedOrRealtimeCPUMask'],
  ],
  [
    'a mask of all CPUs',
    { 'hw:cpu_policy': 'mixed', 'hw:cpu_dedicated_mask': '0-3' },
    {},
    ['victoria', 'InvalidMixedInstanceDedicatedMask'],
  ],
  [
    'a mask for CPUs that are not mixed',
    { 'hw:cpu_policy': 'dedicated', 'hw:cpu_dedicated_mask': '0' },
    {},
    ['ussuri', '0-3 4096 dedicated'],
    ['victoria', 'RequiredMixedInstancePolicy'],
  ],
  [
    'a thread policy',
    { 'hw:cpu_policy': 'dedicated', 'hw:cpu_thread_policy': 'isolate' },
    {},
    ['liberty', '0-3 4096 pinned'],
    ['mitaka', '0-3 4096 dedicated isolate'],
  ],
  [
    'a thread policy without dedicated CPUs',
    { 'hw:cpu_thread_policy': 'isolate' },
    {},
    ['liberty', 'no topology'],
    ['mitaka', 'CPUThreadPolicyConfigurationInvalid'],
    ['master', 'CPUThreadPolicyConfigurationInvalid'],
  ],
  [
    'the flavor prefers, the image isolates',
    { 'hw:cpu_policy': 'dedicated', 'hw:cpu_thread_policy': 'prefer' },
    { hw_cpu_thread_policy: 'isolate' },
    ['mitaka', '0-3 4096 dedicated isolate'],
    ['newton', '0-3 4096 dedicated prefer'],
  ],
  [
    'flavor and image contradict without dedicated CPUs',
    { 'hw:cpu_thread_policy': 'require' },
    { hw_cpu_thread_policy: 'isolate' },
    ['newton', 'CPUThreadPolicyConfigurationInvalid'],
    ['ocata', 'ImageCPUThreadPolicyForbidden'],
  ],
  [
    'a thread policy that is none',
    { 'hw:cpu_policy': 'dedicated', 'hw:cpu_thread_policy': 'bogus' },
    {},
    ['rocky', 'ValueError'],
    ['stein', 'InvalidCPUThreadAllocationPolicy'],
  ],
  [
    'real time without dedicated CPUs',
    { 'hw:cpu_realtime': 'yes', 'hw:cpu_realtime_mask': '^0' },
    {},
    ['liberty', 'no topology'],
    ['mitaka', 'RealtimeConfigurationInvalid'],
    ['master', 'RealtimeConfigurationInvalid'],
  ],
  [
    'real time for all CPUs',
    { 'hw:cpu_policy': 'dedicated', 'hw:cpu_realtime': 'yes', 'hw:cpu_realtime_mask': '0-3' },
    {},
    ['ussuri', '0-3 4096 dedicated'],
    ['victoria', 'RealtimeMaskNotFoundOrInvalid'],
  ],
  [
    'real time and a thread policy, nothing pinned',
    { 'hw:cpu_realtime': 'yes', 'hw:cpu_realtime_mask': '^0', 'hw:cpu_thread_policy': 'isolate' },
    {},
    ['queens', 'RealtimeConfigurationInvalid'],
    ['rocky-18.0', 'CPUThreadPolicyConfigurationInvalid'],
  ],
  [
    'real-time CPUs of a mixed guest are its dedicated ones',
    { 'hw:cpu_policy': 'mixed', 'hw:cpu_realtime': 'yes', 'hw:cpu_realtime_mask': '2-3' },
    {},
    ['victoria', '0-1 + 2-3 4096 mixed'],
  ],
  [
    'a CPU for the emulator',
    { 'hw:cpu_policy': 'dedicated', 'hw:emulator_threads_policy': 'isolate' },
    {},
    ['ocata', '0-3 4096 dedicated'],
    ['pike', '0-3 4096 dedicated; emulator isolate'],
  ],
  [
    'a CPU for the emulator of a guest that shares',
    { 'hw:emulator_threads_policy': 'isolate' },
    {},
    ['ocata', 'no topology'],
    ['pike', 'BadRequirementEmulatorThreadsPolicy'],
  ],
  [
    'an emulator policy of a guest with cells that shares',
    { 'hw:numa_nodes': '1', 'hw:emulator_threads_policy': 'share' },
    {},
    ['ussuri', '0-3 4096'],
    ['victoria', '0-3 4096; emulator share'],
  ],
  [
    'dedicated CPUs by amount',
    { 'resources:PCPU': '4' },
    {},
    ['stein', 'no topology'],
    ['train-20.0', '0-3 4096 dedicated'],
    ['victoria', '- + 0-3 4096 dedicated'],
  ],
  ['an amount that is not that of vCPUs', { 'resources:PCPU': '3' }, {}, ['train-20.0', 'InvalidRequest']],
  [
    'an amount and a policy of the image',
    { 'resources:VCPU': '4' },
    { hw_cpu_policy: 'shared' },
    ['train-20.0', 'no topology'],
    ['train-20.2', 'InvalidRequest'],
  ],
  [
    'a trait as thread policy',
    { 'hw:cpu_policy': 'dedicated', 'trait:HW_CPU_HYPERTHREADING': 'forbidden' },
    {},
    ['stein', '0-3 4096 dedicated'],
    ['train-20.0', '0-3 4096 dedicated isolate'],
  ],
  [
    'persistent memory gives a guest cells',
    { 'hw:pmem': '6GB' },
    {},
    ['stein', 'no topology'],
    ['train-20.0', '0-3 4096'],
  ],
  [
    'locked memory without a page size',
    { 'hw:locked_memory': 'true' },
    {},
    ['yoga', 'no topology'],
    ['zed', 'LockMemoryForbidden'],
  ],
  [
    'an image whose CPUs do not parse',
    {},
    { 'hw_numa_cpus.0': '3-1' },
    ['kilo', 'no topology'],
    ['liberty', 'Invalid'],
  ],
  [
    'a policy fault beside a fault of nodes',
    { 'hw:numa_nodes': '0', 'hw:cpu_thread_policy': 'isolate' },
    {},
    ['ussuri', 'InvalidNUMANodesNumber'],
    ['victoria', 'CPUThreadPolicyConfigurationInvalid'],
  ],
]

describe.each(rows.map(([name, extraSpecs, image, ...answers]) => ({ name, extraSpecs, image, answers })))(
  '$name ($extraSpecs $image)',
  ({ extraSpecs, image, answers }) => {
    test.each(answers)('%s: %s', (release, answer) => {
      expect(asked(extraSpecs, image, release)).toBe(answer)
    })
  },
)
