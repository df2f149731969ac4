import { guest as cellsOf, hostCell, pool } from '../../testing/cells.ts'
import { GiB } from '../../units.ts'
import type { Row } from './row.ts'
import { guestOn } from './snapshot.ts'

/** A guest of two dedicated vCPUs on these CPUs of cell 0. */
const pinned = (
  id: string,
  cpus: readonly number[],
  more: { readonly on?: number; readonly isolate?: true } = {},
) =>
  guestOn(id, {
    topology: cellsOf({
      id: more.on ?? 0,
      cpuset: [],
      pcpuset: cpus.map((_, vcpu) => vcpu),
      memory: GiB(1),
      cpuPolicy: 'dedicated',
      cpuThreadPolicy: more.isolate ? 'isolate' : undefined,
      cpuPinning: cpus.map((cpu, vcpu) => [vcpu, cpu] as const),
    }),
  })

/** A guest with a cell and shared vCPUs. */
const shared = (id: string, vcpus: number) =>
  guestOn(id, {
    topology: cellsOf({ cpuset: Array.from({ length: vcpus }, (_, vcpu) => vcpu), memory: GiB(1) }),
  })

const cells = [hostCell({ cpus: '0-7', memory: GiB(8) })]
const pagedCells = [hostCell({ cpus: '0-7', memory: GiB(8), mempages: [pool('4K', '2097152')] })]

/** Host CPUs that Nova gives away more than once, or to nobody. */
export const cpus: readonly Row[] = [
  {
    shows: ['D15'],
    rule: 'CPUs handed to three guests that asked for cores of their own',
    release: 'newton-14.0.4',
    on: { cells, guests: ['g', 'h', 'i'].map((id) => pinned(id, [0, 1], { isolate: true })) },
    cause: 'cpus-pinned-twice',
    expected: 6,
    observed: 2,
    says: 'a: Nova has given CPUs 0-1 to 3 guests as their own: 6 dedicated vCPUs run on 2 CPUs.',
    remedy: 'openstack server migrate h',
  },
  {
    shows: ['D20'],
    rule: 'a guest that came with the CPU numbers of its host before',
    release: 'queens-17.0',
    on: { cells, guests: [pinned('local', [0, 1]), pinned('moved', [1, 2])] },
    cause: 'cpus-pinned-twice',
    expected: 2,
    observed: 1,
    says: 'a: Nova has given CPUs 1 to 2 guests as their own: 2 dedicated vCPUs run on 1 CPU.',
    remedy: 'openstack server migrate moved',
  },
  {
    shows: ['D20'],
    rule: 'an audit that ends at pins which are taken',
    release: 'queens-17.0',
    on: { cells, guests: [pinned('local', [0, 1]), pinned('moved', [1, 2])] },
    cause: 'audit-stops',
    expected: 2,
    observed: 1,
    says: 'a: Nova’s audit ends at moved with CPUPinningInvalid: 1 of 2 guests are counted',
    remedy: 'openstack server migrate moved',
  },
  {
    shows: ['D20'],
    rule: 'a guest that came with the cell number of its host before',
    release: 'queens-17.0',
    on: { cells, guests: [pinned('moved', [8, 9], { on: 1 })] },
    cause: 'cell-not-on-host',
    expected: 1,
    observed: 0,
    says: 'a: moved is booked on cell 1, which this host does not have: it counts nowhere.',
    remedy: 'openstack server migrate moved',
  },
  {
    shows: ['D12'],
    rule: 'an audit that ends at a host without pages',
    release: 'stein',
    on: { cells, guests: [shared('g', 2), shared('h', 2)] },
    cause: 'audit-stops',
    expected: 2,
    observed: 0,
    says: 'a: Nova’s audit ends at g with IndexError: 0 of 2 guests are counted, and the row keeps what it said before.',
    remedy: 'openstack server migrate g',
  },
  {
    shows: ['D34'],
    rule: 'shared vCPUs that float over pinned CPUs',
    on: {
      cells: pagedCells,
      guests: [pinned('p', [0, 1, 2, 3, 4, 5, 6, 7]), shared('g', 8), shared('h', 8)],
    },
    cause: 'shared-over-pinned',
    expected: 8,
    observed: 16,
    says: 'a: 16 shared vCPUs may run on CPUs 0-7 that others are pinned to.',
    remedy: 'openstack aggregate create --property pinned=true pinned',
  },
  {
    shows: ['D34'],
    rule: 'the same where CPUs are left for a set of their own',
    on: { cells: pagedCells, guests: [pinned('p', [0, 1]), shared('g', 8)] },
    cause: 'shared-over-pinned',
    expected: 2,
    observed: 8,
    says: 'a: 8 shared vCPUs may run on CPUs 0-1 that others are pinned to.',
    remedy: 'cpu_dedicated_set = 0-1',
  },
  {
    shows: ['D61'],
    rule: 'ordinary guests kept to the CPUs of one cell',
    release: 'kilo',
    on: {
      cells: [hostCell({ cpus: '0-3', memory: GiB(4) }), hostCell({ id: 1, cpus: '4-7', memory: GiB(4) })],
      guests: [guestOn('g'), guestOn('h')],
    },
    cause: 'vcpus-kept-to-a-cell',
    expected: 8,
    observed: 4,
    says: 'a: Guests without cells, 2 of them, are each kept to the 4 CPUs of one cell, picked at random and booked nowhere, where the host has 8.',
    remedy: 'nova 12.0.0',
  },
]
