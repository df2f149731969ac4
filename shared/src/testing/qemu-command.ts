import { parseCpus } from '../model/cpus.ts'
import { CellId } from '../model/ids.ts'
import type { Binding } from '../reality/domain.ts'
import type { Backend, Launch } from '../reality/launch.ts'
import { KiB, PageSize } from '../units.ts'

/** A QEMU command line as it was recorded, read as far as memory goes. `numactl --membind` before it is a task policy. */
export function launchOfCommand(command: string): Launch {
  const words = command.split(/\s+/)
  const after = (option: string) =>
    words.flatMap((word, at) => (word === option ? (words[at + 1] ?? '') : []))
  const memory = mebibytes(after('-m')[0] ?? '128')
  const objects = after('-object').map(settings)
  const legacy = after('-mem-path').map((path) => ({ kind: 'memory-backend-file', 'mem-path': path }))
  const prealloc = words.includes('-mem-prealloc') ? 'on' : 'off'
  const backends = [
    ...objects,
    ...legacy.map((one) => ({ ...one, size: `${memory / 1024}M`, prealloc })),
  ] as readonly Settings[]
  const membind = /--membind=(\S+)/.exec(command)?.[1]
  return {
    memory,
    vcpus: Number(after('-smp')[0] ?? 1),
    backends: backends.map(backendOf),
    cells: after('-numa').map((text) => {
      const { nodeid, cpus, mem, memdev } = settings(text)
      const named = backends.find(({ id }) => id === memdev)?.size
      const amount = mem === undefined ? (named === undefined ? KiB(0) : sizeIn(named)) : mebibytes(mem)
      return { id: Number(nodeid), cpus: cpus === undefined ? [] : (parseCpus(cpus) ?? []), memory: amount }
    }),
    allowed: membind === undefined ? undefined : nodesIn(membind),
  }
}

type Settings = Readonly<Record<string, string | undefined>>

function settings(text: string): Settings {
  const [kind, ...parts] = text.split(',')
  return Object.fromEntries([['kind', kind], ...parts.map((part) => part.split('='))])
}

const nodesIn = (list: string) => (parseCpus(list) ?? []).map(CellId)
const mebibytes = (text: string) => KiB(Number(text.replace(/M$/, '')) * 1024)

function sizeIn(text: string): KiB {
  const units: Readonly<Record<string, number>> = { K: 1, M: 1024, G: 1024 * 1024 }
  const [, amount, unit = 'M'] = /^(\d+)([KMG])?$/.exec(text) ?? []
  return KiB(Number(amount) * (units[unit] ?? 1))
}

const modes: Readonly<Record<string, Binding['mode']>> = {
  bind: 'strict',
  preferred: 'preferred',
  interleave: 'interleave',
}

function backendOf(one: Settings): Backend {
  const file = one.kind === 'memory-backend-file'
  const memfd = one.kind === 'memory-backend-memfd' && one.hugetlb === 'on'
  const size = one['mem-path']?.endsWith('1G') ? '1G' : (one.hugetlbsize ?? '2M')
  return {
    memory: sizeIn(one.size ?? '0'),
    pages: file || memfd ? { size: PageSize(sizeIn(size)), source: file ? 'file' : 'memfd' } : 'base',
    binding: {
      mode: modes[one.policy ?? ''] ?? 'default',
      nodes: one['host-nodes'] === undefined ? [] : nodesIn(one['host-nodes']),
    },
    preallocated: one.prealloc === 'on',
    reserved: one.reserve !== 'off',
  }
}
