import { describe, expect, test } from 'vitest'
import type { Flavor } from '../model/flavor.ts'
import { fitToHost } from '../placement/fit/fit-to-host.ts'
import { numaConstraints } from '../placement/request/numa-constraints.ts'
import { rulesOf } from '../testing/boots.ts'
import { cpus, guest, hostCell, pool } from '../testing/cells.ts'
import { sizeOf } from '../testing/observed.ts'
import { GiB, KiB, MiB } from '../units.ts'
import { cpuTopologyOf } from './cpu-topology.ts'
import { type DriverHost, domainOf, type GuestXml, guestXml, type PlacedGuest, xmlText } from './guest-xml.ts'

const flavor = (vcpus: number, memory: KiB, extraSpecs: Flavor['extraSpecs'] = {}): Flavor => ({
  name: 'm',
  vcpus,
  memory,
  rootGb: 0,
  ephemeralGb: 0,
  swap: KiB(0),
  extraSpecs,
})

const twoCells = [
  hostCell({ id: 0, cpus: '0-3', memory: GiB(16), mempages: [pool('4K', '2097152'), pool('2M', '4096')] }),
  hostCell({ id: 1, cpus: '4-7', memory: GiB(16), mempages: [pool('4K', '2097152'), pool('2M', '4096')] }),
]
const driver: DriverHost = { cells: twoCells, floating: undefined, cpuSharedSet: undefined }

const plain: PlacedGuest = {
  flavor: flavor(2, GiB(4)),
  topology: undefined,
  cpuTopology: undefined,
  realtime: undefined,
  lockedMemory: false,
}

const written = (id: string, placed: Partial<PlacedGuest>, host: DriverHost = driver): GuestXml => {
  const answer = guestXml({ ...plain, ...placed }, host, rulesOf(id))
  if (answer.kind === 'raises') throw new Error(answer.exception)
  return answer.xml
}

describe('the memory of guest cells that Juno wrote', () => {
  const asymmetric = flavor(4, MiB(8192), {
    'hw:numa_nodes': '2',
    'hw:numa_cpus.0': '0,1,2',
    'hw:numa_cpus.1': '3',
    'hw:numa_mem.0': '6144',
    'hw:numa_mem.1': '2048',
  })
  const cells = (id: string) => {
    const rules = rulesOf(id)
    const asked = numaConstraints(asymmetric, {}, rules)
    if (asked.kind === 'rejected' || !asked.topology) throw new Error('no topology')
    const fit = fitToHost(twoCells, asked.topology, undefined, rules)
    if (fit.kind !== 'fits') throw new Error(fit.kind)
    return written(id, { flavor: asymmetric, topology: fit.topology })
  }

  test.each([
    ['milestone 3 wrote MiB', 'juno-b3', [6144, 2048], 8_388_608],
    ['2014.2 writes KiB', 'juno-2014.2.0', [6_291_456, 2_097_152], 8_388_608],
    ['Kilo writes KiB', 'kilo', [6_291_456, 2_097_152], 8_388_608],
    ['master writes KiB', 'master', [6_291_456, 2_097_152], 8_388_608],
  ])('%s', (_, id, memory, whole) => {
    const xml = cells(id)
    expect(xml.cells.map(({ memory }) => memory.value)).toEqual(memory)
    expect(domainOf(xml).cells.map(({ memory }) => memory)).toEqual(memory)
    expect(domainOf(xml).memory).toBe(whole)
  })

  test('milestone 3 meant what later releases mean', () => {
    const meant = (id: string) =>
      cells(id).cells.map(({ memory: { value, unit } }) => value * (unit === 'MiB' ? 1024 : 1))
    expect(meant('juno-b3')).toEqual(meant('juno'))
  })

  test('the text has the number without unit', () => {
    expect(xmlText(cells('juno-b3'))).toContain('<cell id="0" cpus="0-2" memory="6144"/>')
    expect(xmlText(cells('juno'))).toContain('<cell id="0" cpus="0-2" memory="6291456"/>')
  })
})

const huge = guest({ id: 1, cpuset: [0, 1], memory: GiB(4), pageSize: sizeOf('2M') })
const small = guest({ id: 1, cpuset: [0, 1], memory: GiB(4), pageSize: sizeOf('4K') })
const pinned = guest({
  id: 1,
  pcpuset: [0, 1],
  cpuset: [],
  memory: GiB(4),
  cpuPolicy: 'dedicated',
  cpuPinning: [
    [0, 4],
    [1, 6],
  ],
})

describe('where a guest cell is bound', () => {
  test.each([
    ['its memory nowhere in Juno', 'juno', undefined],
    ['its memory to its host cell from Kilo', 'kilo', { nodeset: [1], memnodes: [{ cell: 0, node: 1 }] }],
  ])('%s', (_, id, numatune) => {
    expect(written(id, { topology: small }).numatune).toEqual(numatune)
  })

  test.each([
    ['numbered as its host cell in Juno', 'juno', 1],
    ['numbered from 0 from Kilo', 'kilo', 0],
  ])('%s', (_, id, cell) => {
    expect(written(id, { topology: small }).cells[0]?.id).toBe(cell)
  })

  test('unpinned vCPUs float over the CPUs of the host cell', () => {
    expect(written('zed', { topology: small }).vcpuPins).toEqual([
      { vcpu: 0, cpus: [4, 5, 6, 7] },
      { vcpu: 1, cpus: [4, 5, 6, 7] },
    ])
  })

  test('pinned vCPUs have their CPU', () => {
    expect(written('zed', { topology: pinned }).vcpuPins).toEqual([
      { vcpu: 0, cpus: [4] },
      { vcpu: 1, cpus: [6] },
    ])
  })

  test('a guest without cells floats over the operator’s set', () => {
    const host: DriverHost = { ...driver, floating: cpus('2-7,^3') }
    expect(written('zed', {}, host).cpuset).toEqual([2, 4, 5, 6, 7])
    expect(xmlText(written('zed', {}, host))).toContain('<vcpu cpuset="2,4-7">2</vcpu>')
  })
})

describe('the pages behind a guest cell', () => {
  test('huge pages are named', () => {
    expect(written('zed', { topology: huge }).hugePages).toEqual([{ size: 2048, cell: 0 }])
  })
  test('the smallest pages are not', () => {
    expect(written('zed', { topology: small }).hugePages).toEqual([])
  })
  test.each([
    ['private in Kilo', 'kilo', undefined],
    ['shared from Liberty', 'liberty', 'shared'],
  ])('huge pages are mapped %s', (_, id, access) => {
    expect(written(id, { topology: huge }).cells[0]?.access).toBe(access)
  })
  test('a domain is backed as its XML says', () => {
    expect(domainOf(written('zed', { topology: huge })).cells).toEqual([
      {
        id: 0,
        cpus: [0, 1],
        memory: GiB(4),
        backing: { kind: 'huge pages', size: 2048, binding: { mode: 'strict', nodes: [1] }, source: 'file' },
      },
    ])
    expect(domainOf(written('juno', { topology: small })).cells).toEqual([
      {
        id: 1,
        cpus: [0, 1],
        memory: GiB(4),
        backing: { kind: 'base pages', binding: { mode: 'default', nodes: [] } },
      },
    ])
  })
})

describe('where the emulator runs', () => {
  const isolated = {
    cells: pinned.cells.map((cell) => ({ ...cell, cpusetReserved: [7] })),
    emulatorThreadsPolicy: 'isolate' as const,
  }
  const shared = { ...pinned, emulatorThreadsPolicy: 'share' as const }
  const host: DriverHost = { ...driver, cpuSharedSet: [0, 1] }

  test.each([
    ['nowhere in particular in Juno', 'juno', pinned, undefined],
    ['on the CPUs of its vCPUs from Kilo', 'kilo', pinned, [4, 6]],
    ['on the CPUs of its vCPUs in Ocata, whatever it asks', 'ocata', isolated, [4, 6]],
    ['on the CPU reserved from Pike', 'pike', isolated, [7]],
    ['on the CPUs of its vCPUs in Queens, though it would share', 'queens', shared, [4, 6]],
    ['on cpu_shared_set from Rocky', 'rocky', shared, [0, 1]],
  ])('%s', (_, id, topology, emulator) => {
    expect(written(id, { topology }, host).emulatorPin).toEqual(emulator)
  })

  test.each([
    ['Mitaka takes numbers of vCPUs for CPUs', 'mitaka', [0]],
    ['Newton takes the CPUs of vCPUs without real time', 'newton', [4]],
  ])('of a real-time guest, %s', (_, id, emulator) => {
    expect(written(id, { topology: pinned, realtime: [1] }).emulatorPin).toEqual(emulator)
  })

  test.each([
    ['none up to 2025.2', '2025.2', []],
    ['one from 2026.1', '2026.1', [{ thread: 1, cpus: [4, 6] }]],
  ])('I/O threads: %s', (_, id, threads) => {
    expect(written(id, { topology: pinned }).ioThreadPins).toEqual(threads)
  })
})

describe('what the driver stumbles over', () => {
  const half = { ...pinned, cells: pinned.cells.map((cell) => ({ ...cell, cpuset: [0, 1], pcpuset: [] })) }
  const left = { ...half, cells: half.cells.map((cell) => ({ ...cell, cpuPinning: [[0, 4]] as const })) }
  const sharing = { ...pinned, emulatorThreadsPolicy: 'share' as const }
  const noPages = { ...driver, cells: [hostCell({ id: 1 })] }
  const sharedSet = (cpuSharedSet: DriverHost['cpuSharedSet']) => ({ ...driver, cpuSharedSet })

  test.each<[string, string, Partial<PlacedGuest>, DriverHost, string]>([
    ['a vCPU without pin beside pinned ones, up to Ussuri', 'ussuri', { topology: left }, driver, 'KeyError'],
    ['no such vCPU from Victoria', 'victoria', { topology: left }, driver, 'written'],
    ['a page size where the first host cell names none', 'zed', { topology: huge }, noPages, 'IndexError'],
    [
      'real time beside shared emulator threads without cpu_shared_set, from Victoria',
      'victoria',
      { topology: sharing, realtime: [1] },
      driver,
      'RealtimeMaskNotFoundOrInvalid',
    ],
    ['not up to Ussuri', 'ussuri', { topology: sharing, realtime: [1] }, driver, 'written'],
    ['not with cpu_shared_set', 'victoria', { topology: sharing, realtime: [1] }, sharedSet([0]), 'written'],
    [
      'a cpu_shared_set that is no set, from Rocky',
      'rocky',
      { topology: pinned },
      sharedSet('invalid'),
      'Invalid',
    ],
    ['not up to Queens', 'queens', { topology: pinned }, sharedSet('invalid'), 'written'],
    ['a cpu_shared_set of which no CPU is online', 'zed', { topology: sharing }, sharedSet([]), 'Invalid'],
    ['not where nobody shares it', 'zed', { topology: pinned }, sharedSet([]), 'written'],
  ])('%s', (_, id, placed, host, ends) => {
    const answer = guestXml({ ...plain, ...placed }, host, rulesOf(id))
    expect(answer.kind === 'raises' ? answer.exception : answer.kind).toBe(ends)
  })
})

test('real time keeps memory locked and unmerged', () => {
  expect(xmlText(written('zed', { topology: pinned, realtime: [1] }))).toContain(
    '<memoryBacking>\n    <nosharepages/>\n    <locked/>\n  </memoryBacking>',
  )
})

describe('the CPU topology a guest is shown', () => {
  const threaded = guest({ cpuset: [0, 1, 2, 3], cpuTopology: { sockets: 1, cores: 2, threads: 2 } })
  test.each([
    ['all sockets where nobody says', {}, {}, undefined, [4, 1, 1]],
    ['threads as pinning found them', {}, {}, threaded, [2, 1, 2]],
    ['what the flavor prefers', { 'hw:cpu_cores': '2' }, {}, undefined, [2, 2, 1]],
    [
      'what the image prefers before the flavor',
      { 'hw:cpu_cores': '2' },
      { hw_cpu_cores: '4' },
      undefined,
      [1, 4, 1],
    ],
    ['no more sockets than the flavor allows', { 'hw:cpu_max_sockets': '2' }, {}, undefined, [2, 2, 1]],
    [
      'nothing where the image goes beyond the flavor',
      { 'hw:cpu_max_sockets': '2' },
      { hw_cpu_max_sockets: '4' },
      undefined,
      'ImageVCPULimitsRangeExceeded',
    ],
  ] as const)('%s', (_, extraSpecs, image, topology, shape) => {
    const shown = cpuTopologyOf(flavor(4, GiB(1), extraSpecs), image, topology, rulesOf('zed'))
    expect(
      shown.kind === 'raises'
        ? shown.exception
        : [shown.topology.sockets, shown.topology.cores, shown.topology.threads],
    ).toEqual(shape)
  })
})
