/*
 * Real starts: sets huge pages aside, tells what QEMU and the kernel will say to each start, starts it, and gives the pages
 * back. Exit status: 0 where all was foretold, 1 where not, 2 where no start can be tried.
 *
 *   npm run -s starts
 */
import {
  CellId,
  explainRefusal,
  KiB,
  type Launch,
  PageSize,
  plain,
  qemuCheck,
  type StartVerdict,
} from '@headroom/shared'
import { freePages, leaveFile, look, obstacle, pageKib, qemuVersion, reserve } from './machine.ts'
import { type Happened, start } from './qemu.ts'

const pages = 64
const none = { mode: 'default', nodes: [] } as const

/** One machine with one backend. */
const launch = (kib: number, but: Partial<Launch['backends'][number]> = {}): Launch => {
  const backend = {
    memory: KiB(kib),
    pages: { size: PageSize(pageKib), source: 'memfd' },
    binding: none,
    preallocated: true,
    reserved: true,
    ...but,
  } as const
  return { memory: KiB(kib), vcpus: 1, backends: [backend], cells: [], allowed: undefined }
}

const ofPages = (count: number, but: Parameters<typeof launch>[1] = {}) => launch(count * pageKib, but)

/** Two cells of base pages in a machine of twice their memory. */
const unequal: Launch = {
  ...launch(64 * 1024),
  vcpus: 2,
  backends: [0, 1].map(() => ({
    memory: KiB(16 * 1024),
    pages: 'base',
    binding: none,
    preallocated: false,
    reserved: true,
  })),
  cells: [0, 1].map((id) => ({ id, cpus: [id], memory: KiB(16 * 1024) })),
}

interface Row {
  readonly name: string
  readonly told: string
  readonly happened: string
  readonly right: boolean
  readonly sameWords: boolean | undefined
  readonly why: string
}

function toldOutcome(verdict: StartVerdict): Happened['outcome'] | 'unknown' {
  if (verdict.outcome !== 'starts') return verdict.outcome
  const dies = verdict.remarks.some(({ kind, moment }) => kind === 'pool-short' && moment === 'touch')
  return dies ? 'killed' : 'starts'
}

function compared(name: string, verdict: StartVerdict, happened: Happened): Row {
  const told = toldOutcome(verdict)
  const first = verdict.outcome === 'refuses' ? verdict.refusals[0] : undefined
  const remark = verdict.outcome === 'starts' ? verdict.remarks[0] : undefined
  const says = first?.words?.says
  return {
    name,
    told,
    happened: happened.outcome === 'killed' ? `killed (${happened.signal})` : happened.outcome,
    right: told === happened.outcome,
    sameWords:
      says !== undefined && happened.outcome === 'refuses' ? happened.said.includes(says) : undefined,
    why: (first ?? remark) ? plain(explainRefusal((first ?? remark) as NonNullable<typeof first>)) : '',
  }
}

/** Tells what will happen, then lets it happen. */
async function attempt(name: string, what: Launch, mount: string, touch = false): Promise<Row> {
  const verdict = qemuCheck(look(), what)
  const { happened, stop } = await start(what, mount, touch)
  await stop()
  return compared(name, verdict, happened)
}

async function all(mount: string | undefined): Promise<Row[]> {
  const at = mount ?? ''
  const free = freePages(look())
  if (free < pages) throw new Error(`the kernel set ${free} of ${pages} pages aside`)
  const rows = [
    await attempt('half the free pages', ofPages(free / 2), at),
    await attempt('all free pages', ofPages(free), at),
    await attempt('one page more than is free', ofPages(free + 1), at),
    await attempt(
      'pages of a size the kernel lacks',
      launch(32 * 1024, { pages: { size: PageSize(16384), source: 'memfd' } }),
      at,
    ),
    await attempt('33 MiB in a memfd', launch(33 * 1024), at),
    await attempt(
      'bound to a node that is not there',
      ofPages(8, { binding: { mode: 'strict', nodes: [CellId(7)] } }),
      at,
    ),
    await attempt(
      'preferred on a node that is not there',
      ofPages(8, { binding: { mode: 'preferred', nodes: [CellId(7)] } }),
      at,
    ),
    await attempt(
      'preferred where it fits',
      ofPages(8, { binding: { mode: 'preferred', nodes: [CellId(0)] } }),
      at,
    ),
    await attempt('taken at start and not promised', ofPages(8, { reserved: false }), at),
    await attempt('all free pages when touched', ofPages(free, { preallocated: false }), at, true),
    await attempt(
      'neither taken nor promised, one more than is free',
      ofPages(free + 1, { preallocated: false, reserved: false }),
      at,
      true,
    ),
    await attempt('two cells of half the machine’s memory', unequal, at),
    await besidePromise(free, at),
  ]
  if (mount === undefined) return rows
  return [
    ...rows,
    await attempt(
      '33 MiB in a file',
      launch(33 * 1024, { pages: { size: PageSize(pageKib), source: 'file' } }),
      at,
    ),
    ...(await thirdParty(free, mount)),
  ]
}

/** A guest that has half of the pages promised and none taken yet; another wants more than the other half. */
async function besidePromise(free: number, mount: string): Promise<Row> {
  const first = await start(ofPages(free / 2, { preallocated: false }), mount, false)
  try {
    return await attempt('one page more than others were not promised', ofPages(free / 2 + 1), mount)
  } finally {
    await first.stop()
  }
}

/** The same guest before, while and after somebody else has half of the pages. */
async function thirdParty(free: number, mount: string): Promise<Row[]> {
  const guest = ofPages(free / 2 + 1)
  const before = await attempt('before a third party comes', guest, mount)
  const remove = leaveFile(mount, free / 2)
  const short = await attempt('a third party took half in between', guest, mount)
  remove()
  return [before, short, await attempt('the third party is gone', guest, mount)]
}

function table(rows: readonly Row[]): string {
  const words = ({ sameWords }: Row) =>
    sameWords === undefined ? '' : sameWords ? 'its words' : 'other words'
  const cells = rows.map((row) => [
    row.name,
    row.told,
    row.happened,
    row.right ? 'right' : 'WRONG',
    words(row),
  ])
  const all = [['start', 'foretold', 'happened', '', ''], ...cells]
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...all.map((cell) => cell[at]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const obstructed = obstacle(pages)
if (obstructed) {
  process.stderr.write(
    `starts: none is tried, ${obstructed}. It takes root, ${pages} huge pages of 2 MiB and QEMU for x86.\n`,
  )
  process.exit(2)
}
const reserved = reserve(pages)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    reserved.giveBack()
    process.exit(1)
  })
}
let rows: readonly Row[] = []
try {
  rows = await all(reserved.mount)
} finally {
  reserved.giveBack()
}
const right = rows.filter((row) => row.right).length
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`QEMU ${qemuVersion()}\n\n${table(rows)}\n`)
for (const { name, why } of rows.filter(({ why }) => why !== '')) say(`${name}: ${why}`)
say(`\n${right} of ${rows.length} foretold${reserved.mount ? '' : '; no hugetlbfs may be mounted here'}`)
process.exitCode = right === rows.length ? 0 : 1
