import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HostCell } from '../model/cell.ts'
import type { Guest } from '../model/guest.ts'
import type { Host } from '../model/host.ts'
import { Instant } from '../model/ids.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { snapshots } from '../testing/arbitraries.ts'
import { readSnapshot, writeSnapshot } from '../wire/snapshot.ts'
import { addFiles, readFiles } from './assemble.ts'
import type { InputFile } from './import.ts'

const inputs = join(import.meta.dirname, '../../../e2e/inputs')
const input = (name: string): InputFile => ({ name, text: readFileSync(join(inputs, name), 'utf8') })
const file = (name: string, value: unknown): InputFile => ({ name, text: JSON.stringify(value) })

const row = input('nova/compute-07-numa-topology.json')
const probe = input('probe/n2-seed-a.json')
const capabilities = input('libvirt/capabilities.xml')
const freepages = input('libvirt/freepages.txt')
const domain = input('libvirt/domain.xml')
const sysfs = input('sysfs/n2-seed-a.txt')
const zed: Readonly<Record<string, object[]>> = JSON.parse(input('nova/zed-export.json').text)
const tables = Object.entries(zed).map(([name, rows]) => file(`${name}.json`, rows))

const cellsOf = (host: Host | undefined): readonly HostCell[] => {
  const cells = host?.nova?.cells
  return cells === undefined || typeof cells === 'string' ? [] : cells
}
/** Free pages of one size by cell, as Nova and as the kernel have them. */
const novaFree = (host: Host | undefined, size: number) =>
  cellsOf(host).map(({ mempages }) => {
    const pool = mempages.find((one) => one.size === size)
    return pool && pool.total - pool.used - pool.reserved
  })
const kernelFree = (host: Host | undefined, size: number) =>
  host?.observed?.nodes.map(({ pools }) => pools.find((one) => one.size === size)?.free)
const ids = ({ hosts }: Snapshot) => hosts.map(({ id }) => id)
const gapsOf = ({ gaps }: Snapshot) => gaps.map(({ host, what, why }) => [host, what, why])
const cellsOfGuest = ({ topology }: Guest) => (typeof topology === 'string' ? [] : topology.cells)

describe('a numa_topology row and a probe of the same host', () => {
  const { snapshot } = readFiles([row, probe])
  const [host] = snapshot.hosts

  test('are one host on both books', () => {
    expect(ids(snapshot)).toEqual(['compute-07'])
    expect(novaFree(host, 2048)).toEqual([1024, 1024])
    expect(kernelFree(host, 2048)).toEqual([768, 1024])
  })

  test('say who holds the difference', () => {
    expect(host?.observed?.holders).toMatchObject([
      { kind: 'process', name: 'pmd-c03/id:8', node: 0, pages: 256 },
    ])
  })

  test('leave what no column gave unknown, not zero', () => {
    expect(host?.nova).toMatchObject({
      memory: undefined,
      vcpus: undefined,
      diskGb: undefined,
      usage: 'stored',
    })
    expect(snapshot.guestsListed).toBe(false)
    expect(gapsOf(snapshot)).toContainEqual([undefined, 'instances', 'not given'])
  })

  test('are the same in either order, at once or one after the other', () => {
    const hosts = [
      readFiles([probe, row]),
      addFiles(readFiles([row]), [probe]),
      addFiles(readFiles([probe]), [row]),
      addFiles(readFiles([probe]).snapshot, [row]),
    ].map((one) => one.snapshot.hosts)
    expect(hosts).toEqual(hosts.map(() => snapshot.hosts))
  })
})

describe('an export of a Zed cloud', () => {
  const { files, snapshot } = readFiles([input('nova/zed-export.json')])
  const host = (id: string) => snapshot.hosts.find((one) => one.id === id)

  test('has no problems', () => {
    expect(files).toEqual([
      {
        name: 'nova/zed-export.json',
        format: 'nova rows',
        understood: Object.entries(zed).map(([what, rows]) => ({ what, count: rows.length })),
        problems: [],
      },
    ])
  })

  test.each([
    ['compute-01', 'az1', 386512, 286720, 76, 58, 7],
    ['compute-02', 'az1', 386512, 258048, 72, 80, 11],
    ['compute-03', 'az1', 515712, 143360, 120, 36, 4],
    ['compute-04', 'az2', 192976, 14336, 64, 6, 3],
    ['compute-05', 'az1', 192976, 4096, 44, 0, 0],
  ])('%s has its zone, memory, vCPUs and guests', (id, zone, memory, used, vcpus, vcpusUsed, guests) => {
    expect(host(id)).toMatchObject({
      zone,
      service: { enabled: true, up: true },
      nova: { memory: memory * 1024, memoryUsed: used * 1024, vcpus, vcpusUsed, usage: 'stored' },
    })
    expect(snapshot.guests.filter((guest) => guest.host === id)).toHaveLength(guests)
  })

  test('reserved pages and ratios are the row’s', () => {
    expect(novaFree(host('compute-01'), 2048)).toEqual([81920 - 65536 - 512, 81920 - 73728 - 512])
    expect(host('compute-04')?.nova?.ratios).toEqual({ cpu: 4, ram: 1.5, disk: 1 })
  })

  test('pages in use are those of the guests, and of guests that may still move back', () => {
    const rest = snapshot.hosts.flatMap(({ id, nova }) =>
      (typeof nova?.cells === 'object' ? nova.cells : []).flatMap((cell) =>
        cell.mempages.flatMap(({ size, used }) => {
          const here = snapshot.guests.filter((guest) => guest.host === id).flatMap(cellsOfGuest)
          const held = here.filter((one) => one.id === cell.id && (one.pageSize ?? 4) === size)
          const pages = held.reduce((sum, { memory }) => sum + memory / size, 0)
          return used === pages ? [] : [[id, cell.id, size, used - pages]]
        }),
      ),
    )
    expect(rest).toEqual([
      ['compute-02', 0, 2048, 4096],
      ['compute-02', 1, 2048, 32768],
    ])
    const unconfirmed = snapshot.migrations.filter(({ status }) => status === 'finished')
    expect(unconfirmed.map(({ source }) => source)).toEqual(['compute-02', 'compute-02'])
  })

  test('a guest has its own flavor, placed cells and pins', () => {
    expect(snapshot.guests.find(({ name }) => name === 'vnf-04')).toMatchObject({
      host: 'compute-03',
      vmState: 'active',
      powerState: 1,
      flavor: { name: 'pin.1g.numa2', vcpus: 16, memory: 67108864, extraSpecs: { 'hw:numa_nodes': '2' } },
      topology: {
        cells: [
          { id: 3, memory: 33554432, pageSize: 1048576, cpuPolicy: 'dedicated' },
          { id: 0, memory: 33554432, pageSize: 1048576, cpuPolicy: 'dedicated' },
        ],
      },
    })
  })

  test('a guest without a topology has none, which was read', () => {
    expect(snapshot.guests.find(({ name }) => name === 'batch-01')?.topology).toBe('none')
  })

  test('flavors have their extra specs', () => {
    expect(snapshot.flavors).toHaveLength(19)
    expect(snapshot.flavors.find(({ name }) => name === 'hp.2m.medium')?.extraSpecs).toEqual({
      'hw:mem_page_size': '2MB',
    })
  })

  test('aggregates have hosts and metadata', () => {
    expect(snapshot.aggregates.map(({ name, zone, hosts }) => [name, zone, hosts.length])).toEqual([
      ['az1', 'az1', 4],
      ['az2', 'az2', 1],
      ['hugepages-2m', undefined, 3],
      ['hugepages-1g', undefined, 2],
      ['pinned', undefined, 3],
    ])
  })

  test('nothing is missing but what the hosts themselves say', () => {
    expect(gapsOf(snapshot)).toEqual([[undefined, 'headroom-probe', 'not given']])
  })

  test('is the same from a file a table, in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(tables, { minLength: tables.length }), (shuffled) => {
        const other = readFiles(shuffled).snapshot
        const parts = (one: Snapshot) => [
          one.hosts.map(({ nova, ...rest }) => [rest, { ...nova, source: '' }]),
          one.guests,
          one.flavors,
          one.aggregates,
          one.migrations,
          gapsOf(one),
        ]
        expect(parts(other)).toEqual(parts(snapshot))
      }),
      { numRuns: 10 },
    )
  })

  test('is the same with the tables dropped one after the other', () => {
    const one = tables.reduce<ReturnType<typeof readFiles> | undefined>(
      (before, table) => addFiles(before, [table]),
      undefined,
    )
    expect(one?.snapshot).toEqual(readFiles(tables).snapshot)
  })

  test('without its guests’ extra rows has guests whose topology was not read', () => {
    const { instance_extra: _, ...others } = zed
    const { snapshot } = readFiles([file('export.json', others)])
    expect(new Set(snapshot.guests.map(({ topology }) => topology))).toEqual(new Set(['not read']))
    expect(snapshot.guests.find(({ name }) => name === 'vnf-04')?.flavor).toMatchObject({
      name: 'pin.1g.numa2',
      memory: 67108864,
    })
    expect(gapsOf(snapshot)).toContainEqual([undefined, 'instance_extra', 'not given'])
  })
})

describe('evidence without a host’s name', () => {
  test('of several kinds is of one host', () => {
    const { snapshot } = readFiles([capabilities, freepages])
    expect(ids(snapshot)).toEqual(['libvirt/capabilities.xml'])
    expect(kernelFree(snapshot.hosts[0], 2048)).toEqual([896, 480])
    expect(snapshot.hosts[0]?.observed?.nodes.map(({ pools }) => pools.map(({ total }) => total))).toEqual([
      [1024, 0],
      [512, 1],
    ])
  })

  test('is taken for the only host there is, and a gap says so', () => {
    const { snapshot } = readFiles([row, freepages])
    expect(ids(snapshot)).toEqual(['compute-07'])
    expect(gapsOf(snapshot)).toContainEqual(['compute-07', 'hostname', 'not given'])
  })

  test('is a host of its own where there are several', () => {
    const { snapshot } = readFiles([input('nova/zed-export.json'), freepages])
    expect(ids(snapshot)).toHaveLength(6)
    expect(ids(snapshot)).toContain('libvirt/freepages.txt')
  })

  test('of one kind from two files is of two hosts', () => {
    const other = { ...freepages, name: 'other.txt' }
    expect(ids(readFiles([freepages, other]).snapshot)).toEqual(['libvirt/freepages.txt', 'other.txt'])
  })

  test('may be one row with its topology alone', () => {
    const [{ numa_topology }] = JSON.parse(row.text)
    const { snapshot } = readFiles([file('row.json', [{ numa_topology }]), probe])
    expect(ids(snapshot)).toEqual(['compute-07'])
    expect(novaFree(snapshot.hosts[0], 2048)).toEqual([1024, 1024])
  })

  test('is nobody’s in a list of rows, and each row says so', () => {
    const [{ numa_topology }] = JSON.parse(row.text)
    const { files, snapshot } = readFiles([file('rows.json', [{ numa_topology }, { numa_topology }])])
    expect(snapshot.hosts).toEqual([])
    expect(files[0]?.problems).toEqual([
      { severity: 'error', at: { path: '[0]', line: 1 }, expected: 'host or hypervisor_hostname' },
      { severity: 'error', at: { path: '[1]', line: 1 }, expected: 'host or hypervisor_hostname' },
    ])
  })

  test('joins the host that a later file names', () => {
    const { snapshot } = addFiles(readFiles([capabilities]), [row])
    expect(ids(snapshot)).toEqual(['compute-07'])
  })
})

describe('names of hosts', () => {
  const node = (names: object) =>
    file(`${JSON.stringify(names)}.json`, [{ ...names, numa_topology: null, memory_mb: 1 }])
  const seen = (hostname: string) => ({
    ...probe,
    text: probe.text.replace('"compute-07"', JSON.stringify(hostname)),
  })

  test.each([
    {
      name: 'the hypervisor’s',
      row: { host: 'nova-7', hypervisor_hostname: 'kvm-7.example' },
      probe: 'kvm-7.example',
      is: ['nova-7'],
    },
    { name: 'with a domain', row: { host: 'compute-07' }, probe: 'compute-07.example', is: ['compute-07'] },
    {
      name: 'without the domain',
      row: { host: 'compute-07.example' },
      probe: 'compute-07',
      is: ['compute-07.example'],
    },
    {
      name: 'of another host',
      row: { host: 'compute-08' },
      probe: 'compute-07',
      is: ['compute-07', 'compute-08'],
    },
    {
      name: 'of another domain',
      row: { host: 'compute-07.a' },
      probe: 'compute-07.b',
      is: ['compute-07.a', 'compute-07.b'],
    },
  ])('a probe may have the name $name', ({ row, probe, is }) => {
    expect(ids(readFiles([node(row), seen(probe)]).snapshot)).toEqual(is)
    expect(ids(readFiles([seen(probe), node(row)]).snapshot)).toEqual(is)
  })
})

describe('a file that comes again', () => {
  const later = { ...probe, text: probe.text.replace('"free": 768', '"free": 700') }

  test('replaces itself', () => {
    const { files, evidence, snapshot } = addFiles(readFiles([row, probe]), [later])
    expect(files.map(({ name }) => name)).toEqual([row.name, probe.name])
    expect(evidence).toHaveLength(2)
    expect(kernelFree(snapshot.hosts[0], 2048)).toEqual([700, 1024])
  })

  test('for another host is another file', () => {
    const other = { ...probe, text: probe.text.replace('"compute-07"', '"compute-09"') }
    const { snapshot } = addFiles(readFiles([probe]), [other])
    expect(ids(snapshot)).toEqual(['compute-07', 'compute-09'])
    expect(new Set(snapshot.sources.map(({ id }) => id)).size).toBe(2)
  })

  test('and cannot be read leaves what was there', () => {
    const { files, snapshot } = addFiles(readFiles([row, probe]), [{ name: 'notes.txt', text: 'nothing' }])
    expect(files.map(({ format }) => format)).toEqual(['nova rows', 'headroom-probe', undefined])
    expect(kernelFree(snapshot.hosts[0], 2048)).toEqual([768, 1024])
  })
})

describe('on top of a snapshot', () => {
  test('nothing changes nothing', () => {
    fc.assert(
      fc.property(snapshots, (drawn) => {
        const once = addFiles(drawn, []).snapshot
        expect(addFiles(once, []).snapshot).toEqual(once)
      }),
      { numRuns: 50 },
    )
  })

  test('a snapshot file is the snapshot it was', () => {
    const { snapshot } = readFiles([input('nova/zed-export.json'), probe])
    const again = readFiles([file('saved.json', writeSnapshot(snapshot))])
    expect(again.files[0]?.understood).toEqual([
      { what: 'hosts', count: 6 },
      { what: 'guests', count: 25 },
      { what: 'flavors', count: 19 },
    ])
    expect(again.snapshot).toEqual({ ...snapshot, gaps: again.snapshot.gaps })
    expect(new Set(gapsOf(again.snapshot).map(String))).toEqual(new Set(gapsOf(snapshot).map(String)))
  })

  test('a probe extends the host it is of and leaves the others', () => {
    const before = readFiles([input('nova/zed-export.json')]).snapshot
    const seen = { ...probe, text: probe.text.replace('"compute-07"', '"compute-05"') }
    const { snapshot } = addFiles(before, [seen])
    expect(snapshot.hosts.map(({ id, observed }) => [id, observed !== undefined])).toEqual([
      ['compute-01', false],
      ['compute-02', false],
      ['compute-03', false],
      ['compute-04', false],
      ['compute-05', true],
    ])
    expect(snapshot.guests).toEqual(before.guests)
    expect(snapshot.guestsListed).toBe(true)
  })

  test('everything assembled can be written', () => {
    const { snapshot } = readFiles([...tables, row, probe, capabilities, freepages, domain, sysfs])
    expect(readSnapshot(JSON.parse(JSON.stringify(writeSnapshot(snapshot))))).toEqual({
      facts: snapshot,
      problems: [],
    })
  })
})

describe('what libvirt and the kernel’s files give', () => {
  test('capabilities alone are a book that Nova would begin', () => {
    const [host] = readFiles([capabilities]).snapshot.hosts
    expect(host?.nova).toMatchObject({ usage: 'from guests', memory: 6077440, vcpus: 8, diskGb: undefined })
    expect(novaFree(host, 2048)).toEqual([1024, 512])
    expect(cellsOf(host)[0]).toMatchObject({
      socket: 0,
      cpuset: [0, 1, 2, 3],
      pcpuset: [0, 1, 2, 3],
      siblings: [
        [0, 1],
        [2, 3],
      ],
      memory: 2913 * 1024,
    })
    expect(host?.observed).toBeUndefined()
  })

  test('free pages alone have no totals: no pool is made up', () => {
    const { snapshot } = readFiles([freepages])
    expect(snapshot.hosts[0]?.observed?.nodes.map(({ pools }) => pools)).toEqual([[], []])
    expect(gapsOf(snapshot)).toContainEqual(['libvirt/freepages.txt', 'virsh capabilities', 'not given'])
  })

  test('free pages take totals from Nova’s book where libvirt’s are not given', () => {
    const { snapshot } = readFiles([row, freepages])
    expect(kernelFree(snapshot.hosts[0], 2048)).toEqual([896, 480])
    expect(gapsOf(snapshot)).toContainEqual(['compute-07', 'virsh capabilities', 'not given'])
  })

  test('who holds pages is not known from libvirt or sysfs', () => {
    for (const files of [[capabilities, freepages], [sysfs]]) {
      const { snapshot } = readFiles(files)
      expect(snapshot.hosts[0]?.observed?.holders).toBeUndefined()
      expect(gapsOf(snapshot)).toContainEqual([snapshot.hosts[0]?.id, 'holders', 'not given'])
    }
  })

  test('a total that is less than what is free was read at another time: the pool is a gap', () => {
    const older = { ...capabilities, text: capabilities.text.replace('>512<', '>256<') }
    const { snapshot } = readFiles([older, freepages])
    expect(kernelFree(snapshot.hosts[0], 2048)).toEqual([896, undefined])
    expect(gapsOf(snapshot)).toContainEqual([
      ids(snapshot)[0],
      'node1/hugepages-2048kB/nr_hugepages',
      'not given',
    ])
  })

  test('of two probes of a host the newer counts, in whatever order they came', () => {
    const at = (time: string, free: number) => ({
      name: `${time}.json`,
      text: probe.text
        .replace('"free": 768', `"free": ${free}`)
        .replace('"read_at": null', `"read_at": "${time}"`),
    })
    const files = [
      at('2026-11-30T18:00:00Z', 1),
      at('2026-11-30T19:00:00Z', 2),
      at('2026-11-30T17:00:00Z', 3),
    ]
    expect(kernelFree(readFiles(files).snapshot.hosts[0], 2048)).toEqual([2, 1024])
  })

  test('what a probe saw stays when libvirt or sysfs are added to it', () => {
    const { snapshot } = readFiles([probe])
    for (const later of [sysfs, freepages])
      expect(addFiles(snapshot, [later]).snapshot.hosts).toEqual(snapshot.hosts)
  })

  test('a probe says more than sysfs, sysfs more than libvirt', () => {
    const kinds = [
      [freepages, capabilities, sysfs, probe],
      [freepages, capabilities, sysfs],
      [freepages, capabilities],
    ].map((files) => {
      const { hosts, sources } = readFiles(files).snapshot
      return sources.find(({ id }) => id === hosts[0]?.observed?.source)?.kind
    })
    expect(kinds).toEqual(['headroom-probe', 'sysfs', 'virsh freepages'])
  })

  test('a domain that Nova does not list is a guest of the only host', () => {
    const { snapshot } = readFiles([capabilities, domain])
    expect(snapshot.guests).toMatchObject([
      {
        name: 'keep-2cells-nova',
        host: 'libvirt/capabilities.xml',
        flavor: { vcpus: 2, memory: 1048576 },
        topology: {
          cells: [
            { id: 0, cpuset: [0], memory: 524288, pageSize: 2048 },
            { id: 1, cpuset: [1], memory: 524288, pageSize: 2048 },
          ],
        },
      },
    ])
  })

  test('a domain is on the host where its QEMU was seen', () => {
    const uuid = '11111111-2222-4333-8444-555555555555'
    const other = input('probe/n2-libvirt.json')
    const seen: { guests: { uuid: string | null }[] } = JSON.parse(other.text)
    const running = { ...seen, guests: seen.guests.map((guest) => ({ ...guest, uuid })) }
    const named = { ...domain, text: domain.text.replace('<name>', `<uuid>${uuid}</uuid><name>`) }
    const { snapshot } = readFiles([probe, named, file('running.json', running)])
    expect(ids(snapshot)).toEqual(['compute-07', 'compute-08'])
    expect(snapshot.guests.map(({ id, host }) => [id, host])).toEqual([[uuid, 'compute-08']])
  })

  test('a domain that Nova lists stays as Nova has it, beside what its XML says', () => {
    const uuid = 'f902b078-f0e6-4d0a-a9b8-50551efee9fa'
    const named = { ...domain, text: domain.text.replace('<name>', `<uuid>${uuid}</uuid><name>`) }
    const zedFile = input('nova/zed-export.json')
    const { guests } = readFiles([zedFile, named]).snapshot
    const withoutXml = guests.map(({ domain: _, ...guest }) => guest)
    expect(withoutXml).toEqual(readFiles([zedFile]).snapshot.guests)
    expect(guests.flatMap((guest) => (guest.domain ? [[guest.id, guest.domain]] : []))).toEqual([
      [uuid, { memory: 1024 * 1024, cells: [512 * 1024, 512 * 1024] }],
    ])
  })

  test('a vCPU with one CPU is pinned to it', () => {
    const pins = "<cputune><vcpupin vcpu='0' cpuset='2'/><vcpupin vcpu='1' cpuset='6-7'/></cputune>"
    const pinned = { ...domain, text: domain.text.replace('<numatune>', `${pins}<numatune>`) }
    const [guest] = readFiles([capabilities, pinned]).snapshot.guests
    expect(guest && cellsOfGuest(guest)).toMatchObject([
      { cpuset: [], pcpuset: [0], cpuPolicy: 'dedicated', cpuPinning: [[0, 2]] },
      { cpuset: [1], pcpuset: [], cpuPolicy: undefined, cpuPinning: undefined },
    ])
  })
})

describe('services', () => {
  const service = {
    host: 'compute-01',
    binary: 'nova-compute',
    disabled: 0,
    forced_down: 0,
    last_seen_up: '2026-11-30 18:41:00',
  }
  const scheduler = {
    ...service,
    host: 'controller',
    binary: 'nova-scheduler',
    last_seen_up: '2026-11-30 18:42:03',
  }

  test.each([
    {
      name: 'that reported a minute before the newest is down',
      row: service,
      state: { enabled: true, up: false },
    },
    {
      name: 'that reported within the minute is up',
      row: { ...service, last_seen_up: '2026-11-30 18:41:05' },
      state: { enabled: true, up: true },
    },
    {
      name: 'that was forced down is down',
      row: { ...service, last_seen_up: '2026-11-30 18:42:03', forced_down: 1 },
      state: { enabled: true, up: false },
    },
    {
      name: 'that the operator disabled is disabled',
      row: { ...service, last_seen_up: '2026-11-30 18:42:03', disabled: 1 },
      state: { enabled: false, up: true },
    },
    {
      name: 'in a command’s listing is what it says',
      row: { Host: 'compute-01', Binary: 'nova-compute', Status: 'disabled', State: 'up' },
      state: { enabled: false, up: true },
    },
  ])('a service $name', ({ row, state }) => {
    const listing = 'Host' in row ? [row] : [row, scheduler]
    const { snapshot } = readFiles([file('services.json', listing)])
    expect(snapshot.hosts.map((host) => [host.id, host.service])).toEqual([['compute-01', state]])
  })

  test('are measured against when they were listed, where that is known', () => {
    const listed = { ...file('services.json', [service]), readAt: Instant('2026-11-30T18:45:00Z') }
    const { snapshot } = readFiles([listed])
    expect(snapshot.hosts[0]?.service?.up).toBe(false)
    expect(snapshot.takenAt).toBe('2026-11-30T18:45:00Z')
  })
})

describe('nova.conf', () => {
  const conf = (text: string): InputFile => ({ name: 'nova.conf', text })
  const reserved = 'reserved_huge_pages = node:0,size:2048,count:256\n'

  test('configures the host it names', () => {
    const { hosts } = readFiles([
      input('nova/zed-export.json'),
      conf(
        `[DEFAULT]\nhost = compute-03\n${reserved}[filter_scheduler]\nenabled_filters = NUMATopologyFilter\n`,
      ),
    ]).snapshot
    expect(hosts.map(({ id, config }) => [id, config.reservedHugePages.length])).toEqual([
      ['compute-01', 0],
      ['compute-02', 0],
      ['compute-03', 1],
      ['compute-04', 0],
      ['compute-05', 0],
    ])
  })

  test('of a controller sets the schedulers, and is no host where computes are listed', () => {
    const { snapshot } = readFiles([
      input('nova/zed-export.json'),
      conf('[DEFAULT]\nhost = controller\n[scheduler]\nmax_attempts = 5\n'),
    ])
    expect(ids(snapshot)).not.toContain('controller')
    expect(snapshot.settings.maxAttempts).toBe(5)
  })

  test('without a name configures the only host', () => {
    const { hosts } = readFiles([row, conf(`[DEFAULT]\n${reserved}cpu_allocation_ratio = 4\n`)]).snapshot
    expect(hosts[0]?.config.reservedHugePages).toEqual([{ cell: 0, size: 2048, count: 256 }])
    expect(hosts[0]?.nova?.ratios.cpu).toBe(4)
  })

  test('without a name among several hosts sets the schedulers and no host', () => {
    const { snapshot } = readFiles([
      input('nova/zed-export.json'),
      conf(`[DEFAULT]\n${reserved}[scheduler]\nmax_attempts = 5\n`),
    ])
    expect(ids(snapshot)).toHaveLength(5)
    expect(snapshot.hosts.flatMap(({ config }) => config.reservedHugePages)).toEqual([])
    expect(snapshot.settings).toEqual({ enabledFilters: undefined, maxAttempts: 5 })
  })
})

test('a topology that lost a pool is a gap of its host, so that no answer takes the pool for absent', () => {
  const { snapshot } = readFiles([input('broken/host-numa-topology.json')])
  expect(gapsOf(snapshot)).toContainEqual([
    'broken/host-numa-topology.json',
    'numa_topology',
    'not understood',
  ])
})

test('a guest’s topology is its guest’s where it says whose it is, else a guest of its own', () => {
  const topology = { 'nova_object.name': 'InstanceNUMATopology', 'nova_object.data': { cells: [] } }
  const { snapshot } = readFiles([
    file('a.json', { ...topology, 'nova_object.data': { cells: [], instance_uuid: 'u-1' } }),
    file('b.json', topology),
    file('instances.json', [{ uuid: 'u-1', vm_state: 'active', host: 'compute-01', memory_mb: 1, vcpus: 1 }]),
  ])
  expect(snapshot.guests.map(({ id, host, topology }) => [id, host, typeof topology])).toEqual([
    ['u-1', 'compute-01', 'object'],
    ['b.json', 'compute-01', 'object'],
  ])
})

test('the zone that a guest was asked into is that of its request', () => {
  const spec = (zone: string | null) => ({ 'nova_object.data': { availability_zone: zone } })
  const { snapshot } = readFiles([
    file('rows.json', {
      instances: [
        { uuid: 'u-1', vm_state: 'active', host: 'compute-01', memory_mb: 1, vcpus: 1 },
        { uuid: 'u-2', vm_state: 'active', host: 'compute-01', memory_mb: 1, vcpus: 1 },
      ],
      request_specs: [
        { instance_uuid: 'u-1', spec: JSON.stringify(spec('az2')) },
        { instance_uuid: 'u-2', spec: spec(null) },
      ],
    }),
  ])
  expect(snapshot.guests.map(({ id, zone }) => [id, zone])).toEqual([
    ['u-1', 'az2'],
    ['u-2', undefined],
  ])
})

test('no files are no hosts', () => {
  expect(readFiles([])).toMatchObject({
    files: [],
    evidence: [],
    snapshot: { hosts: [], guests: [], gaps: [{ what: 'instances' }] },
  })
})

test('a guest is of the server group that names it', () => {
  const tables = [
    file('instances.json', [
      { uuid: 'a', vm_state: 'active' },
      { uuid: 'b', vm_state: 'active' },
    ]),
    file('groups.json', [{ id: 3, uuid: 'g', user_id: 'u', project_id: 'p', name: 'web' }]),
    file('policies.json', [
      { id: 1, group_id: 3, policy: 'anti-affinity', rules: '{"max_server_per_host": "2"}' },
    ]),
    file('members.json', [{ id: 1, group_id: 3, instance_uuid: 'b' }]),
  ]
  const { snapshot } = readFiles(tables)
  expect(snapshot.serverGroups).toEqual([
    { id: 'g', name: 'web', policy: 'anti-affinity', maxServerPerHost: 2 },
  ])
  expect(snapshot.guests.map(({ serverGroup }) => serverGroup)).toEqual([undefined, 'g'])
  expect(readFiles(tables.slice(0, 1)).snapshot.serverGroups).toBeUndefined()
})
