import { describe, expect, test } from 'vitest'
import { explainInTime, explainStorm } from '../explain/again.ts'
import { plain } from '../explain/sentence.ts'
import type { Guest } from '../model/guest.ts'
import { CellId, GuestId, HostId } from '../model/ids.ts'
import { host } from '../testing/hosts.ts'
import { holds, observed, sizeOf } from '../testing/observed.ts'
import { GiB, KiB, MiB } from '../units.ts'
import { inTime, lifeOf, startStorms, withoutGuests } from './again.ts'
import { boundTo, type Domain, unbound } from './domain.ts'
import { observe } from './observe.ts'

const guestIn = (vmState: string, but: Partial<Guest> = {}): Guest => ({
  id: GuestId('vm-1'),
  name: 'vm-1',
  host: HostId('compute-01'),
  vmState,
  taskState: undefined,
  powerState: undefined,
  flavor: { name: 'f', vcpus: 1, memory: GiB(1), rootGb: 0, ephemeralGb: 0, swap: KiB(0), extraSpecs: {} },
  image: {},
  topology: 'none',
  ...but,
})

test.each([
  ['active', {}, 'runs'],
  ['active', { powerState: 4 }, 'off'],
  ['paused', { powerState: 3 }, 'runs'],
  ['rescued', {}, 'runs'],
  ['stopped', {}, 'off'],
  ['stopped', { taskState: 'powering-on' }, 'changing'],
  ['suspended', {}, 'saved'],
  ['shelved', {}, 'off'],
  ['shelved_offloaded', {}, 'gone'],
  ['soft-delete', {}, 'off'],
  ['resized', {}, 'runs'],
  ['building', {}, 'changing'],
  ['error', { powerState: 1 }, 'runs'],
  ['error', {}, 'unknown'],
])('a guest that is %s %o: %s', (vmState, but, life) => {
  expect(lifeOf(guestIn(vmState, but))).toBe(life)
})

const vm = GuestId('vm-1')

/** Node 0 has 512 × 2 MiB, of which this guest has 128 and a switch the number given. */
function machine(taken: number) {
  const book = observe(
    host('compute-01', {
      observed: observed({
        nodes: [{ memory: GiB(4), memoryFree: GiB(2), pools: [{ size: '2M', total: 512 }] }],
        holders: [holds('vm-1', 128, '2M', 0, { guest: vm }), holds('ovs-vswitchd', taken, '2M', 0)],
        libvirt: '9.0.0',
        qemu: '7.2.22',
      }),
    }),
  )
  if (!book) throw new Error('no book')
  return book
}

const huge = (memory: KiB): Domain => {
  const backing = {
    kind: 'huge pages',
    size: sizeOf('2M'),
    binding: boundTo(CellId(0)),
    source: 'file',
  } as const
  return {
    memory,
    vcpus: 1,
    cells: [{ id: 0, cpus: [0], memory, backing }],
    backing: { kind: 'base pages', binding: unbound },
    confinedTo: [CellId(0)],
    pagedCells: [0],
  }
}
const sleeper = (name: string, memory: KiB) => ({ guest: GuestId(name), name, domain: huge(memory) })

describe('a guest in both books', () => {
  const counted = [
    {
      host: HostId('compute-01'),
      cell: CellId(0),
      resource: 'pages of 2048',
      amount: 128,
      consumer: { kind: 'guest', guest: vm, name: 'vm-1', role: 'running' },
    },
  ] as const

  test('one that runs holds what Nova counts', () => {
    const told = inTime(guestIn('active'), counted, machine(0), huge(MiB(256)))
    expect(plain(explainInTime(told))).toBe(
      'vm-1 runs: its pages are taken. Nova counts it; it holds 128 × 2 MiB on node 0.',
    )
  })
  test('one that is off is counted, and has nothing until it starts again', () => {
    const off = withoutGuests(machine(0), [vm])
    expect(plain(explainInTime(inTime(guestIn('stopped'), counted, off, huge(MiB(256)))))).toBe(
      'vm-1 is off: its pages are anybody’s until it starts again. Nova counts it; it holds no huge pages; it takes 128 × 2 MiB on node 0 to start again.',
    )
  })
  test('what nobody looked at is not nothing', () => {
    const book = { ...machine(0) }
    const blind = {
      ...book,
      nodes: book.nodes.map((node) => ({
        ...node,
        pools: node.pools.map((pool) => ({ ...pool, holdersRead: false })),
      })),
    }
    expect(inTime(guestIn('stopped'), [], blind, undefined).holds).toBeUndefined()
  })
})

describe('everything asleep starts at once', () => {
  const sleepers = [sleeper('large', MiB(512)), sleeper('small', MiB(128)), sleeper('middle', MiB(256))]
  const told = (taken: number) =>
    startStorms(machine(taken), sleepers).map(({ order, starts }) => [
      order,
      ...starts.filter(({ verdict }) => verdict?.outcome === 'starts').map(({ name }) => name),
    ])

  test('all run where the pages are free', () => {
    const [listed] = startStorms(withoutGuests(machine(0), [vm]), sleepers)
    expect(listed && plain(explainStorm(listed))).toBe('Started as listed, 3 of 3 run.')
  })
  test('where they are not, the order decides who runs', () => {
    expect(told(128)).toEqual([
      ['as listed', 'large'],
      ['smallest first', 'small', 'middle'],
      ['largest first', 'large'],
    ])
  })
  test('one that is refused leaves its pages to those after it', () => {
    expect(told(129)[0]).toEqual(['as listed', 'small', 'middle'])
  })
  test('the pool that is short says by how much', () => {
    const [listed] = startStorms(machine(128), sleepers)
    expect(listed && plain(explainStorm(listed))).toBe(
      'Started as listed, 1 of 3 run: node 0 has 256 of the 448 × 2 MiB they want together.',
    )
  })
  test('guests on base pages start, and share what they will touch', () => {
    const base = (name: string) => ({
      guest: GuestId(name),
      name,
      domain: {
        ...huge(MiB(1536)),
        cells: [
          {
            id: 0,
            cpus: [0],
            memory: MiB(1536),
            backing: { kind: 'base pages', binding: boundTo(CellId(0)) } as const,
          },
        ],
      },
    })
    const [listed] = startStorms(machine(0), [base('a'), base('b')])
    expect(
      listed?.starts.map(
        ({ verdict }) => verdict?.outcome === 'starts' && verdict.remarks.map(({ kind }) => kind),
      ),
    ).toEqual([[], ['memory-short']])
  })
  test('a guest whose domain is not known is left, and not refused', () => {
    const [listed] = startStorms(machine(0), [{ guest: vm, name: 'vm-9', domain: undefined }])
    expect(listed).toMatchObject({ started: 0, left: 1, starts: [{ verdict: undefined }] })
  })
})
