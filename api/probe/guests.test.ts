import type { ProbeDocument } from '@headroom/shared'
import { expect, test } from 'vitest'
import { fixture, machine, node, probe, probeOf, running } from './capture.ts'

type Guest = NonNullable<ProbeDocument['guests']>[number]

const mounts = {
  'proc/mounts':
    'none /dev/hugepages hugetlbfs rw,pagesize=2M 0 0\nnone /dev/hugepages1G hugetlbfs rw,pagesize=1024M 0 0\n',
}
const qemu = '/usr/bin/qemu-system-x86_64'

/** The guest that this command line is. */
const guestOf = (...args: string[]): Guest | undefined =>
  probeOf(
    machine,
    mounts,
    node(0, { total: 8, free: 8 }),
    running(5, { comm: 'qemu-system-x86', maps: [], numaMaps: [], cmdline: [qemu, ...args], exe: qemu }),
  ).guests?.[0]

const backend: Guest['backends'][number] = {
  id: 'ram-node0',
  kind: 'file',
  size_kib: 524288,
  page_kib: 2048,
  path: '/dev/hugepages/libvirt/qemu/1-web',
  host_nodes: '0',
  policy: 'bind',
  prealloc: true,
  share: true,
}

test('a guest that libvirt started is known by its uuid, with its cells and their backends', () => {
  expect(probe(fixture('n2-libvirt/20-keep-2cells-nova')).guests).toEqual([
    {
      pid: 581,
      command: 'qemu-system-x86',
      exe: '/usr/bin/qemu-system-x86_64',
      uuid: 'a6352c95-88c1-4a83-b30b-019633dc5e98',
      name: 'keep-2cells-nova',
      memory_kib: 1048576,
      vcpus: 2,
      mems_allowed: '0-1',
      cells: [
        { id: 0, cpus: '0', memory_kib: null, memdev: 'ram-node0' },
        { id: 1, cpus: '1', memory_kib: null, memdev: 'ram-node1' },
      ],
      backends: [
        { ...backend, path: '/dev/hugepages/libvirt/qemu/1-keep-2cells-nova' },
        {
          ...backend,
          id: 'ram-node1',
          path: '/dev/hugepages/libvirt/qemu/1-keep-2cells-nova',
          host_nodes: '1',
        },
      ],
    },
  ])
})

test('pages of a guest carry its uuid', () => {
  const { holders } = probe(fixture('n2-libvirt/20-keep-2cells-nova'))
  expect(holders?.map(({ command, guest, node, pages }) => [command, guest, node, pages])).toEqual([
    ['ovs-vswitchd-dp', null, 0, 128],
    ['ovs-vswitchd-dp', null, 1, 32],
    ['qemu-system-x86', 'a6352c95-88c1-4a83-b30b-019633dc5e98', 0, 256],
    ['qemu-system-x86', 'a6352c95-88c1-4a83-b30b-019633dc5e98', 1, 256],
  ])
})

test('a guest that libvirt keeps to a node says so', () => {
  expect(probe(fixture('n2-libvirt/20-pages-1G-node1')).guests).toMatchObject([
    {
      mems_allowed: '1',
      backends: [{ size_kib: 1048576, page_kib: 1048576, host_nodes: '1' }],
    },
  ])
})

const backends: {
  readonly name: string
  readonly args: readonly string[]
  readonly is: Partial<Guest['backends'][number]>
}[] = [
  {
    name: 'a backend in JSON',
    args: [
      '-object',
      '{"qom-type":"memory-backend-file","id":"ram-node0","mem-path":"/dev/hugepages/libvirt/qemu/1-web","share":true,"prealloc":true,"size":536870912,"host-nodes":[0],"policy":"bind"}',
    ],
    is: backend,
  },
  {
    name: 'a backend in words',
    args: [
      '-object',
      'memory-backend-file,id=ram-node0,mem-path=/dev/hugepages/libvirt/qemu/1-web,share=yes,prealloc=yes,size=536870912,host-nodes=0,policy=bind',
    ],
    is: backend,
  },
  {
    name: 'a backend bound to several nodes',
    args: ['-object', '{"qom-type":"memory-backend-ram","id":"m","size":1048576,"host-nodes":[0, 2, 3]}'],
    is: {
      kind: 'ram',
      size_kib: 1024,
      page_kib: null,
      path: null,
      host_nodes: '0,2,3',
      policy: null,
      prealloc: null,
    },
  },
  {
    name: 'nodes given one by one and as a range',
    args: ['-object', 'memory-backend-ram,id=m,size=1M,host-nodes=0,host-nodes=2-3,policy=interleave'],
    is: { host_nodes: '0,2-3', policy: 'interleave' },
  },
  {
    name: 'a memfd of huge pages of a given size',
    args: ['-object', 'memory-backend-memfd,id=m,size=2G,hugetlb=on,hugetlbsize=1G,prealloc=off'],
    is: { kind: 'memfd', size_kib: 2097152, page_kib: 1048576, prealloc: false },
  },
  {
    name: 'a memfd of huge pages of the default size',
    args: ['-object', '{"qom-type":"memory-backend-memfd","id":"m","hugetlb":true,"size":4194304}'],
    is: { kind: 'memfd', size_kib: 4096, page_kib: 2048 },
  },
  {
    name: 'a memfd of small pages',
    args: ['-object', '{"qom-type":"memory-backend-memfd","id":"m","share":true,"size":4194304}'],
    is: { kind: 'memfd', page_kib: null },
  },
  {
    name: 'a file that is in no hugetlbfs mount is of no huge page, even where its name begins like one',
    args: ['-object', 'memory-backend-file,id=m,size=1M,mem-path=/dev/hugepages2/x'],
    is: { page_kib: null, path: '/dev/hugepages2/x' },
  },
  {
    name: 'the guest-wide -mem-path of older libvirt',
    args: ['-m', '1024', '-mem-prealloc', '-mem-path', '/dev/hugepages1G/libvirt/qemu'],
    is: { id: null, kind: 'file', size_kib: 1048576, page_kib: 1048576, prealloc: true, host_nodes: null },
  },
  {
    name: 'a path with a quote, a backslash and a comma, in JSON',
    args: ['-object', '{"qom-type":"memory-backend-file","mem-path":"/a\\"b\\\\c,d","id":"m","size":1024}'],
    is: { id: 'm', path: '/a"b\\c,d', size_kib: 1 },
  },
  {
    name: 'a path with a comma, in words',
    args: ['-object', 'memory-backend-file,id=m,mem-path=/a,,b,size=1M'],
    is: { path: '/a,b', size_kib: 1024 },
  },
]
test.each(backends)('$name', ({ args, is }) => {
  expect(guestOf(...args)?.backends).toMatchObject([is])
})

const facts: { readonly name: string; readonly args: readonly string[]; readonly is: Partial<Guest> }[] = [
  { name: '-m is MiB', args: ['-m', '1024'], is: { memory_kib: 1048576 } },
  {
    name: '-m with a unit',
    args: ['-m', 'size=2097152k,slots=16,maxmem=4194304k'],
    is: { memory_kib: 2097152 },
  },
  { name: '-smp by number', args: ['-smp', '4,maxcpus=8,sockets=8'], is: { vcpus: 4 } },
  { name: '-smp by name', args: ['-smp', 'cpus=3'], is: { vcpus: 3 } },
  {
    name: 'an old -name is the name',
    args: ['-name', 'instance-0000002a,process=qemu'],
    is: { name: 'instance-0000002a' },
  },
  { name: 'a name with a comma', args: ['-name', 'guest=a,,b,debug-threads=on'], is: { name: 'a,b' } },
  { name: 'a name with a line break', args: ['-name', 'guest=a\nb'], is: { name: 'a\nb' } },
  { name: 'two dashes are as good as one', args: ['--uuid', 'x'], is: { uuid: 'x' } },
  {
    name: 'a guest nobody named',
    args: ['-S'],
    is: { uuid: null, name: null, memory_kib: null, vcpus: null },
  },
  {
    name: 'an option that is another one’s value is not read',
    args: ['-name', '-uuid', '-uuid', 'right'],
    is: { name: '-uuid', uuid: 'right' },
  },
  {
    name: 'cells by memory, CPUs listed twice',
    args: ['-numa', 'node,nodeid=0,cpus=0-1,cpus=4,mem=512', '-numa', 'node,cpus=2-3,mem=256M'],
    is: {
      cells: [
        { id: 0, cpus: '0-1,4', memory_kib: 524288, memdev: null },
        { id: 1, cpus: '2-3', memory_kib: 262144, memdev: null },
      ],
    },
  },
  { name: 'a distance is not a cell', args: ['-numa', 'dist,src=0,dst=1,val=20'], is: { cells: [] } },
]
test.each(facts)('$name', ({ args, is }) => {
  expect(guestOf(...args)).toMatchObject(is)
})

test.each([
  {
    name: 'qemu-kvm of RHEL is QEMU',
    comm: 'qemu-kvm',
    cmdline: ['/usr/libexec/qemu-kvm', '-m', '8'],
    guests: 1,
  },
  { name: 'kvm of old Ubuntu is QEMU', comm: 'kvm', cmdline: ['/usr/bin/kvm', '-m', '8'], guests: 1 },
  { name: 'qemu-img is not a guest', comm: 'qemu-img', cmdline: ['/usr/bin/qemu-img', 'convert'], guests: 0 },
  { name: 'the guest agent is not a guest', comm: 'qemu-ga', cmdline: ['/usr/sbin/qemu-ga'], guests: 0 },
])('$name', ({ comm, cmdline, guests }) => {
  const read = probeOf(
    machine,
    node(0, { total: 8, free: 8 }),
    running(5, { comm, maps: [], numaMaps: [], cmdline }),
  )
  expect(read.guests).toHaveLength(guests)
})

test('a kernel thread of KVM is not a guest', () => {
  const read = probeOf(machine, node(0, { total: 8, free: 8 }), {
    'proc/77/comm': 'kvm-pit/812\n',
    'proc/77/status': 'Name:\tkvm-pit/812\nState:\tS (sleeping)\n',
    'proc/77/cmdline': '',
  })
  expect([read.guests, read.unread.filter(({ pids }) => pids.length > 0)]).toEqual([[], []])
})

test('a QEMU whose command line cannot be read is a guest of which little is known', () => {
  const read = probeOf(
    machine,
    node(0, { total: 4, free: 2 }),
    running(5, { comm: 'qemu-system-x86', hugetlbKib: 4096, maps: [], numaMaps: [] }),
  )
  expect(read.guests).toMatchObject([{ pid: 5, command: 'qemu-system-x86', uuid: null, backends: [] }])
  expect(read.unread).toContainEqual({ path: '/proc/PID/cmdline', why: 'not given', pids: [5] })
})
