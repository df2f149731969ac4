import { z } from 'zod'
import { located, readJson, withoutEchoes } from '../parsing/json.ts'
import type { Parsed, Problem } from '../parsing/parsed.ts'
import { salvage } from '../parsing/salvage.ts'

const count = z.int().nonnegative()
/** A list as the kernel prints it: `0-3,8`; empty for a node without CPUs. */
const list = z.string().regex(/^(\d+(-\d+)?(,\d+(-\d+)?)*)?$/)

/** One page size of one node: /sys/devices/system/node/nodeN/hugepages/hugepages-SIZEkB. */
const nodePool = z.object({
  /** KiB per page: 64, 2048, 1048576. Sizes are separate pools; a page changes pool only by `demote`. */
  size_kib: count,
  /** Pages, `nr_hugepages`: surplus ones included. */
  total: count,
  /** Pages, `free_hugepages`: includes those promised to mappings and not yet faulted in (`reserved` of the whole machine). */
  free: count,
  /** Pages, `surplus_hugepages`: beyond what was set; the kernel gives them back once they are free. */
  surplus: count,
})

const node = z.object({
  id: count,
  /** Listed in /sys/devices/system/node/online; null where that list was not read. */
  online: z.boolean().nullable(),
  /** `cpulist`; empty for a node without CPUs. An offline CPU is in no node's list. */
  cpus: list.nullable(),
  /** KiB, `MemTotal` of the node's meminfo; 0 for a node without memory. Nodes need not add up to `memory.total_kib`. */
  memory_total_kib: count.nullable(),
  memory_free_kib: count.nullable(),
  /** SLIT distances in the order of the nodes here; empty where not read. */
  distances: z.array(count),
  /** A page size without a row here is one the node does not report. */
  pools: z.array(nodePool),
  /**
   * Listed in /sys/devices/system/node/has_normal_memory: the kernel may use its memory for itself. A node with memory
   * that is not has movable memory alone, a device's or hot-plugged. Null where that was not read, absent in older probes.
   */
  normal_memory: z.boolean().nullish(),
})

/** One page size of the whole machine: /sys/kernel/mm/hugepages/hugepages-SIZEkB. */
const machinePool = nodePool.extend({
  /** Pages, `resv_hugepages`: promised to mappings and not yet taken. Part of `free`; the kernel keeps it for no node. */
  reserved: count.nullable(),
  /** Pages, `nr_overcommit_hugepages`: how many surplus pages may be made on demand. */
  overcommit: count.nullable(),
})

const cpu = z.object({
  id: count,
  online: z.boolean(),
  /** Null while the CPU is offline. */
  node: count.nullable(),
  /** `physical_package_id`. */
  socket: count.nullable(),
  /** `core_id`: unique within a socket. */
  core: count.nullable(),
  /** `thread_siblings_list`, the CPU itself included. */
  siblings: list.nullable(),
})

/** /proc/meminfo of the whole machine. Its HugePages_* lines know the default size only and are not read. */
const memory = z.object({
  total_kib: count.nullable(),
  free_kib: count.nullable(),
  available_kib: count.nullable(),
  /** KiB set aside as huge pages of all sizes, used or not; kernels before 4.20 do not say. */
  hugetlb_kib: count.nullable(),
  /** KiB per page where a program asks for no size. */
  default_hugepage_kib: count.nullable(),
})

const mount = z.object({
  path: z.string(),
  /** KiB per page, the mount's `pagesize`. */
  size_kib: count,
})

/** A memory backend of QEMU's command line: where guest RAM comes from. */
const backend = z.object({
  /** QEMU's object id; null for `-mem-path`, which has none. */
  id: z.string().nullable(),
  kind: z.enum(['file', 'memfd', 'ram']),
  size_kib: count.nullable(),
  /** KiB per huge page; null where the memory is not from a huge page pool. */
  page_kib: count.nullable(),
  /** `mem-path` of a file backend. */
  path: z.string().nullable(),
  /** `host-nodes`, as a list; null where QEMU binds to none. */
  host_nodes: list.nullable(),
  /** `bind`, `preferred`, `interleave`, `default`; null where not given. */
  policy: z.string().nullable(),
  /** Whether QEMU takes every page before the guest starts; null where not given. */
  prealloc: z.boolean().nullable(),
  share: z.boolean().nullable(),
})

const guestCell = z.object({
  id: count,
  /** vCPUs. */
  cpus: list.nullable(),
  memory_kib: count.nullable(),
  /** `id` of the backend. */
  memdev: z.string().nullable(),
})

/** A QEMU process, as its command line (readable by everyone) has it. */
const guest = z.object({
  pid: count,
  command: z.string(),
  exe: z.string().nullable(),
  /** `-uuid`: libvirt's domain uuid, which is Nova's instance uuid. Null where QEMU was started without one. */
  uuid: z.string().nullable(),
  /** `-name guest=`: libvirt's domain name. */
  name: z.string().nullable(),
  /** KiB of `-m`. */
  memory_kib: count.nullable(),
  vcpus: count.nullable(),
  /** Nodes the kernel lets this process allocate from (`Mems_allowed_list`): libvirt narrows it by cgroup. */
  mems_allowed: list.nullable(),
  /** `-numa node`. */
  cells: z.array(guestCell),
  backends: z.array(backend),
})

const who = {
  pid: count,
  /** /proc/PID/comm: cut at 15 bytes, may hold anything, not unique. */
  command: z.string(),
  /** Where /proc/PID/exe points; null without the right to see it. */
  exe: z.string().nullable(),
  /** uuid of the guest, for QEMU. */
  guest: z.string().nullable(),
  guest_name: z.string().nullable(),
}

/**
 * Huge pages of one size that one process has faulted in on one node, from N<k>= of /proc/PID/numa_maps.
 * Pages that several processes map (QEMU and a vhost-user switch) are counted with one of them, a guest first.
 */
const holder = z.object({
  ...who,
  size_kib: count,
  node: count,
  /** Pages counted here: rows add up to what is held. At most what the process maps; a lower bound where others share. */
  pages: count,
  /** Pages it maps that other processes map too, counted here or there. */
  shared_pages: count,
  /** Processes that map the same objects. */
  sharers: z.array(count),
})

/** A process with huge pages whose nodes could not be read: numa_maps asks for its user, root, or CAP_SYS_PTRACE. */
const unplaced = z.object({
  ...who,
  /** KiB of `HugetlbPages` in /proc/PID/status, all sizes; shared pages are in every sharer's. */
  hugetlb_kib: count,
})

/**
 * Mappings of huge pages of one size, by process, of which nothing has been faulted in: the pages are free still, and
 * `reserved` counts them unless they were mapped with MAP_NORESERVE.
 */
const untouched = z.object({
  pid: count,
  command: z.string(),
  /** Null where the kernel did not let the size be read. */
  size_kib: count.nullable(),
  mapped_kib: count,
})

/** A file in a hugetlbfs mount with pages that no visible process maps. Its nodes are not known. */
const file = z.object({
  path: z.string(),
  mount: z.string(),
  size_kib: count,
  pages: count,
  /** Processes that have it open all the same. */
  open_by: z.array(count),
})

/** Huge pages behind an open descriptor that nobody maps and no mount shows (a memfd). Looked for only where pages are unseen. */
const openFile = z.object({
  pid: count,
  command: z.string(),
  /** Other processes that have it open. */
  sharers: z.array(count),
  /** Where the descriptor points: `/memfd:NAME (deleted)`. */
  path: z.string(),
  /** Null where it could not be told whether huge pages are behind it. */
  size_kib: count.nullable(),
  pages: count.nullable(),
})

const limit = z.union([count, z.literal('max')])

/** The hugetlb controller's word on a cgroup and all below it: parent and child are never added. */
const cgroup = z.object({
  /** Below the controller's mount. */
  path: z.string(),
  size_kib: count,
  /** KiB, `hugetlb.SIZE.max`: past it a process dies by SIGBUS at its next page. Null where not read. */
  limit_kib: limit.nullable(),
  /** KiB, `hugetlb.SIZE.rsvd.max`: past it mmap fails. */
  reservation_limit_kib: limit.nullable(),
  /** Pages charged by node (`numa_stat`, Linux 5.16): sees files and descriptors that no process maps. Null where not read. */
  nodes: z.array(z.object({ node: count, pages: count })).nullable(),
})

/** Pages in use that nobody visible holds: total - free - held, where more than 0. `files` and `open_files` may explain some. */
const unseen = z.object({ node: count, size_kib: count, pages: count })

const gap = z.object({
  /** A path as on the host, `/proc/PID/numa_maps` for the processes in `pids`; or a path into this document. */
  path: z.string(),
  /** `not given`: a captured tree does not have it. `changed`: the kernel moved pages while they were counted. */
  why: z.enum(['not permitted', 'absent', 'not given', 'changed', 'not understood']),
  pids: z.array(count),
})

const probeDocument = z.object({
  /** The document's version. */
  headroom_probe: z.literal(1),
  hostname: z.string().nullable(),
  /** UTC; null where a captured tree was read. */
  read_at: z.iso.datetime().nullable(),
  /** `uname -r`. */
  kernel: z.string().nullable(),
  /** `uname -m`. */
  machine: z.string().nullable(),
  /** KiB of the smallest page. */
  base_page_kib: count.nullable(),
  /** Who looked: 0 sees every process. Null where a captured tree was read. */
  euid: count.nullable(),
  memory,
  /** By id. Empty on a kernel without NUMA, then `unread` says so. */
  nodes: z.array(node),
  /** Smallest page first. */
  pools: z.array(machinePool),
  cpus: z.array(cpu),
  /** hugetlbfs mounts of the probe's mount namespace. */
  mounts: z.array(mount),
  /** Every QEMU process; null where no process could be looked at. */
  guests: z.array(guest).nullable(),
  /**
   * By pid, size and node; null where no process could be looked at. Processes are looked into where pages are in use or
   * promised; into which of them the probe was not let stands in `unread`.
   */
  holders: z.array(holder).nullable(),
  unplaced: z.array(unplaced),
  mapped_untouched: z.array(untouched),
  files: z.array(file),
  open_files: z.array(openFile),
  /** Cgroups with a limit or with pages. */
  cgroups: z.array(cgroup),
  unseen: z.array(unseen),
  /** What could not be read, and why. */
  unread: z.array(gap),
})

/** What headroom-probe prints: the host's book of one machine at one time. Plain JSON, units in names. */
export type ProbeDocument = ReadonlyDeep<z.infer<typeof probeDocument>>

type ReadonlyDeep<T> = T extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
    : T

/** Whether a JSON value claims to be a probe document, of whatever version. */
export const isProbe = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'headroom_probe' in value

/**
 * Reads a probe document. What does not have the format is left out, with a problem that names its path (or, where the
 * text is not JSON, its line) and an entry in `unread`: what was lost is then unknown, never none.
 */
export function parseProbe(text: string): Parsed<ProbeDocument> {
  const json = readJson(text)
  const version = probeVersion.safeParse(json.facts)
  if (!version.success) {
    const { problems } = salvage(probeVersion, json.facts)
    return { facts: undefined, problems: [...json.problems, ...located(text, problems)] }
  }
  const { facts, problems } = salvage(probeDocument, json.facts)
  return {
    facts: facts && { ...facts, unread: [...facts.unread, ...problems.map(asGap)] },
    problems: withoutEchoes(json.problems, located(text, problems)),
  }
}

const probeVersion = probeDocument.pick({ headroom_probe: true })

const asGap = ({ at }: Problem): ProbeDocument['unread'][number] => ({
  path: at.path ?? '',
  why: 'not understood',
  pids: [],
})
