import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { formatCpus, type Launch } from '@headroom/shared'
import { qemu } from './machine.ts'

type Backend = Launch['backends'][number]

const onOff = (flag: boolean) => (flag ? 'on' : 'off')
const policies = {
  strict: 'bind',
  preferred: 'preferred',
  interleave: 'interleave',
  default: 'default',
} as const

function backendArgument(
  { memory, pages, binding, preallocated, reserved }: Backend,
  id: string,
  mount: string,
) {
  const from =
    pages === 'base'
      ? ['memory-backend-ram']
      : pages.source === 'file'
        ? ['memory-backend-file', `mem-path=${mount}`]
        : ['memory-backend-memfd', 'hugetlb=on', `hugetlbsize=${pages.size}K`]
  const bound =
    binding.nodes.length === 0
      ? []
      : [`host-nodes=${formatCpus(binding.nodes)}`, `policy=${policies[binding.mode]}`]
  const [kind = '', ...rest] = from
  return [
    kind,
    `id=${id}`,
    `size=${memory}K`,
    `prealloc=${onOff(preallocated)}`,
    `reserve=${onOff(reserved)}`,
    ...rest,
    ...bound,
  ].join(',')
}

/** QEMU's command line of a launch, paused, without disk, display or network. */
function argumentsOf({ memory, vcpus, backends, cells }: Launch, mount: string): string[] {
  const objects = backends.flatMap((one, at) => ['-object', backendArgument(one, `m${at}`, mount)])
  const numa = cells.flatMap(({ id, cpus }, at) => [
    '-numa',
    `node,nodeid=${id},cpus=${formatCpus(cpus)},memdev=m${at}`,
  ])
  const machine = cells.length === 0 && backends.length > 0 ? 'q35,memory-backend=m0' : 'q35'
  return [
    ...['-S', '-nodefaults', '-no-user-config', '-display', 'none', '-monitor', 'stdio', '-accel', 'tcg'],
    ...['-machine', machine, '-smp', String(vcpus), '-m', `${memory}K`],
    ...objects,
    ...numa,
  ]
}

/** `starts`: its monitor answered. `killed`: the signal that ended it once all its memory was read. */
export type Happened =
  | { readonly outcome: 'starts' }
  | { readonly outcome: 'refuses'; readonly said: string }
  | { readonly outcome: 'killed'; readonly signal: string }

export interface Running {
  readonly happened: Happened
  readonly stop: () => Promise<void>
}

/** Starts QEMU and waits until its monitor answers or it ends; reads the guest's whole memory where `touch` says so. */
export async function start(launch: Launch, mount: string, touch: boolean): Promise<Running> {
  const child = spawn(qemu, argumentsOf(launch, mount))
  const ended = new Promise<string | undefined>((resolve) => {
    child.on('close', (_, signal) => resolve(signal ?? undefined))
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const heard = listen(child)
  child.stdin.on('error', () => undefined)
  child.stdin.write('info status\n')
  const runs = await Promise.race([heard('VM status:'), ended.then(() => false)])
  if (!runs) return { happened: { outcome: 'refuses', said: heard.all() }, stop }
  if (!touch) return { happened: { outcome: 'starts' }, stop }
  child.stdin.write(`pmemsave 0 ${launch.memory * 1024} "/dev/null"\ninfo version\n`)
  const lives = await Promise.race([heard('Debian|^\\d+\\.\\d+\\.\\d+'), ended.then(() => false)])
  const happened = lives ? ({ outcome: 'starts' } as const) : ended.then((signal) => killed(signal))
  return { happened: await happened, stop }
}

const killed = (signal: string | undefined): Happened => ({ outcome: 'killed', signal: signal ?? 'none' })

/** What the process says, and a promise of the first text that matches. */
function listen(child: ChildProcessWithoutNullStreams) {
  let text = ''
  const waiting = new Set<() => void>()
  const hear = (chunk: Buffer) => {
    text += chunk.toString()
    for (const look of waiting) look()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const heard = (pattern: string): Promise<boolean> => {
    const from = text.length
    return new Promise((resolve) => {
      const look = () => {
        if (new RegExp(pattern, 'm').test(text.slice(from))) {
          waiting.delete(look)
          resolve(true)
        }
      }
      waiting.add(look)
      look()
    })
  }
  heard.all = () => text
  return heard
}
