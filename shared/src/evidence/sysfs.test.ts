import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSysfs, parseSysfs } from './sysfs.ts'

const text = readFileSync(join(import.meta.dirname, '../../../e2e/inputs/sysfs/n2-seed-a.txt'), 'utf8')

test('nodes have CPUs, memory, distances and pools, the machine has pools of its own', () => {
  const { facts, problems } = parseSysfs(text)
  expect(problems).toEqual([])
  expect(facts?.nodes[0]).toEqual({
    id: 0,
    cpus: [0, 1, 2, 3],
    memory: 2983424,
    memoryFree: 826464,
    distances: [10, 21],
    pools: [
      { size: 2048, total: 1024, free: 768, surplus: 0 },
      { size: 1048576, total: 0, free: 0, surplus: 0 },
    ],
    online: true,
  })
  expect(facts?.nodes.map(({ id, pools }) => [id, pools[0]?.free])).toEqual([
    [0, 768],
    [1, 1024],
  ])
  expect(facts?.pools[0]).toEqual({
    size: 2048,
    total: 2048,
    free: 1792,
    surplus: 0,
    reserved: 0,
    overcommit: 0,
  })
  expect(facts?.siblings).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
  ])
})

test.each([
  { name: 'from the root', begin: '/sys/devices/system/node/' },
  { name: 'from the directory of the nodes', begin: './' },
  { name: 'with nothing before', begin: '' },
  { name: 'under a captured tree', begin: 'host-7/sys/devices/system/node/' },
])('paths may begin $name', ({ begin }) => {
  const nodes = text.split('\n').filter((line) => line.includes('/node/node'))
  const moved = nodes.map((line) => line.replace('/sys/devices/system/node/', begin))
  expect(parseSysfs(moved.join('\n'))).toEqual(parseSysfs(nodes.join('\n')))
})

test('a node without memory has zero, a node without CPUs none', () => {
  const { facts, problems } = parseSysfs('node1/meminfo:Node 1 MemTotal:       0 kB\nnode1/cpulist:\n')
  expect(problems).toEqual([])
  expect(facts?.nodes).toMatchObject([{ id: 1, cpus: [], memory: 0, memoryFree: undefined }])
})

test('node ids may be sparse and come in any order', () => {
  const { facts } = parseSysfs('node33/cpulist:8-9\nnode2/cpulist:0-1\n')
  expect(facts?.nodes.map(({ id }) => id)).toEqual([2, 33])
})

const free1 = '/sys/devices/system/node/node1/hugepages/hugepages-2048kB/free_hugepages:1024'
const pools = (from: string) => parseSysfs(from).facts?.nodes.flatMap((node) => node.pools).length

test.each([
  {
    name: 'a count that is none loses its pool alone',
    broken: text.replace(free1, free1.replace('1024', 'many')),
    line: 31,
    found: 'many',
    expected: 'a whole number of pages',
    left: 3,
  },
  {
    name: 'a pool without its free pages is named at its first line',
    broken: text.replace(`${free1}\n`, ''),
    line: 31,
    found: 'node1/hugepages/hugepages-2048kB/nr_hugepages',
    expected: 'free_hugepages beside it',
    left: 3,
  },
  {
    name: 'a line that is no PATH:VALUE is named',
    broken: `node0 is broken\n${text}`,
    line: 1,
    found: 'node0 is broken',
    expected: 'PATH:VALUE',
    left: 4,
  },
  {
    name: 'a file that could not be read is named',
    broken: `${text}grep: /sys/kernel/mm/hugepages/x: Permission denied\n`,
    line: 52,
    found: 'grep: /sys/kernel/mm/hugepages/x: Permission denied',
    expected: 'a file that can be read',
    left: 4,
  },
  {
    name: 'memory that is no amount is named',
    broken: text.replace(/(node0\/meminfo:Node 0 MemTotal:).*/, '$1 all kB'),
    line: 4,
    found: 'Node 0 MemTotal: all kB',
    expected: 'Node 0 MemTotal: N kB',
    left: 4,
  },
])('$name', ({ broken, line, found, expected, left }) => {
  expect(parseSysfs(broken).problems).toEqual([{ severity: 'error', at: { line }, found, expected }])
  expect(pools(broken)).toBe(left)
})

test('files that nobody may read are no problem', () => {
  const denied = 'grep: /sys/devices/system/node/node0/hugepages/hugepages-2048kB/demote: Permission denied'
  expect(parseSysfs(`${text}${denied}\n`).problems).toEqual([])
})

test('a text is known by the path of a node or a pool', () => {
  expect([text, 'a/node1/cpulist:0', 'node 0 cpus: 1', 'http://node1/x', ''].map(isSysfs)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a node knows whether it is online, and which memory the kernel may use for itself', () => {
  const { facts, problems } = parseSysfs(
    ['node/online:0,250', 'node/has_normal_memory:0', 'node0/cpulist:0-3', 'node250/cpulist:'].join('\n'),
  )
  expect(problems).toEqual([])
  expect(facts?.nodes.map(({ id, online }) => [id, online])).toEqual([
    [0, true],
    [250, true],
  ])
  expect(facts?.normalMemory).toEqual([0])
})

test('a list of nodes that names others than are listed is not believed', () => {
  const { facts } = parseSysfs('node/has_normal_memory:0-7\nnode0/cpulist:0-3\nnode33/cpulist:4-7\n')
  expect(facts?.normalMemory).toBeUndefined()
})

test('CPUs that are offline are no node’s, though an old kernel lists them', () => {
  const { facts } = parseSysfs('cpu/online:0-1,4\nnode0/cpulist:0-7\n')
  expect(facts?.nodes[0]?.cpus).toEqual([0, 1, 4])
})
