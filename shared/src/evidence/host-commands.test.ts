import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFiles } from './assemble.ts'

const input = (path: string) => ({
  name: path,
  text: readFileSync(join(import.meta.dirname, '../../../e2e/inputs', path), 'utf8'),
})
const observedOf = (...paths: readonly string[]) => readFiles(paths.map(input)).snapshot.hosts[0]?.observed

describe('numactl --hardware', () => {
  test('nodes keep their numbers, without memory and without CPUs too', () => {
    expect(observedOf('host/numactl.txt')?.nodes).toEqual([
      {
        id: 0,
        cpus: [0, 2, 4, 6],
        memory: 64307 * 1024,
        memoryFree: 19214 * 1024,
        distances: [10, 20, 80],
        pools: [],
      },
      { id: 2, cpus: [1, 3, 5, 7], memory: 0, memoryFree: 0, distances: [20, 10, 80], pools: [] },
      { id: 7, cpus: [], memory: 15360 * 1024, memoryFree: 15359 * 1024, distances: [80, 80, 10], pools: [] },
    ])
  })
  test('it says nothing where the kernel’s own files are read', () => {
    expect(observedOf('sysfs/n2-seed-a.txt', 'host/numactl.txt')?.nodes.map(({ id }) => id)).toEqual([0, 1])
  })
})

describe('/proc/meminfo', () => {
  test('it has the machine’s memory and the pool of the default size', () => {
    expect(observedOf('host/meminfo.txt')).toMatchObject({
      memory: { total: 132086516, free: 918204, available: 77824, hugetlb: 125829120 },
      defaultPage: 1048576,
      pools: [{ size: 1048576, total: 120, free: 118, reserved: 2, surplus: 0 }],
    })
  })
  test('beside nodes it adds what they do not say', () => {
    expect(observedOf('sysfs/n2-seed-a.txt', 'host/meminfo.txt')).toMatchObject({
      nodes: [{ id: 0, memory: 2983424 }, { id: 1 }],
      memory: { available: 77824 },
    })
  })
  test('alone it tells no node, and a gap says so', () => {
    const { snapshot } = readFiles([input('host/meminfo.txt')])
    expect(snapshot.hosts[0]?.observed?.nodes).toEqual([])
    expect(snapshot.gaps.map(({ what }) => what)).toContain('/sys/devices/system/node')
  })
})

test('a kernel without NUMA has one node with all the memory', () => {
  const pools = ['nr', 'free', 'surplus']
    .map(
      (name) => `/sys/kernel/mm/hugepages/hugepages-1024kB/${name}_hugepages:${name === 'surplus' ? 0 : 64}`,
    )
    .join('\n')
  const meminfo = 'MemTotal:        2053992 kB\nMemFree:         1853820 kB\nHugepagesize:       1024 kB\n'
  const { snapshot } = readFiles([
    { name: 'sysfs.txt', text: pools },
    { name: 'meminfo.txt', text: meminfo },
  ])
  expect(snapshot.hosts[0]?.observed?.nodes).toMatchObject([
    { id: 0, memory: 2053992, memoryFree: 1853820, pools: [{ size: 1024, total: 64, free: 64 }] },
  ])
})

describe('virsh version', () => {
  test('it says what no other evidence of the host does', () => {
    expect(observedOf('sysfs/n2-seed-a.txt', 'libvirt/version.txt')).toMatchObject({
      libvirt: '8.0.0',
      qemu: '6.2.0',
    })
    expect(observedOf('probe/n2-seed-a.json', 'libvirt/version.txt')).toMatchObject({ qemu: '6.2.0' })
  })
  test('alone it makes no host’s book', () => {
    expect(observedOf('libvirt/version.txt')).toBeUndefined()
  })
})
