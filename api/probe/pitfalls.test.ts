import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProbeDocument } from '@headroom/shared'
import { expect, test } from 'vitest'
import { commands, fixture, machine, node, plant, probe, probeOf, run, running, scratch } from './capture.ts'

// What real kernels do that a reader of /proc and /sys can fall for; the trees in fixtures/ were captured from them.

const twoMiB = 2048
const oneGiB = 1048576

/** Who holds what, as rows: `pmd 100 × 2048 KiB on node 0`. */
const held = ({ holders }: ProbeDocument) =>
  holders?.map(
    ({ command, pages, size_kib, node }) => `${command} ${pages} × ${size_kib} KiB on node ${node}`,
  )

/** A size's pages, node by node. */
const pools = ({ nodes }: ProbeDocument, sizeKib: number) =>
  nodes.map(({ pools }) => pools.find(({ size_kib }) => size_kib === sizeKib))

const machinePool = ({ pools }: ProbeDocument, sizeKib: number) =>
  pools.find(({ size_kib }) => size_kib === sizeKib)

const untouched = fixture('n2-seed-a/20-thirdparty-mapped-not-touched')

test('1. reserved pages belong to the machine, never to a node', () => {
  const read = probe(untouched)
  expect(machinePool(read, twoMiB)?.reserved).toBe(256)
  expect(pools(read, twoMiB).map((pool) => Object.keys(pool ?? {}))).toEqual([
    ['size_kib', 'total', 'free', 'surplus'],
    ['size_kib', 'total', 'free', 'surplus'],
  ])
})

test('2. free pages include reserved ones, and who they are promised to is told apart from who holds pages', () => {
  const read = probe(untouched)
  expect(pools(read, twoMiB).map((pool) => pool?.free)).toEqual([1024, 1024])
  expect(read.holders).toEqual([])
  expect(read.mapped_untouched).toEqual([
    { pid: 376, command: 'dpdk-like', size_kib: twoMiB, mapped_kib: 256 * twoMiB },
  ])
})

test.each([
  {
    name: '3. total pages include surplus: a pool shrunk while in use keeps its pages as surplus',
    state: 'n2-pitfalls/p10-surplus-by-shrink',
    nodes: [
      { size_kib: twoMiB, total: 512, free: 0, surplus: 412 },
      { size_kib: twoMiB, total: 1024, free: 1024, surplus: 0 },
    ],
  },
  {
    name: '3. overcommit makes surplus on a node that nobody bound to',
    state: 'n2-pitfalls/p11-surplus-overcommit',
    nodes: [
      { size_kib: twoMiB, total: 192, free: 192, surplus: 128 },
      { size_kib: twoMiB, total: 256, free: 0, surplus: 192 },
    ],
  },
  {
    name: '4. what was asked for machine-wide is spread unevenly: each node says what it got',
    state: 'n4/30-global-write-1000',
    nodes: [326, 326, 234, 114].map((total) => ({ size_kib: twoMiB, total, free: total, surplus: 0 })),
  },
])('$name', ({ state, nodes }) => {
  expect(pools(probe(fixture(state)), twoMiB)).toEqual(nodes)
})

test('5. the kernel command line is what was asked, sysfs is what was given', () => {
  const root = fixture('g1-asym/00-boot-reserved')
  expect(readFileSync(join(root, 'proc/cmdline'), 'utf8')).toContain('hugepagesz=1G hugepages=0:1,1:2')
  expect(pools(probe(root), oneGiB).map((pool) => pool?.total)).toEqual([0, 3])
})

test('6. each page size is a pool of its own, and meminfo knows the default size alone', () => {
  const root = fixture('g1-asym/30-after-demote')
  const read = probe(root)
  expect(readFileSync(join(root, 'proc/meminfo'), 'utf8')).toMatch(/HugePages_Total: +2\n/)
  expect(pools(read, twoMiB).map((pool) => pool?.total)).toEqual([256, 640])
  expect(pools(read, oneGiB).map((pool) => pool?.total)).toEqual([0, 2])
  expect(read.memory).toMatchObject({
    default_hugepage_kib: oneGiB,
    hugetlb_kib: 896 * twoMiB + 2 * oneGiB,
  })
})

test.each([
  {
    name: '7. pages are where N<k>= says, whatever the policy and kind of mapping',
    state: 'n4/20-four-third-parties',
    holds: [
      'pmd-c01/id:7 100 × 2048 KiB on node 0',
      'interleaver 40 × 2048 KiB on node 0',
      'interleaver 40 × 2048 KiB on node 1',
      'interleaver 40 × 2048 KiB on node 2',
      'prefers3 32 × 2048 KiB on node 2',
      'prefers3 64 × 2048 KiB on node 3',
      'default-pol 16 × 2048 KiB on node 2',
    ],
  },
  {
    name: '7. a guest of two cells, one backend shared and one private, holds both',
    state: 'n2-seed-a/41-qemu-2cells-512M-each-file',
    holds: [
      'pmd-c03/id:8 256 × 2048 KiB on node 0',
      'qemu-system-x86 256 × 2048 KiB on node 0',
      'qemu-system-x86 256 × 2048 KiB on node 1',
    ],
  },
  {
    name: '10. pages are counted in their own size, not in the default one',
    state: 'g1-asym/10-thirdparty-1G-node1-2M-node0',
    holds: ['pmd-1g 1 × 1048576 KiB on node 1', 'db-2m 64 × 2048 KiB on node 0'],
  },
  {
    name: '10. a 1 GiB page is one page where the default is 2 MiB',
    state: 'n2-libvirt/20-pages-1G-node1',
    holds: [
      'ovs-vswitchd-dp 128 × 2048 KiB on node 0',
      'ovs-vswitchd-dp 32 × 2048 KiB on node 1',
      'qemu-system-x86 1 × 1048576 KiB on node 1',
    ],
  },
  {
    name: '16. a switch with a page to a mapping holds their sum, though its policy is local',
    state: 'n2-libvirt/10-ovs-dpdk-socket-mem-256-64',
    holds: ['ovs-vswitchd-dp 128 × 2048 KiB on node 0', 'ovs-vswitchd-dp 32 × 2048 KiB on node 1'],
  },
])('$name', ({ state, holds }) => {
  const read = probe(fixture(state))
  expect(held(read)).toEqual(holds)
  expect(read.unseen).toEqual([])
})

test('7. a mapping nothing was faulted into has a size even so', () => {
  expect(probe(fixture('g1-asym/10-thirdparty-1G-node1-2M-node0')).mapped_untouched).toEqual([
    { pid: 278, command: 'only-reserves-1', size_kib: oneGiB, mapped_kib: oneGiB },
  ])
})

test('7. a file that has huge in its name is not a huge page', () => {
  const read = probeOf(
    machine,
    node(0, { total: 8, free: 7 }),
    running(9, {
      comm: 'liar',
      maps: ['7f0000000000-7f0000200000 rw-s 00000000 00:1c 7 /srv/a huge file'],
      numaMaps: ['7f0000000000 default file=/srv/a\\040huge\\040file mapped=512 N0=512 kernelpagesize_kB=4'],
    }),
  )
  expect(read.holders).toEqual([])
})

test('7. a kernel that does not print the page size has it from smaps', () => {
  const read = probeOf(
    machine,
    node(0, { total: 8, free: 5 }),
    running(9, {
      comm: 'old',
      maps: ['7f0000000000-7f0000600000 rw-s 00000000 00:1c 7 /dev/hugepages/x (deleted)'],
      numaMaps: ['7f0000000000 bind:0 file=/dev/hugepages/x\\040(deleted) huge dirty=3 N0=3'],
      more: {
        smaps:
          '7f0000000000-7f0000600000 rw-s 00000000 00:1c 7 /dev/hugepages/x (deleted)\nKernelPageSize:     2048 kB\n',
      },
    }),
  )
  expect(held(read)).toEqual(['old 3 × 2048 KiB on node 0'])
})

const guest = (pid: number, mapmax: number, pages: number) =>
  running(pid, {
    comm: 'qemu-system-x86',
    hugetlbKib: pages * twoMiB,
    cmdline: [
      '/usr/bin/qemu-system-x86_64',
      '-name',
      'guest=web',
      '-uuid',
      'a6352c95-88c1-4a83-b30b-019633dc5e98',
    ],
    maps: ['7fdcbda00000-7fdcc5a00000 rw-s 00000000 00:1c 16950 /dev/hugepages/shared'],
    numaMaps: [
      `7fdcbda00000 bind:1 file=/dev/hugepages/shared huge dirty=${pages} mapmax=${mapmax} N1=${pages} kernelpagesize_kB=2048`,
    ],
  })
const bothNodes = [node(0, { total: 1024, free: 1024 }), node(1, { total: 1024, free: 960 })]

test('8. memory that a guest shares with a switch is counted once, with the guest', () => {
  const ovs = running(1204, {
    comm: 'ovs-vswitchd-dp',
    hugetlbKib: 32 * twoMiB,
    maps: ['7ffa97400000-7ffa9f400000 rw-s 00000000 00:1c 16950 /dev/hugepages/shared'],
    numaMaps: [
      '7ffa97400000 default file=/dev/hugepages/shared huge dirty=32 mapmax=2 N1=32 kernelpagesize_kB=2048',
    ],
  })
  const read = probeOf(machine, ...bothNodes, ovs, guest(1399, 2, 64))
  expect(read.holders).toMatchObject([
    { pid: 1204, guest: null, node: 1, pages: 0, shared_pages: 32, sharers: [1399] },
    { pid: 1399, guest_name: 'web', node: 1, pages: 64, shared_pages: 64, sharers: [1204] },
  ])
  expect(read.unseen).toEqual([])
})

test('8. page tables that the kernel shares hide mapmax: the object decides', () => {
  const twin = running(1204, {
    comm: 'twin',
    maps: ['7ffa80000000-7ffa88000000 rw-s 00000000 00:1c 16950 /dev/hugepages/shared'],
    numaMaps: ['7ffa80000000 default file=/dev/hugepages/shared huge dirty=64 N1=64 kernelpagesize_kB=2048'],
  })
  const read = probeOf(machine, ...bothNodes, twin, guest(1399, 1, 64))
  expect(read.holders?.map(({ pid, pages }) => [pid, pages])).toEqual([
    [1204, 0],
    [1399, 64],
  ])
})

test('8. a switch that maps a region again from the start of its file counts it once', () => {
  const ovs = running(1204, {
    comm: 'ovs-vswitchd-dp',
    maps: [
      '7ffa00000000-7ffa04000000 rw-s 00000000 00:1c 16950 /dev/hugepages/shared',
      '7ffb00000000-7ffb08000000 rw-s 00000000 00:1c 16950 /dev/hugepages/shared',
    ],
    numaMaps: [
      '7ffa00000000 default file=/dev/hugepages/shared huge dirty=32 mapmax=2 N1=32 kernelpagesize_kB=2048',
      '7ffb00000000 default file=/dev/hugepages/shared huge dirty=64 mapmax=2 N1=64 kernelpagesize_kB=2048',
    ],
  })
  expect(held(probeOf(machine, ...bothNodes, ovs))).toEqual(['ovs-vswitchd-dp 64 × 2048 KiB on node 1'])
})

test('8. processes that map different parts of a file hold them both', () => {
  const part = (pid: number, offset: string) =>
    running(pid, {
      comm: `part${pid}`,
      maps: [`7ffa00000000-7ffa04000000 rw-s ${offset} 00:1c 16950 /dev/hugepages/shared`],
      numaMaps: [
        '7ffa00000000 default file=/dev/hugepages/shared huge dirty=32 N1=32 kernelpagesize_kB=2048',
      ],
    })
  expect(held(probeOf(machine, ...bothNodes, part(7, '00000000'), part(8, '04000000')))).toEqual([
    'part7 32 × 2048 KiB on node 1',
    'part8 32 × 2048 KiB on node 1',
  ])
})

test.each([
  { name: '8. private pages of two processes are theirs', mapmax: '', pages: [32, 32] },
  {
    name: '8. private pages of a parent and its fork are the same pages',
    mapmax: 'mapmax=2 ',
    pages: [32, 0],
  },
])('$name', ({ mapmax, pages }) => {
  const one = (pid: number) =>
    running(pid, {
      comm: 'db',
      maps: ['7ffa00000000-7ffa04000000 rw-p 00000000 00:0f 44 /anon_hugepage (deleted)'],
      numaMaps: [
        `7ffa00000000 default file=/anon_hugepage\\040(deleted) huge anon=32 dirty=32 ${mapmax}N1=32 kernelpagesize_kB=2048`,
      ],
    })
  const read = probeOf(machine, ...bothNodes, one(7), one(8))
  expect(read.holders?.map((holder) => holder.pages)).toEqual(pages)
})

test('8. a mapping of pages that another process faulted in takes no more of them', () => {
  const ovs = running(1204, {
    comm: 'ovs-vswitchd-dp',
    maps: ['7ffa97400000-7ffa9f400000 rw-s 00000000 00:1c 16950 /dev/hugepages/shared'],
    numaMaps: ['7ffa97400000 default file=/dev/hugepages/shared huge'],
  })
  expect(probeOf(machine, ...bothNodes, ovs, guest(1399, 1, 64)).mapped_untouched).toEqual([])
})

test('9. a file left in hugetlbfs holds pages that no process has', () => {
  const root = plant(scratch(), Object.assign({}, machine, node(0, { total: 8, free: 6 })))
  mkdirSync(join(root, 'dev/hugepages/old'), { recursive: true })
  writeFileSync(join(root, 'dev/hugepages/old/rte "map"_0'), Buffer.alloc(2 * 1024 * 1024 * 2, 1))
  writeFileSync(join(root, 'dev/hugepages/old/empty'), '')
  const read = probe(root)
  expect(read.files).toEqual([
    {
      path: '/dev/hugepages/old/rte "map"_0',
      mount: '/dev/hugepages',
      size_kib: 2048,
      pages: 2,
      open_by: [],
    },
  ])
  expect(read.unseen).toEqual([{ node: 0, size_kib: 2048, pages: 2 }])
})

test('9. a file that a process maps is not left behind', () => {
  const root = plant(scratch(), Object.assign({}, machine, node(0, { total: 8, free: 7 })))
  const file = join(root, 'dev/hugepages/used')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, Buffer.alloc(2 * 1024 * 1024, 1))
  const { dev, ino } = statSync(file)
  const hex = (n: number) => n.toString(16).padStart(2, '0')
  // How Linux packs a device's numbers into st_dev.
  const device = `${hex((dev >> 8) & 0xfff)}:${hex((dev & 0xff) | ((dev >> 12) & 0xfff00))}`
  const pmd = running(9, {
    comm: 'pmd',
    maps: [`7f0000000000-7f0000200000 rw-s 00000000 ${device} ${ino} /dev/hugepages/used`],
    numaMaps: ['7f0000000000 default file=/dev/hugepages/used huge dirty=1 N0=1 kernelpagesize_kB=2048'],
  })
  const read = probe(plant(root, pmd))
  expect([held(read), read.files]).toEqual([['pmd 1 × 2048 KiB on node 0'], []])
})

const fdOnly = running(1626, {
  comm: 'fd-only',
  maps: ['55d0c0000000-55d0c0001000 r--p 00000000 fe:00 4685 /usr/bin/fd-only'],
  numaMaps: [],
  more: {
    'fd.ls':
      'total 0\nlr-x------ 1 root root 64 Nov 30 18:24 0 -> /dev/null\nlrwx------ 1 root root 64 Nov 30 18:24 3 -> /memfd:fd-only (deleted)\n',
  },
})

test('9. pages in use that nobody maps are unseen on their node, and an unmapped memfd may be why', () => {
  const read = probeOf(machine, ...bothNodes, fdOnly)
  expect(read.holders).toEqual([])
  expect(read.unseen).toEqual([{ node: 1, size_kib: twoMiB, pages: 64 }])
  expect(read.open_files).toEqual([
    {
      pid: 1626,
      command: 'fd-only',
      sharers: [],
      path: '/memfd:fd-only (deleted)',
      size_kib: null,
      pages: null,
    },
  ])
})

test('9. a memfd that is mapped is not suspected of the pages of others', () => {
  const mapped = running(7, {
    comm: 'pmd',
    maps: ['7f0000000000-7f0000200000 rw-s 00000000 00:0f 7 /memfd:seg (deleted)'],
    numaMaps: ['7f0000000000 default file=/memfd:seg\\040(deleted) huge dirty=1 N0=1 kernelpagesize_kB=2048'],
    more: { 'fd.ls': 'lrwx------ 1 root root 64 Nov 30 18:24 3 -> /memfd:seg (deleted)\n' },
  })
  const read = probeOf(machine, node(0, { total: 8, free: 5 }), mapped)
  expect([read.unseen, read.open_files]).toEqual([[{ node: 0, size_kib: twoMiB, pages: 2 }], []])
})

test('9. where every page in use has a holder nobody is suspected', () => {
  const read = probeOf(machine, node(0, { total: 8, free: 8 }), fdOnly)
  expect([read.unseen, read.open_files]).toEqual([[], []])
})

test('10, 13. no tool that reports totals or misprints sizes is asked', () => {
  const trap = join(scratch(), 'trap')
  writeFileSync(trap, '#!/bin/sh\n: > "$0.sprung"\n')
  chmodSync(trap, 0o755)
  const tools = ['virsh', 'numastat', 'numactl', 'hugeadm', 'lscpu', 'free', 'ps', 'qemu-img']
  const path = commands(Object.fromEntries(tools.map((tool) => [tool, trap])))
  execFileSync(join(path, 'virsh'))
  expect(existsSync(`${path}/virsh.sprung`)).toBe(true)
  probe(fixture('n2-libvirt/20-keep-2cells-nova'), { path })
  expect(tools.filter((tool) => existsSync(`${path}/${tool}.sprung`))).toEqual(['virsh'])
})

test('11. a holder of huge pages has them though its resident memory is next to nothing', () => {
  const root = fixture('n2-seed-a/30-thirdparty-256-touched-node0')
  expect(readFileSync(join(root, 'proc/490/status'), 'utf8')).toMatch(/VmRSS:\s+\d{1,3} kB/)
  expect(held(probe(root))).toEqual(['pmd-c03/id:8 256 × 2048 KiB on node 0'])
})

test('12. a node without memory and a node without CPUs are nodes', () => {
  const read = probe(fixture('odd/20-thirdparty-50-node2'))
  expect(
    read.nodes.map(({ id, online, cpus, memory_total_kib }) => ({ id, online, cpus, memory_total_kib })),
  ).toEqual([
    { id: 0, online: true, cpus: '0-1', memory_total_kib: 1951728 },
    { id: 1, online: true, cpus: '2-3', memory_total_kib: 0 },
    { id: 2, online: true, cpus: '', memory_total_kib: 1030520 },
  ])
  expect(read.nodes.map(({ distances }) => distances)).toEqual([
    [10, 20, 20],
    [20, 10, 20],
    [20, 20, 10],
  ])
  expect(held(read)).toEqual(['pmd 50 × 2048 KiB on node 2'])
})

test('12. a node without a hugepages directory has no pools, which is no mistake', () => {
  const bare = {
    'sys/devices/system/node/node1/cpulist': '2-3\n',
    'sys/devices/system/node/node1/distance': '20 10\n',
    'sys/devices/system/node/node1/meminfo': 'Node 1 MemTotal: 0 kB\nNode 1 MemFree: 0 kB\n',
  }
  const read = probeOf(machine, node(0, { total: 8, free: 8 }), bare)
  expect(read.nodes.map(({ pools }) => pools.length)).toEqual([1, 0])
  expect(read.unread.map(({ path }) => path)).toEqual(['/dev/hugepages'])
})

test('12. an offline CPU is there, in no node and without topology', () => {
  const read = probe(fixture('n4/40-cpu7-offline'))
  expect(read.cpus.at(-1)).toEqual({
    id: 7,
    online: false,
    node: null,
    socket: null,
    core: null,
    siblings: null,
  })
  expect(read.nodes.at(-1)?.cpus).toBe('6')
})

const cgroupMount = { 'proc/mounts': 'none /sys/fs/cgroup cgroup2 rw,relatime 0 0\n' }

test('14. the limits of a cgroup are told: one kills at the next page, one refuses the mapping', () => {
  const read = probeOf(machine, cgroupMount, node(0, { total: 8, free: 8 }), {
    'sys/fs/cgroup/cgroup.subtree_control': 'cpu hugetlb\n',
    'sys/fs/cgroup/machine/vm\\x2d1/hugetlb.2MB.max': '67108864\n',
    'sys/fs/cgroup/machine/vm\\x2d1/hugetlb.2MB.rsvd.max': 'max\n',
    'sys/fs/cgroup/machine/vm\\x2d1/hugetlb.2MB.numa_stat': 'total=0 N0=0 N1=0\n',
    'sys/fs/cgroup/machine/vm\\x2d1/hugetlb.1GB.max': 'max\n',
    'sys/fs/cgroup/machine/vm\\x2d1/hugetlb.1GB.rsvd.max': 'max\n',
  })
  expect(read.cgroups).toEqual([
    {
      path: '/machine/vm\\x2d1',
      size_kib: twoMiB,
      limit_kib: 65536,
      reservation_limit_kib: 'max',
      nodes: [],
    },
  ])
})

test('14. where the controller is not passed on, no cgroup below has a say', () => {
  const read = probeOf(machine, cgroupMount, node(0, { total: 8, free: 8 }), {
    'sys/fs/cgroup/cgroup.subtree_control': 'cpu memory\n',
    'sys/fs/cgroup/stale/hugetlb.2MB.max': '0\n',
  })
  expect(read.cgroups).toEqual([])
})

test('14. cgroup v1 says no limit with a number', () => {
  const v1 = { 'proc/mounts': 'cgroup /sys/fs/cgroup/hugetlb cgroup rw,relatime,hugetlb 0 0\n' }
  const read = probeOf(machine, v1, node(0, { total: 8, free: 8 }), {
    'sys/fs/cgroup/hugetlb/vm1/hugetlb.2MB.limit_in_bytes': '9223372036852678656\n',
    'sys/fs/cgroup/hugetlb/vm1/hugetlb.2MB.rsvd.limit_in_bytes': '4194304\n',
    'sys/fs/cgroup/hugetlb/vm1/hugetlb.2MB.numa_stat':
      'total=0 N0=0\nhierarchical_total=2097152 N0=2097152\n',
  })
  expect(read.cgroups).toEqual([
    {
      path: '/vm1',
      size_kib: twoMiB,
      limit_kib: 'max',
      reservation_limit_kib: 4096,
      nodes: [{ node: 0, pages: 1 }],
    },
  ])
})

test('15. demote and compact are for writing: they are never opened', () => {
  const root = plant(scratch(), Object.assign({}, machine, node(0, { total: 8, free: 8 })))
  // Whoever opens a pipe to read waits for a writer that never comes.
  const pipes = ['compact', 'hugepages/hugepages-2048kB/demote'].map((name) =>
    join(root, 'sys/devices/system/node/node0', name),
  )
  execFileSync('sh', ['-c', 'mkfifo "$@"', 'sh', ...pipes])
  expect(pools(probe(root), twoMiB)).toEqual([{ size_kib: twoMiB, total: 8, free: 8, surplus: 0 }])
})

test('17. a cgroup knows the nodes of pages that no process maps', () => {
  const read = probeOf(machine, cgroupMount, ...bothNodes, fdOnly, {
    'sys/fs/cgroup/vm1/hugetlb.2MB.max': 'max\n',
    'sys/fs/cgroup/vm1/hugetlb.2MB.numa_stat': 'total=134217728 N0=0 N1=134217728\n',
  })
  expect(read.cgroups).toEqual([
    {
      path: '/vm1',
      size_kib: twoMiB,
      limit_kib: 'max',
      reservation_limit_kib: null,
      nodes: [{ node: 1, pages: 64 }],
    },
  ])
  expect(read.unseen).toEqual([{ node: 1, size_kib: twoMiB, pages: 64 }])
})

test('18. Linux 6.12 is read as 6.1 is', () => {
  const old = probe(fixture('odd/20-thirdparty-50-node2'))
  const young = probe(fixture('odd-k612/20-thirdparty-50-node2'))
  expect(young.kernel).toBe('6.12.117+deb12-amd64')
  expect(held(young)).toEqual(held(old))
  expect(pools(young, twoMiB)).toEqual(pools(old, twoMiB))
  expect([young.cpus, young.mounts, young.unread]).toEqual([old.cpus, old.mounts, old.unread])
})

test('19. nodes need not add up to the machine: both are told as they are', () => {
  const read = probeOf(machine, node(0, { total: 8, free: 8 }), node(1, { total: 8, free: 8 }), {
    'proc/meminfo': 'MemTotal: 24683652 kB\nMemFree: 1 kB\nMemAvailable: 1 kB\n',
  })
  expect(read.nodes.map(({ memory_total_kib }) => memory_total_kib)).toEqual([4000000, 4000000])
  expect(read.memory.total_kib).toBe(24683652)
})

test('a tree with nothing to read is an error, not an empty document', () => {
  const { status, stdout, stderr } = run([scratch()])
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('nothing to read')
})
