import { expect, test } from 'vitest'
import { isProbe, type ProbeDocument, parseProbe } from './probe.ts'

const pool = { size_kib: 2048, total: 1024, free: 768, surplus: 0 }
const whole: ProbeDocument = {
  headroom_probe: 1,
  hostname: 'compute-07',
  read_at: '2026-11-30T18:14:05Z',
  kernel: '6.1.0-57-amd64',
  machine: 'x86_64',
  base_page_kib: 4,
  euid: 0,
  memory: {
    total_kib: 6078004,
    free_kib: 1696940,
    available_kib: 1573892,
    hugetlb_kib: 4194304,
    default_hugepage_kib: 2048,
  },
  nodes: [
    {
      id: 0,
      online: true,
      cpus: '0-3',
      memory_total_kib: 2983424,
      memory_free_kib: 770216,
      distances: [10],
      pools: [pool],
    },
  ],
  pools: [{ ...pool, reserved: 0, overcommit: 0 }],
  cpus: [{ id: 0, online: true, node: 0, socket: 0, core: 0, siblings: '0-1' }],
  mounts: [{ path: '/dev/hugepages', size_kib: 2048 }],
  guests: [],
  holders: [
    {
      pid: 490,
      command: 'pmd-c03/id:8',
      exe: null,
      guest: null,
      guest_name: null,
      size_kib: 2048,
      node: 0,
      pages: 256,
      shared_pages: 0,
      sharers: [],
    },
  ],
  unplaced: [],
  mapped_untouched: [],
  files: [],
  open_files: [],
  cgroups: [],
  unseen: [],
  unread: [],
}
const json = (document: object) => JSON.stringify(document, null, 1)

test('a whole document has no problems', () => {
  expect(parseProbe(json(whole))).toEqual({ facts: whole, problems: [] })
})

interface Case {
  readonly name: string
  readonly broken: object
  readonly facts: Partial<ProbeDocument>
  readonly problem: object
}
const lost = (path: string) => [{ path, why: 'not understood', pids: [] }] as const

const cases: Case[] = [
  {
    name: 'a row that lacks a number is left out and named by path',
    broken: { ...whole, holders: [{ ...whole.holders?.[0], pages: 'many' }, ...(whole.holders ?? [])] },
    facts: { ...whole, unread: [...lost('holders[0].pages')] },
    problem: { severity: 'error', at: { path: 'holders[0].pages' }, found: '"many"', expected: 'number' },
  },
  {
    name: 'a pool that cannot be read leaves its node standing',
    broken: { ...whole, nodes: [{ ...whole.nodes[0], pools: [{ ...pool, free: -1 }] }] },
    facts: { nodes: [{ ...(whole.nodes[0] as ProbeDocument['nodes'][0]), pools: [] }] },
    problem: {
      severity: 'error',
      at: { path: 'nodes[0].pools[0].free' },
      found: '-1',
      expected: 'at least 0',
    },
  },
  {
    name: 'a fact that may be unknown becomes unknown',
    broken: { ...whole, kernel: 6.1 },
    facts: { ...whole, kernel: null, unread: [...lost('kernel')] },
    problem: { severity: 'error', at: { path: 'kernel' }, found: '6.1', expected: 'string' },
  },
  {
    name: 'a missing list of holders is not known, which is not none',
    broken: { ...whole, holders: undefined },
    facts: { ...whole, holders: null, unread: [...lost('holders')] },
    problem: { severity: 'error', at: { path: 'holders' }, expected: 'array' },
  },
  {
    name: 'a missing group of facts is each of them unknown',
    broken: { ...whole, memory: [] },
    facts: {
      memory: {
        total_kib: null,
        free_kib: null,
        available_kib: null,
        hugetlb_kib: null,
        default_hugepage_kib: null,
      },
    },
    problem: { severity: 'error', at: { path: 'memory' }, found: '[]', expected: 'object' },
  },
  {
    name: 'a CPU list that is none is named',
    broken: { ...whole, cpus: [{ ...whole.cpus[0], siblings: '0..1' }] },
    facts: { cpus: [{ ...(whole.cpus[0] as ProbeDocument['cpus'][0]), siblings: null }] },
    problem: { at: { path: 'cpus[0].siblings' }, found: '"0..1"' },
  },
]
test.each(cases)('$name', ({ broken, facts, problem }) => {
  const read = parseProbe(json(broken))
  expect(read.facts).toMatchObject(facts)
  expect(read.problems).toMatchObject([problem])
})

test('a document cut short names its line and keeps what came before', () => {
  const text = json(whole)
  const { facts, problems } = parseProbe(text.slice(0, text.indexOf('"guests"')))
  expect(facts).toMatchObject({
    hostname: 'compute-07',
    nodes: whole.nodes,
    pools: whole.pools,
    holders: null,
  })
  expect(problems[0]).toMatchObject({
    at: { line: text.slice(0, text.indexOf('"guests"')).split('\n').length },
  })
  expect(facts?.unread.map(({ path }) => path)).toContain('holders')
})

test.each([
  { name: 'a document of another version is not guessed at', text: '{"headroom_probe": 2}', found: '2' },
  { name: 'JSON that is no probe document has no facts', text: '{"cells": []}', found: undefined },
  { name: 'prose has no facts', text: 'sh: headroom-probe: not found', found: undefined },
])('$name', ({ text, found }) => {
  const { facts, problems } = parseProbe(text)
  expect(facts).toBeUndefined()
  expect(problems.at(-1)).toMatchObject({
    severity: 'error',
    expected: expect.any(String),
    ...(found ? { found } : {}),
  })
})

test('a probe document is known by its first member', () => {
  expect([{ headroom_probe: 1 }, { headroom_probe: 9 }, { cells: [] }, [], null].map(isProbe)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
