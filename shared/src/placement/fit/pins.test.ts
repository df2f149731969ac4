import { describe, expect, test } from 'vitest'
import { answer, boot, onCpus, outcome, pinned, ratios } from '../../testing/boots.ts'
import { hostCell, pool } from '../../testing/cells.ts'

const smallPages = [pool('4K', '4194304')]

describe('one cell of 4 cores with 2 threads', () => {
  const cells = [hostCell({ cpus: '0-7', siblings: '0,4 1,5 2,6 3,7', mempages: smallPages })]
  const taken = (pinned: string) => [
    hostCell({ cpus: '0-7', siblings: '0,4 1,5 2,6 3,7', pinned, mempages: smallPages }),
  ]
  const policy = (name: string) => `hw:cpu_thread_policy=${name}`

  test.each([
    ['5 vCPUs do not divide by 2 in Liberty', 'liberty', cells, `5 vCPU, 1024, ${pinned}`, 1, 'no'],
    ['5 vCPUs fit from Mitaka', 'mitaka', cells, `5 vCPU, 1024, ${pinned}`, 1, '0,4,1,5,2'],
    [
      '3 vCPUs take a thread of 3 cores in Liberty',
      'liberty',
      cells,
      `3 vCPU, 1024, ${pinned}`,
      3,
      '0,1,2  4,5,6  no',
    ],
    ['3 vCPUs take cores from Mitaka', 'mitaka', cells, `3 vCPU, 1024, ${pinned}`, 3, '0,4,1  2,6,3  no'],
    ['2 vCPUs take the last core in Liberty', 'liberty', cells, `2 vCPU, 1024, ${pinned}`, 2, '3,7  2,6'],
    ['2 vCPUs take the first core from Mitaka', 'mitaka', cells, `2 vCPU, 1024, ${pinned}`, 2, '0,4  1,5'],
    [
      'isolate is ignored in Liberty',
      'liberty',
      cells,
      `2 vCPU, 1024, ${pinned}, ${policy('isolate')}`,
      3,
      '3,7  2,6  1,5',
    ],
    [
      'isolate takes a thread a core from Mitaka',
      'mitaka',
      cells,
      `2 vCPU, 1024, ${pinned}, ${policy('isolate')}`,
      3,
      '0,1  2,3  no',
    ],
    ['require of 3 vCPUs', 'zed', cells, `3 vCPU, 1024, ${pinned}, ${policy('require')}`, 2, '0,4,1  2,6,3'],
    [
      'a core with both threads is not enough for 3',
      'zed',
      taken('0-2'),
      `3 vCPU, 1024, ${pinned}`,
      1,
      '4,5,6',
    ],
    [
      'require refuses lone threads',
      'zed',
      taken('0-3'),
      `2 vCPU, 1024, ${pinned}, ${policy('require')}`,
      1,
      'no',
    ],
    [
      'prefer takes lone threads',
      'zed',
      taken('0-3'),
      `2 vCPU, 1024, ${pinned}, ${policy('prefer')}`,
      2,
      '4,5  6,7',
    ],
  ])('%s', (_, release, cells, text, most, cpus) => {
    expect(onCpus({ release, cells }, text, most)).toBe(cpus)
  })

  test.each(['mitaka', 'rocky', 'train-20.2'])('isolate leaves no thread of its cores in %s', (release) => {
    const { cells: left } = boot({ release, cells }, [`2 vCPU, 1024, ${pinned}, ${policy('isolate')}`, 2])
    expect(left[0]?.pinnedCpus).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  const emulator = `2 vCPU, 1024, ${pinned}, hw:emulator_threads_policy=isolate`
  test.each([
    ['ocata', '0,4  1,5  2,6'],
    ['pike', '0,4+1  2,6+3  no'],
    ['queens', '0,4+1  2,6+3  no'],
    ['rocky', '0,4+1  2,6+5  no'],
    ['zed', '0,4+1  2,6+5  no'],
  ])('a CPU for emulator threads in %s: %s', (release, cpus) => {
    expect(onCpus({ release, cells }, emulator, 3)).toBe(cpus)
  })

  test.each([
    ['every vCPU, up to Stein', 'stein', 2],
    ['no pinned vCPU, from Train', 'train', 0],
  ])('CPU usage counts %s', (_, release, usage) => {
    expect(boot({ release, cells }, [`2 vCPU, 1024, ${pinned}`, 1]).cells[0]?.cpuUsage).toBe(usage)
  })

  const apart = [
    hostCell({ cpus: '8-9', dedicated: '0-7', siblings: '0,4 1,5 2,6 3,7 8 9', mempages: smallPages }),
  ]
  test.each([
    ['train-20.2', '0,1'],
    ['train', 'no'],
    ['ussuri-21.0', '0,1'],
    ['ussuri', 'no'],
    ['master', 'no'],
  ])('isolate beside shared CPUs in %s: %s', (release, cpus) => {
    expect(onCpus({ release, cells: apart }, `2 vCPU, 1024, ${pinned}, ${policy('isolate')}`, 1)).toBe(cpus)
  })
})

describe('one cell of 4 cores with 1 thread', () => {
  const plain = [hostCell({ cpus: '0-3', siblings: '', mempages: smallPages })]
  const listed = [hostCell({ cpus: '0-3', siblings: '0 1 2 3', mempages: smallPages })]
  const isolate = `2 vCPU, 1024, ${pinned}, hw:cpu_thread_policy=isolate`
  const require = `2 vCPU, 1024, ${pinned}, hw:cpu_thread_policy=require`

  test.each([
    ['require is ignored in Liberty', 'liberty', plain, require, 2, '0,1  2,3'],
    ['require is refused from Newton', 'newton', plain, require, 1, 'no'],
    ['require is refused in Zed', 'zed', listed, require, 1, 'no'],
    ['isolate is ignored in Liberty', 'liberty', plain, isolate, 3, '0,1  2,3  no'],
    ['isolate hands out the same CPUs in Newton', 'newton', plain, isolate, 3, '0,1  0,1  0,1'],
    ['isolate takes its CPUs from Ocata', 'ocata', plain, isolate, 3, '0,1  2,3  no'],
    ['isolate takes its CPUs in Zed', 'zed', listed, isolate, 3, '0,1  2,3  no'],
  ])('%s', (_, release, cells, text, most, cpus) => {
    expect(onCpus({ release, cells }, text, most)).toBe(cpus)
  })

  test.each([
    ['newton', 'UnboundLocalError'],
    ['pike', 'UnboundLocalError'],
    ['queens-17.0', 'UnboundLocalError'],
    ['queens', 'rejected'],
  ])('a cell whose known siblings are all taken, in %s: %s', (release, ends) => {
    const cells = [hostCell({ cpus: '0-5', siblings: '0,1', pinned: '0-1' })]
    expect(outcome(release, cells, `2 vCPU, 1024, ${pinned}`)).toBe(ends)
  })

  test.each([
    ['queens', 'fits'],
    ['rocky', 'ValueError'],
    ['master', 'ValueError'],
  ])('a cell that lists no core, in %s: %s', (release, ends) => {
    expect(outcome(release, plain, `2 vCPU, 1024, ${pinned}`)).toBe(ends)
  })
})

describe('mixed guests', () => {
  const apart = [0, 1].map((id) =>
    hostCell({
      id,
      cpus: id === 0 ? '0-1' : '4-5',
      dedicated: id === 0 ? '2-3' : '6-7',
      mempages: [pool('4K', '1048576')],
    }),
  )
  const mixed = (rest: string) => `4 vCPU, 1024, hw:cpu_policy=mixed, ${rest}`
  const full = apart.map((cell) => ({ ...cell, cpuUsage: 2 }))

  test.each([
    [
      'a cell without dedicated vCPUs is refused up to Zed',
      'zed',
      apart,
      'hw:numa_nodes=2, hw:cpu_dedicated_mask=2-3',
      'rejected',
    ],
    [
      'a cell without dedicated vCPUs is refused in 27.0',
      '2023.1-27.0',
      apart,
      'hw:numa_nodes=2, hw:cpu_dedicated_mask=2-3',
      'rejected',
    ],
    [
      'a cell without dedicated vCPUs fits from 27.1',
      '2023.1',
      apart,
      'hw:numa_nodes=2, hw:cpu_dedicated_mask=2-3',
      'fits',
    ],
    ['shared vCPUs are not compared in Victoria', 'victoria', full, 'hw:cpu_dedicated_mask=2-3', 'fits'],
    ['shared vCPUs are compared from Wallaby', 'wallaby', full, 'hw:cpu_dedicated_mask=2-3', 'rejected'],
  ])('%s', (_, release, cells, rest, ends) => {
    expect(answer(release, cells, mixed(rest), ratios(1, 1)).kind).toBe(ends)
  })

  test.each([
    ['has cores for its pinned vCPUs in Victoria', 'victoria', { sockets: 1, cores: 2, threads: 1 }],
    ['has cores for all its vCPUs in 23.0', 'wallaby-23.0', { sockets: 1, cores: 4, threads: 1 }],
    ['is none from 23.1', 'wallaby', undefined],
  ])('the CPU topology of a mixed cell %s', (_, release, topology) => {
    const found = answer(release, apart, mixed('hw:cpu_dedicated_mask=2-3'))
    expect(found.kind === 'fits' && found.topology.cells[0]?.cpuTopology).toEqual(topology)
  })

  test('shared vCPUs of a mixed guest count as CPU usage', () => {
    const { cells } = boot({ release: 'wallaby', cells: apart }, [mixed('hw:cpu_dedicated_mask=2-3'), 1])
    expect(cells.map(({ cpuUsage, pinnedCpus }) => [cpuUsage, pinnedCpus])).toEqual([
      [2, [2, 3]],
      [0, []],
    ])
  })
})
