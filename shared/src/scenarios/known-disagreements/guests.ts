import { GuestId, HostId, Instant } from '../../model/ids.ts'
import { GiB, MiB } from '../../units.ts'
import type { Row } from './row.ts'
import { a, guestOn, onBasePages, stored } from './snapshot.ts'

/** Guests that only one of the books has, and usage that is of no guest. */
export const guests: readonly Row[] = [
  {
    shows: [],
    rule: 'a row with less vCPUs in use than its guests take',
    on: {
      guests: [guestOn('g')],
      host: stored({ vcpusUsed: 0, memoryUsed: MiB(2560) }),
    },
    cause: 'usage-below-guests',
    expected: 0,
    observed: 2,
    says: 'a: Nova’s vcpus_used has 2 vCPUs of host vcpus less in use than its guests, moves and reserves take.',
    remedy: undefined,
  },
  {
    shows: ['D24'],
    rule: 'a row that still counts a resize confirmed since the last audit',
    release: 'rocky',
    on: {
      host: stored({ memoryUsed: MiB(8704) }),
      also: (snapshot) => ({
        ...snapshot,
        guests: [guestOn('g', { host: HostId('b') })],
        migrations: [
          {
            id: 'm',
            guest: GuestId('g'),
            source: a,
            destination: HostId('b'),
            type: 'resize',
            status: 'confirmed',
            updatedAt: Instant('2026-01-15T09:29:30Z'),
          },
        ],
      }),
    },
    cause: 'usage-of-ended-move',
    expected: MiB(8704),
    observed: MiB(512),
    says: 'a: Nova’s memory_mb_used still has 8 GiB of host memory in use for a move that was confirmed just now',
    remedy: 'systemctl restart nova-compute',
  },
  {
    shows: ['D37'],
    rule: 'a row with memory in use that is nobody’s',
    on: { host: stored({ memoryUsed: MiB(4608) }) },
    cause: 'usage-beyond-guests',
    expected: MiB(4608),
    observed: MiB(512),
    says: 'a: Nova’s memory_mb_used has 4 GiB of host memory in use that no guest, move or reserve explains.',
    remedy: 'systemctl restart nova-compute',
  },
  {
    shows: ['D45'],
    rule: 'a domain that runs and that Nova has deleted',
    on: { seen: { guests: [{ id: GuestId('gone'), name: 'instance-0000002a' }] } },
    cause: 'guest-unknown-to-nova',
    expected: 0,
    observed: 1,
    says: 'a: instance-0000002a runs here, and Nova has no such guest.',
    remedy: 'virsh dominfo gone',
  },
  {
    shows: [],
    rule: 'a domain that runs and that Nova has elsewhere',
    on: {
      guests: [guestOn('g', { host: HostId('b') })],
      seen: { guests: [{ id: GuestId('g'), name: 'g' }] },
    },
    cause: 'guest-of-another-host',
    expected: 0,
    observed: 1,
    says: 'a: g runs here, and Nova has it on b.',
    remedy: 'virsh dominfo g',
  },
  {
    shows: [],
    rule: 'a guest that Nova takes to run, and that does not',
    on: { guests: [guestOn('g')], seen: { guests: [] } },
    cause: 'guest-not-on-host',
    expected: 1,
    observed: 0,
    says: 'a: Nova takes g to run here, and libvirt does not have it.',
    remedy: 'openstack server reboot --hard g',
  },
  {
    shows: [],
    rule: 'cells in MiB where libvirt reads KiB, as the release writes them',
    release: 'juno-b3',
    on: { guests: [guestOn('g', { topology: onBasePages(GiB(2), 0) })] },
    cause: 'cells-unlike-guest',
    expected: GiB(2),
    observed: MiB(2),
    says: 'a: The cells of g add up to 2 MiB in its domain XML, its memory is 2 GiB: MiB stand where libvirt reads KiB.',
    remedy: 'nova 2014.2.rc1',
  },
  {
    shows: [],
    rule: 'cells in MiB where libvirt reads KiB, as the domain XML still has them',
    on: {
      guests: [
        guestOn('g', { topology: onBasePages(GiB(2), 0), domain: { memory: GiB(2), cells: [MiB(2)] } }),
      ],
    },
    cause: 'cells-unlike-guest',
    expected: GiB(2),
    observed: MiB(2),
    says: 'a: The cells of g add up to 2 MiB in its domain XML',
    remedy: 'openstack server reboot --hard g',
  },
]
