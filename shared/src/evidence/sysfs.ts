import { groupBy } from '../collections.ts'
import { type CpuSet, coresOf, parseCpus, within } from '../model/cpus.ts'
import type { GlobalPool, KernelPool, ObservedNode } from '../model/host.ts'
import { CellId } from '../model/ids.ts'
import { shown } from '../parsing/json.ts'
import type { Parsed, Problem } from '../parsing/parsed.ts'
import { KiB, PageSize, Pages } from '../units.ts'

/** What a listing of the kernel's files says of a host: everything but who holds what. */
export interface SysfsTree {
  readonly nodes: readonly ObservedNode[]
  readonly pools: readonly GlobalPool[]
  /** Threads of each core; undefined where the listing has no topology. */
  readonly siblings: readonly CpuSet[] | undefined
  /** Nodes of which the kernel may use memory for itself; undefined where the listing does not say. */
  readonly normalMemory: readonly CellId[] | undefined
}

/** A line of a file, its path from `nodeN/`, `hugepages/` or `cpuN/` on. */
interface Line {
  readonly number: number
  readonly path: string
  readonly value: string
}

const known =
  /^(?:\S*?\/)??((?:node\d+|hugepages\/hugepages-\d+kB|cpu\d+\/topology)\/[\w*/-]+|node\/(?:online|has_normal_memory)|cpu\/online):(.*)$/
const anyFile = /^[^:]*\/[^:]*:/
/** Files that nobody may read: a recursive grep always fails on them. */
const writeOnly = /^grep: .*\/(demote|compact): Permission denied$/

export const isSysfs = (text: string): boolean =>
  /^(?:\S*\/)?(?:node\d+\/|hugepages\/hugepages-\d+kB\/)[\w/-]+:/m.test(text)

/**
 * `path:value` lines, as `grep -r . /sys/devices/system/node /sys/kernel/mm/hugepages` prints them; the path may begin
 * anywhere before `nodeN/`. Files that say nothing of pages, memory, CPUs or distances are passed over.
 */
export function parseSysfs(text: string): Parsed<SysfsTree> {
  const problems: Problem[] = []
  const wrong = (number: number, found: string, expected: string): undefined => {
    const stands = found === '' ? {} : { found: shown(found) }
    problems.push({ severity: 'error', at: { line: number }, ...stands, expected })
  }
  const lines = text.split('\n').flatMap((written, i): Line[] => {
    const [, path, value] = known.exec(written.trim()) ?? []
    if (path !== undefined && value !== undefined) return [{ number: i + 1, path, value: value.trim() }]
    if (written.startsWith('grep: '))
      writeOnly.test(written) || wrong(i + 1, written, 'a file that can be read')
    else if (written.trim() !== '' && !anyFile.test(written)) wrong(i + 1, written, 'PATH:VALUE')
    return []
  })
  const files = groupBy(lines, ({ path }) => path)
  const read: Read = (path, parse, expected, holds) => {
    const line = files.get(path)?.find(({ value }) => holds === undefined || value.includes(holds))
    return line && (parse(line.value) ?? wrong(line.number, line.value, expected))
  }

  const pools = poolsIn(files, read, wrong)
  const ids = new Set([...files.keys()].flatMap((path) => /^node(\d+)\//.exec(path)?.[1] ?? []))
  const online = read('node/online', parseCpus, nodeList)
  const cpusOnline = read('cpu/online', parseCpus, cpuList)
  const normal = read('node/has_normal_memory', parseCpus, nodeList)?.map(CellId)
  const nodes = [...ids].map((id): ObservedNode => {
    const memory = (key: string) =>
      read(`node${id}/meminfo`, (value) => kibAfter(key, value), `Node ${id} ${key}: N kB`, ` ${key}:`)
    return {
      id: CellId(Number(id)),
      cpus: onlineOf(read(`node${id}/cpulist`, parseCpus, cpuList) ?? [], cpusOnline),
      memory: memory('MemTotal'),
      memoryFree: memory('MemFree'),
      distances: read(`node${id}/distance`, numbers, 'whole numbers') ?? [],
      pools: pools.filter(({ place }) => place === `node${id}/`).map(({ pool }) => pool),
      ...(online && { online: online.includes(Number(id)) }),
    }
  })
  const global = pools
    .filter(({ place }) => place === '')
    .map(({ pool, directory }): GlobalPool => {
      const pages = (name: string) => read(`${directory}/${name}`, pagesIn, wholePages)
      return { ...pool, reserved: pages('resv_hugepages'), overcommit: pages('nr_overcommit_hugepages') }
    })
  const facts = {
    nodes: nodes.sort((a, b) => a.id - b.id),
    pools: global,
    siblings: siblingsIn(files, read),
    normalMemory: normal?.every((node) => ids.has(`${node}`)) ? normal : undefined,
  }
  return { facts: nodes.length + global.length > 0 ? facts : undefined, problems }
}

/** A fact of a file, of its line that holds a text where one is given; undefined where there is none or it is wrong. */
type Read = <T>(
  path: string,
  parse: (value: string) => T | undefined,
  expected: string,
  holds?: string,
) => T | undefined

const cpuList = 'a CPU list such as 0-3,8'
const nodeList = 'a list of nodes such as 0-3,8'

/** Old kernels list offline CPUs with their node too. */
const onlineOf = (cpus: CpuSet, online: CpuSet | undefined): CpuSet => (online ? within(cpus, online) : cpus)
const wholePages = 'a whole number of pages'

interface PoolFiles {
  /** `node0/`; empty for the whole machine. */
  readonly place: string
  readonly directory: string
  readonly pool: KernelPool
}

function poolsIn(
  files: ReadonlyMap<string, readonly Line[]>,
  read: Read,
  wrong: (number: number, found: string, expected: string) => undefined,
): PoolFiles[] {
  const directories = groupBy(
    [...files].flatMap(([path, lines]) => lines.map(({ number }) => ({ path, number }))),
    ({ path }) => /^(?:node\d+\/)?hugepages\/hugepages-\d+kB(?=\/)/.exec(path)?.[0],
  )
  const found = [...directories].flatMap(([directory, [first]]): PoolFiles[] => {
    if (directory === undefined || first === undefined) return []
    const pages = (name: string) => read(`${directory}/${name}`, pagesIn, wholePages)
    for (const name of ['nr_hugepages', 'free_hugepages']) {
      if (!files.has(`${directory}/${name}`)) wrong(first.number, first.path, `${name} beside it`)
    }
    const total = pages('nr_hugepages')
    const free = pages('free_hugepages')
    if (total === undefined || free === undefined) return []
    const size = PageSize(Number(/hugepages-(\d+)kB$/.exec(directory)?.[1]))
    const surplus = pages('surplus_hugepages') ?? Pages(0)
    const place = directory.slice(0, directory.indexOf('hugepages/'))
    return [{ place, directory, pool: { size, total, free, surplus } }]
  })
  return found.sort((a, b) => a.pool.size - b.pool.size)
}

const siblingsIn = (files: ReadonlyMap<string, unknown>, read: Read): readonly CpuSet[] | undefined =>
  coresOf(
    [...files.keys()]
      .filter((path) => /^cpu\d+\/topology\/(thread_siblings_list|core_cpus_list)$/.test(path))
      .map((path) => read(path, parseCpus, cpuList) ?? []),
  )

const natural = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

function pagesIn(text: string): Pages | undefined {
  const n = natural(text)
  return n === undefined ? undefined : Pages(n)
}

function numbers(text: string): number[] | undefined {
  const all = text.split(/\s+/).map(natural)
  return all.every((one) => one !== undefined) ? all : undefined
}

/** `Node 0 MemTotal:  125508468 kB` */
function kibAfter(key: string, text: string): KiB | undefined {
  const [, after = ''] = text.split(`${key}:`)
  const kib = natural(after.replace(/kB$/, '').trim())
  return kib === undefined ? undefined : KiB(kib)
}
