import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ProbeDocument, parseProbe } from '@headroom/shared'
import { onTestFinished } from 'vitest'

export const script = join(import.meta.dirname, 'headroom-probe')

/** A captured kernel: `n4/20-four-third-parties`. */
export const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', name)

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** How to run the probe: by the system's sh unless said otherwise. */
export interface Run {
  /** Another copy of the probe. */
  readonly copy?: string
  readonly shell?: readonly string[]
  readonly path?: string
  readonly uid?: number
  readonly cwd?: string
}

export function run(
  args: readonly string[],
  { copy = script, shell = ['sh'], path, uid, cwd }: Run = {},
): Ran {
  const [command = 'sh', ...rest] = shell
  const env = path === undefined ? process.env : { ...process.env, PATH: `${path}:${process.env.PATH}` }
  const ran = spawnSync(command, [...rest, copy, ...args], {
    encoding: 'utf8',
    env,
    timeout: 20_000,
    maxBuffer: 64 * 1024 * 1024,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    ...(cwd === undefined ? {} : { cwd }),
  })
  return { status: ran.status, stdout: ran.stdout, stderr: ran.stderr }
}

/** The document of a tree, which the product's own parser must read without a problem. */
export function probe(root: string, how?: Run): ProbeDocument {
  const { status, stdout, stderr } = run([root], how)
  const { facts, problems } = parseProbe(stdout)
  if (status !== 0 || stderr !== '' || !facts || problems.length > 0) {
    throw new Error(`the probe ended with ${status}: ${stderr}${JSON.stringify(problems)}\n${stdout}`)
  }
  return facts
}

export const installed = (command: string): string | undefined =>
  execFileSync('sh', ['-c', `command -v ${command} || :`], { encoding: 'utf8' }).trim() || undefined

/** A directory that is gone after the test. */
export function scratch(): string {
  const root = mkdtempSync(join(tmpdir(), 'headroom-probe-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

export type Files = Readonly<Record<string, string | Buffer>>

/** Writes files by path. */
export function plant(root: string, files: Files): string {
  for (const [path, content] of Object.entries(files)) {
    const target = join(root, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
  return root
}

/** The document of a tree of these files. */
export const probeOf = (...files: readonly Files[]): ProbeDocument =>
  probe(plant(scratch(), Object.assign({}, ...files)))

/** A directory for PATH in which these commands are others: `{ awk: '/usr/bin/mawk' }`. */
export function commands(links: Readonly<Record<string, string>>): string {
  const root = scratch()
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name))
  return root
}

interface Counts {
  readonly total: number
  readonly free: number
  readonly surplus?: number
}

const counters = (folder: string, { total, free, surplus = 0 }: Counts): Files => ({
  [`${folder}/nr_hugepages`]: `${total}\n`,
  [`${folder}/free_hugepages`]: `${free}\n`,
  [`${folder}/surplus_hugepages`]: `${surplus}\n`,
})

/** What the kernel shows of a node with this pool of 2 MiB pages (or of another size). */
export const node = (id: number, counts: Counts, sizeKib = 2048): Files => ({
  'sys/devices/system/node/online': '0-15\n',
  [`sys/devices/system/node/node${id}/cpulist`]: `${id}\n`,
  [`sys/devices/system/node/node${id}/distance`]: '10 20\n',
  [`sys/devices/system/node/node${id}/meminfo`]: `Node ${id} MemTotal:  4000000 kB\nNode ${id} MemFree:  1000000 kB\n`,
  ...counters(`sys/devices/system/node/node${id}/hugepages/hugepages-${sizeKib}kB`, counts),
})

/** The rest of a machine: what is not of a node or a process. */
export const machine: Files = {
  'proc/meminfo':
    'MemTotal: 8000000 kB\nMemFree: 2000000 kB\nMemAvailable: 3000000 kB\nHugepagesize: 2048 kB\n',
  'proc/mounts': 'none /dev/hugepages hugetlbfs rw,relatime,pagesize=2M 0 0\n',
  'proc/version': 'Linux version 6.1.0 (builder) #1 SMP\n',
  'proc/sys/kernel/hostname': 'planted\n',
  'sys/devices/system/cpu/online': '0-1\n',
  'sys/devices/system/cpu/cpu0/topology/core_id': '0\n',
}

interface Process {
  readonly comm: string | Buffer
  readonly hugetlbKib?: number
  /** Lines of /proc/PID/maps and numa_maps; undefined where they may not be read. */
  readonly maps?: readonly string[]
  readonly numaMaps?: readonly string[]
  /** Arguments, the program first. */
  readonly cmdline?: readonly string[]
  readonly exe?: string
  readonly more?: Files
}

const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')

/** What the kernel shows of a process with memory of its own. */
export const running = (
  pid: number,
  { comm, hugetlbKib = 0, maps, numaMaps, cmdline, exe, more }: Process,
): Files => {
  const folder = `proc/${pid}`
  return {
    [`${folder}/comm`]: Buffer.concat([Buffer.from(comm), Buffer.from('\n')]),
    [`${folder}/status`]: `Name:\tany\nVmSize:\t   10000 kB\nHugetlbPages:\t${hugetlbKib} kB\nMems_allowed_list:\t0-1\n`,
    ...(maps && { [`${folder}/maps`]: lines(maps) }),
    ...(numaMaps && { [`${folder}/numa_maps`]: lines(numaMaps) }),
    ...(cmdline && { [`${folder}/cmdline`]: cmdline.map((word) => `${word}\0`).join('') }),
    ...(exe && { [`${folder}/exe.link`]: `${exe}\n` }),
    ...Object.fromEntries(Object.entries(more ?? {}).map(([name, text]) => [`${folder}/${name}`, text])),
  }
}
