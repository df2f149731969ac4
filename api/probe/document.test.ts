import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixture, machine, node, plant, probe, probeOf, run, running, scratch } from './capture.ts'

const one = node(0, { total: 64, free: 0 })
const mapping = (pid: number, comm: string | Buffer) =>
  running(pid, {
    comm,
    maps: [`7f0000000000-7f0000200000 rw-s 00000000 00:0f ${pid} /memfd:x (deleted)`],
    numaMaps: ['7f0000000000 default file=/memfd:x\\040(deleted) huge dirty=1 N0=1 kernelpagesize_kB=2048'],
  })
const commandsOf = (comms: readonly (string | Buffer)[]) =>
  probeOf(machine, one, ...comms.map((comm, i) => mapping(i + 1, comm))).holders?.map(
    ({ command }) => command,
  )

test('a command may be anything that is text', () => {
  const comms = [
    'pmd-c03/id:8',
    'a"b',
    'a\\b',
    'tab\there',
    'two\nlines',
    'ends\n',
    '\u0001\u001b[31m',
    'Grüße',
    '漢字',
    '🧠',
    ' ',
    "it's",
    '%s%d',
    '&|;$(id)',
    '\u007f',
  ]
  expect(commandsOf(comms)).toEqual(comms)
})

test('whatever text a command is, the document has it', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 15 }).filter((s) => !s.includes('\0'))
  fc.assert(
    fc.property(fc.array(text, { minLength: 20, maxLength: 40 }), (comms) => {
      expect(commandsOf(comms)).toEqual(comms)
    }),
    { numRuns: 5 },
  )
}, 60_000)

test('whatever bytes a command is, the document is JSON and its ASCII is kept', () => {
  const bytes = fc.uint8Array({ min: 1, minLength: 1, maxLength: 15 }).map((all) => Buffer.from(all))
  const ascii = (text: string) => [...text].filter((c) => c < '\u0080').join('')
  fc.assert(
    fc.property(fc.array(bytes, { minLength: 20, maxLength: 40 }), (comms) => {
      expect(commandsOf(comms)?.map(ascii)).toEqual(comms.map((comm) => ascii(comm.toString('utf8'))))
    }),
    { numRuns: 5 },
  )
}, 60_000)

test.each([
  { name: 'a byte that is no UTF-8', bytes: [0x61, 0xff, 0x62], is: 'a\ufffdb' },
  { name: 'a character cut at 15 bytes', bytes: [0x61, 0xe6, 0xbc], is: 'a\ufffd\ufffd' },
  { name: 'an overlong slash', bytes: [0xc0, 0xaf], is: '\ufffd\ufffd' },
  { name: 'half a surrogate pair', bytes: [0xed, 0xa0, 0x80], is: '\ufffd\ufffd\ufffd' },
  { name: 'beyond Unicode', bytes: [0xf4, 0x90, 0x80, 0x80], is: '\ufffd\ufffd\ufffd\ufffd' },
])('$name becomes a replacement character', ({ bytes, is }) => {
  expect(commandsOf([Buffer.from(bytes)])).toEqual([is])
})

test('a captured tree has no time and no user, and its host name and kernel', () => {
  expect(probe(fixture('n4/20-four-third-parties'))).toMatchObject({
    headroom_probe: 1,
    hostname: 'compute-11',
    read_at: null,
    euid: null,
    kernel: '6.1.0-57-amd64',
    machine: null,
    base_page_kib: 4,
  })
})

test('a tree may lie anywhere', () => {
  const root = join(scratch(), ` it's "here" * $(id) [a-z] %s`)
  plant(root, Object.assign({}, machine, one, mapping(1, 'pmd')))
  expect(probe(root).holders).toMatchObject([{ command: 'pmd', node: 0, pages: 1 }])
})

test('a tree may be named from where one stands', () => {
  const root = plant(scratch(), Object.assign({}, machine, one))
  expect(probe('.', { cwd: root }).hostname).toBe('planted')
  expect(probe('./', { cwd: root }).pools).toEqual(probe(root).pools)
})

test('nodes, CPUs and processes stand in the order of their numbers', () => {
  const cpus = [0, 2, 10, 100].map((id) => ({
    [`sys/devices/system/cpu/cpu${id}/topology/core_id`]: `${id}\n`,
  }))
  const nodes = [0, 2, 10].map((id) => node(id, { total: 8, free: 4 }))
  const read = probeOf(machine, ...nodes, ...cpus, ...[100, 9, 20].map((pid) => mapping(pid, `p${pid}`)))
  expect(read.nodes.map(({ id }) => id)).toEqual([0, 2, 10])
  expect(read.cpus.map(({ id }) => id)).toEqual([0, 2, 10, 100])
  expect(read.holders?.map(({ pid }) => pid)).toEqual([9, 20, 100])
})

test('page sizes stand smallest first, 16 GiB ones too', () => {
  const read = probeOf(
    machine,
    ...[1048576, 64, 16777216, 2048].map((size) => node(0, { total: 1, free: 1 }, size)),
  )
  expect(read.nodes[0]?.pools.map(({ size_kib }) => size_kib)).toEqual([64, 2048, 1048576, 16777216])
})

test('numbers beyond 32 bits are exact', () => {
  const start = 'ffffe0000000'
  const read = probeOf(
    machine,
    {
      'proc/meminfo':
        'MemTotal: 12884901887 kB\nMemFree: 9007199254740991 kB\nMemAvailable: 1 kB\nHugetlb: 6442450944 kB\n',
    },
    node(0, { total: 3_000_000_000, free: 1 }),
    running(3, {
      comm: 'big',
      maps: [`${start}-fffff0000000 rw-s 00000000 00:0f 7 /memfd:x (deleted)`],
      numaMaps: [`${start} default file=/memfd:x\\040(deleted) huge N0=2999999999 kernelpagesize_kB=2048`],
    }),
  )
  expect(read.memory).toMatchObject({
    total_kib: 12884901887,
    free_kib: 9007199254740991,
    hugetlb_kib: 6442450944,
  })
  expect(read.nodes[0]?.pools[0]?.total).toBe(3_000_000_000)
  expect(read.holders?.[0]?.pages).toBe(2_999_999_999)
  expect(read.unseen).toEqual([])
})

test.each([
  { name: 'of which it may use the memory', list: '1\n', says: [false, true] },
  { name: 'in numbers that are no node’s', list: '0-7\n', says: [null, null] },
])('the kernel lists nodes $name', ({ list, says }) => {
  const nodes = [0, 1].map((id) => node(id, { total: 8, free: 4 }))
  const read = probeOf(machine, ...nodes, { 'sys/devices/system/node/has_normal_memory': list })
  expect(read.nodes.map(({ normal_memory }) => normal_memory)).toEqual(says)
})

test('a mount with a space in its path is read', () => {
  const read = probeOf(machine, one, {
    'proc/mounts': 'none /mnt/huge\\040pages\\134 hugetlbfs rw,pagesize=1024M 0 0\n',
  })
  expect(read.mounts).toEqual([{ path: '/mnt/huge pages\\', size_kib: 1048576 }])
})

test('a mount that does not say its page size has the default one', () => {
  const read = probeOf(machine, one, { 'proc/mounts': 'none /hugepages hugetlbfs rw,relatime 0 0\n' })
  expect(read.mounts).toEqual([{ path: '/hugepages', size_kib: 2048 }])
})

test('a process whose mappings may not be read is told with all it holds, and its nodes stay unseen', () => {
  const read = probeOf(machine, node(0, { total: 8, free: 4 }), running(7, { comm: 'pmd', hugetlbKib: 8192 }))
  expect(read.holders).toEqual([])
  expect(read.unplaced).toEqual([
    { pid: 7, command: 'pmd', exe: null, guest: null, guest_name: null, hugetlb_kib: 8192 },
  ])
  expect(read.unseen).toEqual([{ node: 0, size_kib: 2048, pages: 4 }])
  expect(read.unread).toContainEqual({ path: '/proc/PID/maps', why: 'not given', pids: [7] })
})

test('where no page is in use or promised, processes need not be looked into', () => {
  const read = probeOf(machine, node(0, { total: 8, free: 8 }), running(7, { comm: 'sealed' }))
  expect(read.holders).toEqual([])
  expect(read.unread.filter(({ pids }) => pids.length > 0)).toEqual([])
})

test('where pages are promised, a process that may not be looked into is told', () => {
  const promised = {
    'sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages': '8\n',
    'sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages': '8\n',
    'sys/kernel/mm/hugepages/hugepages-2048kB/surplus_hugepages': '0\n',
    'sys/kernel/mm/hugepages/hugepages-2048kB/resv_hugepages': '2\n',
  }
  const read = probeOf(machine, node(0, { total: 8, free: 8 }), promised, running(7, { comm: 'sealed' }))
  expect(read.unread).toContainEqual({ path: '/proc/PID/maps', why: 'not given', pids: [7] })
})

test('more pages held than in use means that pages moved while they were counted', () => {
  const { unread, unseen } = probeOf(
    machine,
    node(0, { total: 8, free: 7 }),
    mapping(1, 'pmd'),
    mapping(2, 'pmd'),
  )
  expect(unseen).toEqual([])
  expect(unread).toContainEqual({
    path: '/sys/devices/system/node/node0/hugepages/hugepages-2048kB',
    why: 'changed',
    pids: [],
  })
})

test('a tree without processes does not say that nobody holds pages', () => {
  const { 'proc/mounts': _, ...noProcesses } = machine
  const read = probeOf(noProcesses, node(0, { total: 8, free: 4 }))
  expect([read.guests, read.holders]).toEqual([null, null])
  expect(read.unread).toContainEqual({ path: '/proc', why: 'not given', pids: [] })
})

test('a machine without NUMA is read as far as it goes', () => {
  const read = probeOf(machine, {
    'sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages': '8\n',
    'sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages': '7\n',
    'sys/kernel/mm/hugepages/hugepages-2048kB/surplus_hugepages': '0\n',
    'sys/kernel/mm/hugepages/hugepages-2048kB/resv_hugepages': '1\n',
    'sys/kernel/mm/hugepages/hugepages-2048kB/nr_overcommit_hugepages': '0\n',
  })
  expect(read.nodes).toEqual([])
  expect(read.pools).toEqual([{ size_kib: 2048, total: 8, free: 7, surplus: 0, reserved: 1, overcommit: 0 }])
  expect(read.unread).toContainEqual({ path: '/sys/devices/system/node', why: 'not given', pids: [] })
})

test('a pool that cannot be read is told, not taken for empty', () => {
  const { 'sys/devices/system/node/node0/hugepages/hugepages-2048kB/free_hugepages': _, ...torn } = one
  const read = probeOf(machine, torn)
  expect(read.nodes[0]?.pools).toEqual([])
  expect(read.unread).toContainEqual({
    path: '/sys/devices/system/node/node0/hugepages/hugepages-2048kB',
    why: 'not given',
    pids: [],
  })
})

test.each([
  { name: 'two directories', args: ['/a', '/b'], says: 'one directory at most' },
  {
    name: 'a directory that is not there',
    args: ['/no/such/tree'],
    says: '/no/such/tree is not a directory',
  },
  { name: 'an option it does not have', args: ['--json'], says: 'unknown option --json' },
  { name: 'a directory with a line break', args: ['/a\nb'], says: 'line break' },
])('$name is an error with its reason', ({ args, says }) => {
  const { status, stdout, stderr } = run(args)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^headroom-probe: /)
  expect(stderr).toContain(says)
})

test('--help explains, and needs nothing', () => {
  const { status, stdout, stderr } = run(['--help'])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Usage: headroom-probe \[ROOT\]\n/)
  expect(stdout).toContain('changes nothing')
})

const documents = join(import.meta.dirname, '../../e2e/inputs/probe')
test.each([
  { name: 'n2-seed-a', state: '30-thirdparty-256-touched-node0' },
  { name: 'n2-libvirt', state: '20-keep-2cells-nova' },
  { name: 'n4', state: '20-four-third-parties' },
  { name: 'odd', state: '20-thirdparty-50-node2' },
  { name: 'g1-asym', state: '10-thirdparty-1G-node1-2M-node0' },
])('the document that journeys drop for $name is what the probe prints', ({ name, state }) => {
  const committed = readFileSync(join(documents, `${name}.json`), 'utf8')
  expect(committed).toBe(run([fixture(`${name}/${state}`)]).stdout)
})
