import { z } from 'zod'
import type { GuestCell, GuestTopology, HostCell, PagePool } from '../model/cell.ts'
import { list, object, optional, orWord, same } from './form.ts'
import {
  count,
  cpus,
  guestCellId,
  hostCellId,
  kib,
  pageSize,
  pages,
  usedKib,
  usedPages,
  whole,
  word,
} from './quantities.ts'

const pagePool = object<PagePool>()({
  size: ['size_kib', pageSize, 'KiB per page: 4, 64, 2048, 1048576.'],
  total: ['total_pages', pages, 'Pages of this size in the cell.'],
  used: ['used_pages', usedPages, 'Pages that guests hold, by Nova’s book.'],
  reserved: ['reserved_pages', pages, 'Pages set aside by `reserved_huge_pages`; 0 before Newton.'],
})

export const hostCell = object<HostCell>()({
  id: ['id', hostCellId, 'The host’s NUMA node. Ids may have gaps.'],
  socket: ['socket', optional(count), 'Physical socket, Wallaby and later.'],
  cpuset: ['cpuset', cpus, 'CPUs for shared vCPUs, as a list: `0-3,8`.'],
  pcpuset: ['pcpuset', cpus, 'CPUs for dedicated vCPUs; the same as `cpuset` before Train.'],
  siblings: ['siblings', list(cpus), 'Threads of each core, in Nova’s order.'],
  memory: ['memory_kib', kib, 'MemTotal of the node, huge pages included.'],
  memoryUsage: ['memory_usage_kib', usedKib, 'Memory of the guests placed on this cell.'],
  cpuUsage: ['cpu_usage', whole, 'vCPUs of the guests placed on this cell.'],
  pinnedCpus: ['pinned_cpus', cpus, 'CPUs that dedicated vCPUs hold.'],
  mempages: [
    'mempages',
    list(pagePool),
    'Pools by page size, smallest first; empty where libvirt reported none.',
  ],
})

const pageSizeRequest = orWord(pageSize, ['small', 'large', 'any'])
const vcpuToCpu = same<readonly [vcpu: number, pcpu: number]>(
  z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
)
const vcpuTopology = object<NonNullable<GuestCell['cpuTopology']>>()({
  sockets: ['sockets', count, 'Sockets.'],
  cores: ['cores', count, 'Cores of a socket.'],
  threads: ['threads', count, 'Threads of a core.'],
})

const guestCell = object<GuestCell>()({
  id: ['id', guestCellId, 'The host cell once placed, else the guest’s own cell; -1 is placed nowhere.'],
  cpuset: ['cpuset', cpus, 'Shared vCPUs; all vCPUs before Victoria.'],
  pcpuset: ['pcpuset', cpus, 'Dedicated vCPUs, Victoria and later.'],
  memory: ['memory_kib', kib, 'Memory of this cell.'],
  pageSize: ['page_size_kib', optional(pageSizeRequest), 'KiB per page, or what was asked for.'],
  cpuPolicy: ['cpu_policy', optional(word('shared', 'dedicated', 'mixed')), '`hw:cpu_policy`.'],
  cpuThreadPolicy: [
    'cpu_thread_policy',
    optional(word('prefer', 'isolate', 'require')),
    '`hw:cpu_thread_policy`.',
  ],
  cpuPinning: ['cpu_pinning', optional(list(vcpuToCpu)), 'Pairs of vCPU and host CPU.'],
  cpusetReserved: ['cpuset_reserved', optional(cpus), 'Host CPUs kept for the emulator’s threads.'],
  cpuTopology: ['cpu_topology', optional(vcpuTopology), 'What pinning asked libvirt for, Kilo to Victoria.'],
})

export const guestTopology = object<GuestTopology>()({
  cells: ['cells', list(guestCell), 'The guest’s NUMA cells.'],
  emulatorThreadsPolicy: [
    'emulator_threads_policy',
    optional(word('share', 'isolate')),
    '`hw:emulator_threads_policy`.',
  ],
})
