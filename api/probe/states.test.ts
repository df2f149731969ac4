import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CellId,
  type Domain,
  HostId,
  memoryOf,
  type NodePool,
  observe,
  PageSize,
  Pages,
  type PoolHolder,
  type Reality,
  readFiles,
  startCheck,
} from '@headroom/shared'
import { expect, test } from 'vitest'
import { fixture, probe } from './capture.ts'

/** Captured kernels: those of the project, and those under HEADROOM_CAPTURES (SCENARIO/STATE/{proc,sys}). */
const more = process.env.HEADROOM_CAPTURES
const roots = [fixture(''), ...(more ? [more] : [])]
const states = roots.flatMap((root) =>
  readdirSync(root)
    .flatMap((scenario) => (existsSync(join(root, scenario, 'sys')) ? [] : [scenario]))
    .flatMap((scenario) =>
      readdirSync(join(root, scenario))
        .filter((state) => existsSync(join(root, scenario, state, 'sys')))
        .map((state) => ({ root: join(root, scenario, state), name: `${scenario} ${state}` })),
    ),
)

/** One pool: pages in all, free, with processes that are no QEMU, with QEMU, and with nobody who could be seen. */
interface Row {
  readonly node: number
  readonly size: number
  readonly nr: number
  readonly free: number
  readonly others: number
  readonly guests: number
  readonly unseen: number
}

const numberIn = (path: string) => Number(readFileSync(path, 'utf8'))

/** The same from the tree's own files, read as plainly as can be: N<k>= of mappings marked huge. */
function fromFiles(root: string): Row[] {
  const nodes = join(root, 'sys/devices/system/node')
  const held = heldIn(join(root, 'proc'))
  return readdirSync(nodes)
    .filter((name) => /^node\d+$/.test(name) && existsSync(join(nodes, name, 'hugepages')))
    .map((name) => Number(name.slice(4)))
    .sort((a, b) => a - b)
    .flatMap((node) =>
      readdirSync(join(nodes, `node${node}/hugepages`))
        .map((name) => Number(/\d+/.exec(name)?.[0]))
        .sort((a, b) => a - b)
        .map((size) => {
          const pool = join(nodes, `node${node}/hugepages/hugepages-${size}kB`)
          const nr = numberIn(join(pool, 'nr_hugepages'))
          const free = numberIn(join(pool, 'free_hugepages'))
          const sum = (qemu: boolean) =>
            held
              .filter((one) => one.node === node && one.size === size && one.qemu === qemu)
              .reduce((all, { pages }) => all + pages, 0)
          const [others, guests] = [sum(false), sum(true)]
          return { node, size, nr, free, others, guests, unseen: nr - free - others - guests }
        }),
    )
}

function heldIn(proc: string) {
  return readdirSync(proc)
    .filter((name) => /^\d+$/.test(name) && existsSync(join(proc, name, 'numa_maps')))
    .flatMap((pid) => {
      const qemu = /^qemu/.test(readFileSync(join(proc, pid, 'comm'), 'utf8'))
      return readFileSync(join(proc, pid, 'numa_maps'), 'utf8')
        .split('\n')
        .filter((line) => / huge( |$)/.test(line))
        .flatMap((line) =>
          [...line.matchAll(/ N(\d+)=(\d+)/g)].map(([, node, pages]) => ({
            qemu,
            node: Number(node),
            pages: Number(pages),
            size: Number(/kernelpagesize_kB=(\d+)/.exec(line)?.[1]),
          })),
        )
    })
}

function realityOf(root: string): { readonly reality: Reality; readonly qemus: ReadonlySet<number> } {
  const document = probe(root)
  const { snapshot } = readFiles([{ name: 'probe.json', text: JSON.stringify(document) }])
  const [host] = snapshot.hosts
  const reality = host && observe({ ...host, id: HostId('captured') })
  if (!reality) throw new Error(`${root} makes no host`)
  return { reality, qemus: new Set(document.guests?.map(({ pid }) => pid)) }
}

function fromReality({ reality, qemus }: ReturnType<typeof realityOf>): Row[] {
  const isGuest = (one: PoolHolder) =>
    one.kind === 'guest' || (one.kind === 'process' && one.pid !== undefined && qemus.has(one.pid))
  const sum = (pool: NodePool, which: (one: PoolHolder) => boolean) =>
    pool.holders.filter(which).reduce((all, { pages }) => all + pages, 0)
  return reality.nodes.flatMap(({ id, pools }) =>
    pools.map((pool) => ({
      node: id,
      size: pool.size,
      nr: pool.total,
      free: pool.free,
      others: sum(pool, (one) => one.kind !== 'unseen' && !isGuest(one)),
      guests: sum(pool, isGuest),
      unseen: sum(pool, ({ kind }) => kind === 'unseen'),
    })),
  )
}

/** A guest of so many pages on one node, as Nova has libvirt start it. */
function guestOf(node: number, size: number, pages: number): Domain {
  const memory = memoryOf(Pages(pages), PageSize(size))
  const binding = { mode: 'strict', nodes: [CellId(node)] } as const
  const backing = { kind: 'huge pages', size: PageSize(size), binding, source: 'file' } as const
  return {
    memory,
    vcpus: 1,
    cells: [{ id: 0, cpus: [0], memory, backing }],
    backing,
    confinedTo: [CellId(node)],
    pagedCells: [0],
  }
}

test.each(states)('$name: pools, holders and what fits are those of its files', ({ root, name }) => {
  const here = realityOf(root)
  const rows = fromFiles(root)
  expect(fromReality(here)).toEqual(rows)
  const mounted = { ...here.reality, mounts: rows.map(({ size }) => PageSize(size)) }
  const promised = (size: number) =>
    numberIn(join(root, `sys/kernel/mm/hugepages/hugepages-${size}kB/resv_hugepages`))
  const room = (size: number) =>
    numberIn(join(root, `sys/kernel/mm/hugepages/hugepages-${size}kB/nr_overcommit_hugepages`))
  for (const { node, size, free } of rows) {
    const everywhere = rows.filter((row) => row.size === size).reduce((all, row) => all + row.free, 0)
    const most = Math.min(free, everywhere - promised(size))
    const answer = (pages: number) => startCheck(mounted, guestOf(node, size, pages)).outcome
    if (most > 0) expect([name, node, size, answer(most)]).toEqual([name, node, size, 'starts'])
    if (room(size) === 0) expect([name, node, size, answer(most + 1)]).toEqual([name, node, size, 'refuses'])
  }
  if (more && root.startsWith(more)) {
    for (const { node, size, nr, free, others, guests, unseen } of rows.filter(({ nr }) => nr > 0)) {
      process.stdout.write(`${[name, node, size, nr, free, others, guests, unseen].join(' | ')}\n`)
    }
  }
})

test('states of seven machines', () => {
  expect(new Set(states.map(({ name }) => name.split(' ')[0])).size).toBeGreaterThanOrEqual(7)
})
