import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { hostname, release } from 'node:os'
import { join } from 'node:path'
import { parseProbe } from '@headroom/shared'
import { describe, expect, test } from 'vitest'
import {
  commands,
  fixture,
  installed,
  machine,
  node,
  plant,
  probe,
  run,
  running,
  scratch,
  script,
} from './capture.ts'

/** A tree with something of everything the probe reads. */
function everything(): string {
  const shared = (pid: number, comm: string | Buffer, pages: number) =>
    running(pid, {
      comm,
      hugetlbKib: pages * 2048,
      cmdline: ['/usr/bin/qemu-system-x86_64', '-uuid', 'u', '-m', 'size=8192k', '-name', 'guest=a,,b\nc'],
      maps: ['7f0000000000-7f0001000000 rw-s 00000000 00:1c 7 /dev/hugepages/x'],
      numaMaps: [
        `7f0000000000 bind:0 file=/dev/hugepages/x huge dirty=${pages} N0=${pages} kernelpagesize_kB=2048`,
      ],
    })
  const root = plant(
    scratch(),
    Object.assign(
      {},
      machine,
      node(0, { total: 32, free: 8, surplus: 1 }),
      node(1, { total: 8, free: 8 }),
      shared(9, Buffer.from([0x61, 0xff, 0x22, 0x5c, 0xc3, 0xbc]), 8),
      shared(10, 'qemu-system-x86', 4),
      running(11, { comm: 'blind', hugetlbKib: 4096 }),
      {
        'proc/mounts': `${machine['proc/mounts']}none /sys/fs/cgroup cgroup2 rw 0 0\n`,
        'sys/fs/cgroup/a/hugetlb.2MB.max': '4194304\n',
        'sys/fs/cgroup/a/hugetlb.2MB.numa_stat': 'total=2097152 N0=2097152\n',
        'proc/10/fd.ls': 'lrwx------ 1 root root 64 Nov 30 18:24 3 -> /memfd:m (deleted)\n',
      },
    ),
  )
  mkdirSync(join(root, 'dev/hugepages'), { recursive: true })
  writeFileSync(join(root, 'dev/hugepages/left'), Buffer.alloc(2 * 1024 * 1024, 1))
  return root
}

const fixtures = readdirSync(fixture('')).flatMap((scenario) =>
  readdirSync(fixture(scenario)).map((state) => fixture(`${scenario}/${state}`)),
)

describe('every shell and awk prints the same document', () => {
  const interpreters = [
    { name: 'dash and mawk', shell: ['dash'], awk: 'mawk' },
    { name: 'dash and gawk', shell: ['dash'], awk: 'gawk' },
    { name: 'bash and mawk', shell: ['bash'], awk: 'mawk' },
    { name: 'bash as sh and gawk', shell: ['bash', '--posix'], awk: 'gawk' },
    { name: 'busybox alone', shell: ['busybox', 'sh'], awk: 'busybox' },
  ]
  const links = (awk: string): Record<string, string> => {
    const target = installed(awk) ?? awk
    if (awk !== 'busybox') return { awk: target }
    const applets = execFileSync(target, ['--list'], { encoding: 'utf8' }).split('\n').filter(Boolean)
    return Object.fromEntries(applets.map((applet) => [applet, target]))
  }
  for (const { name, shell, awk } of interpreters) {
    const missing = [...shell.slice(0, 1), awk].filter((command) => !installed(command)).join(' or ')
    test.skipIf(missing)(
      missing ? `${name}: skipped, no ${missing} here` : name,
      () => {
        const path = commands(links(awk))
        for (const root of [...fixtures, everything()]) {
          const { status, stdout, stderr } = run([root], { shell, path })
          expect([status, stderr, stdout]).toEqual([0, '', run([root]).stdout])
        }
      },
      60_000,
    )
  }

  test('and what they print of a tree with everything is all there', () => {
    const read = probe(everything())
    const { holders, guests, unplaced, files, open_files, cgroups, unseen } = read
    expect(
      [holders, guests, unplaced, files, open_files, cgroups, unseen].map((rows) => rows?.length),
    ).toEqual([2, 1, 1, 1, 1, 1, 1])
  })
})

test('it runs from a pipe, as ssh hands it over', () => {
  const root = fixture('odd/20-thirdparty-50-node2')
  const input = readFileSync(script)
  expect(execFileSync('sh', ['-s', '--', root], { input, encoding: 'utf8' })).toBe(run([root]).stdout)
})

/** Everything of a tree that a write would change. */
const listing = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { mode, size, mtimeMs, ctimeMs, ino } = lstatSync(join(root, name))
      return { name, mode, size, mtimeMs, ctimeMs, ino }
    })

test('it writes nothing: not into the tree, not where it stands, not into TMPDIR', () => {
  const root = everything()
  const cwd = scratch()
  const before = listing(root)
  expect(run([root], { cwd }).status).toBe(0)
  const traced = execFileSync('sh', ['-c', 'TMPDIR=$PWD HOME=$PWD sh "$1" "$2"', 'sh', script, root], {
    cwd,
    encoding: 'utf8',
  })
  expect(parseProbe(traced).problems).toEqual([])
  expect(listing(root)).toEqual(before)
  expect(readdirSync(cwd)).toEqual([])
})

const isRoot = process.getuid?.() === 0
const nobody = 65534

test(`a user without rights gets the same document of a readable tree${isRoot ? '' : ': as the user who runs this'}`, () => {
  const place = scratch()
  chmodSync(place, 0o755)
  const copy = join(place, 'headroom-probe')
  copyFileSync(script, copy)
  const root = everything()
  chmodSync(root, 0o555)
  const { status, stdout, stderr } = run([root], { copy, cwd: place, ...(isRoot ? { uid: nobody } : {}) })
  chmodSync(root, 0o755)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toBe(run([root]).stdout)
})

describe('on this very machine', () => {
  const here = process.platform === 'linux' && existsSync('/proc/self/status')
  const nodes = '/sys/devices/system/node'
  const onlyHere = (name: string) => (here ? name : `${name}: skipped, not Linux`)

  test.skipIf(!here)(onlyHere('it reads what the kernel says'), () => {
    const read = probe('/')
    expect(read).toMatchObject({ hostname: hostname(), kernel: release(), euid: process.getuid?.() })
    expect(read.read_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(read.base_page_kib).toBeGreaterThanOrEqual(4)
    const ids = existsSync(nodes) ? readdirSync(nodes).filter((name) => /^node\d+$/.test(name)) : []
    expect(read.nodes.map(({ id }) => `node${id}`).sort()).toEqual(ids.sort())
    const total = /^MemTotal: +(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]
    expect(read.memory.total_kib).toBe(Number(total))
  })

  test.skipIf(!here)(onlyHere('no argument and the root directory are the same'), () => {
    const [none, slash] = [run([]), run(['/'])].map(({ stdout }) => parseProbe(stdout).facts)
    expect(none?.hostname).toBe(hostname())
    expect([none?.cpus, none?.mounts, none?.machine]).toEqual([slash?.cpus, slash?.mounts, slash?.machine])
  })

  test.skipIf(!here || !isRoot)(
    here && isRoot
      ? 'a user without rights is told into which processes it could not look, if pages are in use'
      : 'a user without rights: skipped, only root can become one',
    () => {
      const place = scratch()
      chmodSync(place, 0o755)
      const copy = join(place, 'headroom-probe')
      copyFileSync(script, copy)
      const { status, stdout, stderr } = run([], { copy, cwd: place, uid: nobody })
      expect([status, stderr]).toEqual([0, ''])
      const { facts, problems } = parseProbe(stdout)
      expect(problems).toEqual([])
      expect(facts?.euid).toBe(nobody)
      const refused = facts?.unread.find(({ path }) => path === '/proc/PID/maps')
      const pagesInUse = facts?.pools.some(({ total, free, reserved }) => total > free || reserved !== 0)
      expect(refused?.why).toBe(pagesInUse ? 'not permitted' : undefined)
      expect(refused?.pids.includes(process.pid) ?? false).toBe(pagesInUse)
    },
  )
})
