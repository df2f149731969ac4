import type {
  AllocationRatios,
  GlobalPool,
  Host,
  HostConfig,
  HostObservation,
  Hypervisor,
  KernelPool,
  MachineMemory,
  NovaHost,
  ObservedNode,
  PageHolder,
  PageLimit,
  ReservedPages,
  ServiceState,
} from '../model/host.ts'
import type { PciPool } from '../model/pci.ts'
import { hostCell } from './cells.ts'
import { list, object, optional, orWord } from './form.ts'
import {
  count,
  cpus,
  flag,
  guestId,
  hostCellId,
  hostId,
  kib,
  pageSize,
  pages,
  real,
  sourceId,
  text,
  texts,
  usedKib,
  whole,
  word,
} from './quantities.ts'

const ratios = object<AllocationRatios>()({
  cpu: ['cpu', optional(real), '`cpu_allocation_ratio`; absent is the release’s default.'],
  ram: ['ram', optional(real), '`ram_allocation_ratio`; absent is the release’s default.'],
  disk: ['disk', optional(real), '`disk_allocation_ratio`; absent is the release’s default.'],
})

const hypervisor = object<Hypervisor>()({
  type: ['type', optional(text), '`hypervisor_type`.'],
  version: ['version', optional(count), '`hypervisor_version`.'],
  cpuInfo: ['cpu_info', optional(text), '`cpu_info`, as the driver wrote it.'],
  supportedInstances: [
    'supported_instances',
    optional(list(list(text))),
    'Architecture, hypervisor type and machine mode of guests that can run.',
  ],
})

const pciPool = object<PciPool>()({
  vendorId: ['vendor_id', text, '`vendor_id`.'],
  productId: ['product_id', text, '`product_id`.'],
  node: ['node', optional(hostCellId), 'NUMA node; absent where the device reports none.'],
  count: ['count', whole, 'Free devices.'],
  tags: ['tags', texts, '`dev_type`, `physical_network` …'],
})

const novaHost = object<NovaHost>()({
  source: ['source', sourceId, 'Where the row came from: an id of `sources`.'],
  memory: ['memory_kib', optional(kib), '`memory_mb` of compute_nodes: the whole host.'],
  memoryUsed: [
    'memory_used_kib',
    optional(usedKib),
    '`memory_mb_used`: what is reserved and every counted guest.',
  ],
  vcpus: ['vcpus', optional(count), '`vcpus`.'],
  vcpusUsed: ['vcpus_used', optional(whole), '`vcpus_used`.'],
  diskGb: ['disk_gib', optional(real), '`local_gb`.'],
  diskUsedGb: ['disk_used_gib', optional(real), '`local_gb_used`.'],
  diskAvailableLeastGb: [
    'disk_available_least_gib',
    optional(real),
    '`disk_available_least`: what is left once sparse disks have grown.',
  ],
  hypervisor: ['hypervisor', optional(hypervisor), 'What runs guests there; absent where not read.'],
  stats: ['stats', optional(texts), '`stats`: counters and words by name.'],
  pciPools: ['pci_pools', optional(list(pciPool)), '`pci_stats`: free devices; absent where not read.'],
  ratios: ['ratios', ratios, 'Allocation ratios of the row or the configuration.'],
  cells: [
    'numa_topology',
    orWord(list(hostCell), ['none', 'not read']),
    'NUMA cells; `none` where the host reports none, `not read` where no source had them.',
  ],
  usage: [
    'usage',
    word('stored', 'from guests'),
    '`stored`: usage is Nova’s own total as read. `from guests`: usage here is 0 and follows from the guests.',
  ],
})

const service = object<ServiceState>()({
  enabled: ['enabled', flag, 'Not disabled by the operator.'],
  up: ['up', flag, 'Reported in time, and not forced down.'],
})

export const reservedPages = object<ReservedPages>()({
  cell: ['node', hostCellId, 'NUMA node.'],
  size: ['size_kib', pageSize, 'KiB per page.'],
  count: ['pages', pages, 'Pages that Nova must not give to guests.'],
})

const config = object<HostConfig>()({
  reservedHugePages: ['reserved_huge_pages', list(reservedPages), '`reserved_huge_pages` of nova.conf.'],
  reservedHostMemory: ['reserved_host_memory_kib', optional(kib), '`reserved_host_memory_mb`.'],
  reservedHostCpus: ['reserved_host_cpus', optional(count), '`reserved_host_cpus`.'],
  reservedHostDisk: ['reserved_host_disk_kib', optional(kib), '`reserved_host_disk_mb`.'],
  fileBackedMemory: [
    'file_backed_memory_kib',
    optional(kib),
    '`[libvirt] file_backed_memory`; absent where 0.',
  ],
  vcpuPinSet: ['vcpu_pin_set', optional(text), '`vcpu_pin_set`, as written.'],
  cpuSharedSet: ['cpu_shared_set', optional(text), '`[compute] cpu_shared_set`, as written.'],
  cpuDedicatedSet: ['cpu_dedicated_set', optional(text), '`[compute] cpu_dedicated_set`, as written.'],
  packing: [
    'packing_host_numa_cells_allocation_strategy',
    optional(flag),
    '`[compute]` option of that name; absent is the release’s default.',
  ],
})

const kernelPool = {
  size: ['size_kib', pageSize, 'KiB per page.'],
  total: ['total_pages', pages, 'nr_hugepages: surplus included.'],
  free: ['free_pages', pages, 'free_hugepages: those promised and not yet taken included.'],
  surplus: ['surplus_pages', pages, 'surplus_hugepages.'],
} as const

const globalPool = object<GlobalPool>()({
  ...kernelPool,
  reserved: [
    'reserved_pages',
    optional(pages),
    'resv_hugepages: promised to mappings; absent where not read.',
  ],
  overcommit: ['overcommit_pages', optional(pages), 'nr_overcommit_hugepages; absent where not read.'],
})

const node = object<ObservedNode>()({
  id: ['id', hostCellId, 'The kernel’s node number.'],
  cpus: ['cpus', cpus, 'CPUs online on this node, as a list.'],
  memory: ['memory_kib', optional(kib), 'MemTotal; 0 for a node without memory, absent where not read.'],
  memoryFree: ['memory_free_kib', optional(kib), 'MemFree; absent where not read.'],
  distances: ['distances', list(count), 'SLIT distances in the order of the nodes; empty where not read.'],
  pools: ['pools', list(object<KernelPool>()(kernelPool)), 'Huge page pools of this node.'],
  online: ['online', optional(flag), 'Listed as online; absent where that was not read.'],
})

const machineMemory = object<MachineMemory>()({
  total: ['total_kib', optional(kib), 'MemTotal.'],
  free: ['free_kib', optional(kib), 'MemFree.'],
  available: ['available_kib', optional(kib), 'MemAvailable.'],
  hugetlb: ['hugetlb_kib', optional(kib), 'Set aside as huge pages of all sizes, used or not.'],
})

const ceiling = optional(orWord(kib, ['none']))
const pageLimit = object<PageLimit>()({
  path: ['path', text, 'The cgroup, below the controller’s mount.'],
  size: ['size_kib', pageSize, 'KiB per page.'],
  limit: ['limit_kib', ceiling, 'hugetlb.SIZE.max; absent where not read.'],
  reservationLimit: ['reservation_limit_kib', ceiling, 'hugetlb.SIZE.rsvd.max; absent where not read.'],
  used: ['used_pages', optional(pages), 'Pages it and the cgroups below it hold; absent where not read.'],
})

const holder = object<PageHolder>()({
  kind: ['kind', word('guest', 'process', 'file'), 'What holds the pages.'],
  name: ['name', text, 'Guest’s name, process’s command or file’s path.'],
  pid: ['pid', optional(count), 'Process id.'],
  guest: ['guest', optional(guestId), 'libvirt’s domain uuid, for QEMU.'],
  node: ['node', hostCellId, 'NUMA node the pages are on.'],
  size: ['size_kib', pageSize, 'KiB per page.'],
  pages: ['pages', pages, 'Pages counted here; a shared page is counted with one holder only.'],
  shared: ['shared_pages', pages, 'Of these, pages that other processes map too.'],
})

type RunningGuest = NonNullable<HostObservation['guests']>[number]
const runningGuest = object<RunningGuest>()({
  id: ['id', guestId, 'libvirt’s domain uuid.'],
  name: ['name', text, 'libvirt’s domain name.'],
  pid: ['pid', optional(count), 'Process id of QEMU.'],
})

const observation = object<HostObservation>()({
  source: ['source', sourceId, 'Where this came from: an id of `sources`.'],
  kernel: ['kernel', optional(text), 'Kernel release.'],
  basePage: ['base_page_kib', optional(pageSize), 'KiB of the smallest page.'],
  nodes: ['nodes', list(node), 'NUMA nodes.'],
  pools: ['pools', list(globalPool), 'Huge page pools of the whole machine.'],
  holders: [
    'holders',
    optional(list(holder)),
    'Who holds huge pages; absent where processes were not looked at.',
  ],
  guests: ['guests', optional(list(runningGuest)), 'Guests that run; absent where not looked at.'],
  siblings: ['siblings', optional(list(cpus)), 'Threads of each core; absent where not read.'],
  mounts: [
    'mounts_kib',
    optional(list(pageSize)),
    'Page sizes with a hugetlbfs mount; absent where not read.',
  ],
  libvirt: ['libvirt', optional(text), 'libvirt’s version.'],
  qemu: ['qemu', optional(text), 'QEMU’s version.'],
  memory: ['machine', optional(machineMemory), 'Memory of the whole machine; absent where not read.'],
  defaultPage: ['default_page_kib', optional(pageSize), 'KiB per huge page where none is asked for by size.'],
  limits: ['limits', optional(list(pageLimit)), 'Cgroups with a hugetlb limit or with pages.'],
  normalMemory: [
    'nodes_of_the_kernel',
    optional(list(hostCellId)),
    'Nodes with memory the kernel may use for itself; a device’s memory is in none of them.',
  ],
})

export const host = object<Host>()({
  id: ['id', hostId, 'Nova’s `compute_nodes.host`.'],
  release: ['release', optional(text), 'The compute’s own release, where it differs from the cloud’s.'],
  zone: ['zone', optional(text), 'Availability zone.'],
  service: ['service', optional(service), 'Whether Nova would send work there; absent where not known.'],
  nova: ['nova', optional(novaHost), 'Nova’s book; absent where no source gave it.'],
  observed: ['observed', optional(observation), 'The host’s book; absent where nobody looked.'],
  config: ['config', config, 'nova.conf of the compute, where known.'],
})
