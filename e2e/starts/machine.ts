import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { observe, type Reality, readFiles } from '@headroom/shared'

export const qemu = 'qemu-system-x86_64'
const probe = join(import.meta.dirname, '../../api/probe/headroom-probe')
const asked = '/proc/sys/vm/nr_hugepages'

/** KiB of this machine's default huge page, the only size of which pages are reserved. */
export const pageKib = 2048

/** Why no start can be tried here; undefined where it can. */
export function obstacle(pages: number): string | undefined {
  if (process.platform !== 'linux') return 'this is not Linux'
  if (process.getuid?.() !== 0) return 'only root may reserve huge pages'
  if (spawnSync(qemu, ['--version']).status !== 0) return `${qemu} is not installed`
  if (meminfo('Hugepagesize') !== pageKib) return 'the default huge page is not 2 MiB'
  const spare = meminfo('MemAvailable')
  return spare < 4 * pages * pageKib ? `${spare} KiB available are too few to set memory aside` : undefined
}

const meminfo = (name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0)

export const qemuVersion = (): string =>
  /version (\S+)/.exec(execFileSync(qemu, ['--version'], { encoding: 'utf8' }))?.[1] ?? ''

/** The host's book of this machine, as the probe sees it at this moment. */
export function look(): Reality {
  const text = execFileSync('sh', [probe], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const [host] = readFiles([{ name: 'probe.json', text }]).snapshot.hosts
  const seen = host && observe(host)
  if (!seen) throw new Error('the probe saw no host')
  return { ...seen, qemu: qemuVersion() }
}

export const freePages = ({ nodes }: Reality): number =>
  nodes.flatMap(({ pools }) => pools).reduce((all, one) => all + (one.size === pageKib ? one.free : 0), 0)

interface Reserved {
  /** A hugetlbfs of its own; undefined where none may be mounted. */
  readonly mount: string | undefined
  readonly giveBack: () => void
}

/** So many pages more than there are; `giveBack` leaves the machine as it was. */
export function reserve(pages: number): Reserved {
  const before = readFileSync(asked, 'utf8').trim()
  writeFileSync(asked, String(Number(before) + pages))
  const place = mkdtempSync(join(tmpdir(), 'headroom-starts-'))
  const mounted = spawnSync('mount', ['-t', 'hugetlbfs', '-o', 'pagesize=2M', 'none', place]).status === 0
  return {
    mount: mounted ? place : undefined,
    giveBack: () => {
      if (mounted) spawnSync('umount', [place])
      rmdirSync(place)
      writeFileSync(asked, before)
    },
  }
}

/** Pages of a file that no process maps. */
export function leaveFile(mount: string, pages: number): () => void {
  const path = join(mount, 'left-behind')
  execFileSync('fallocate', ['-l', String(pages * pageKib * 1024), path])
  return () => rmSync(path)
}
