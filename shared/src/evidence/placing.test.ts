import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { placed } from './placing.ts'
import { type ProbeDocument, parseProbe } from './probe.ts'

const text = readFileSync(join(import.meta.dirname, '../../../e2e/inputs/probe/n2-seed-a.json'), 'utf8')
const { facts } = parseProbe(text)

const unseen = (node: number, pages: number, size_kib = 2048) => ({ node, size_kib, pages })
const file = (path: string, pages: number, size_kib = 2048) => ({
  path,
  mount: '/dev/hugepages',
  size_kib,
  pages,
  open_by: [],
})
const process = (command: string, hugetlb_kib: number, guest: string | null = null) => ({
  pid: 77,
  command,
  exe: null,
  guest,
  guest_name: guest,
  hugetlb_kib,
})

/** Node and pages of each holder that was placed. */
function told(but: Partial<ProbeDocument>): string[] {
  if (!facts) throw new Error('the document does not parse')
  const nothing = { unseen: [], files: [], open_files: [], unplaced: [] }
  return placed({ ...facts, ...nothing, ...but }).map(
    ({ kind, name, node, size, pages }) => `${kind} ${name}: ${pages} × ${size} on ${node}`,
  )
}

describe('pages whose node nobody read', () => {
  test.each<[string, Partial<ProbeDocument>, readonly string[]]>([
    [
      'a file is where the only unseen pages are',
      { unseen: [unseen(1, 64)], files: [file('/dev/hugepages/left', 64)] },
      ['file /dev/hugepages/left: 64 × 2048 on 1'],
    ],
    [
      'it is nowhere where two nodes have some',
      { unseen: [unseen(0, 64), unseen(1, 64)], files: [file('/dev/hugepages/left', 64)] },
      [],
    ],
    [
      'sizes are looked for apart',
      { unseen: [unseen(0, 2, 1048576), unseen(1, 64)], files: [file('/dev/hugepages/left', 64)] },
      ['file /dev/hugepages/left: 64 × 2048 on 1'],
    ],
    [
      'what one has is not another’s',
      { unseen: [unseen(0, 64)], files: [file('a', 40), file('b', 40)] },
      ['file a: 40 × 2048 on 0'],
    ],
    [
      'a descriptor that nobody maps',
      {
        unseen: [unseen(0, 3)],
        open_files: [{ pid: 9, command: 'spdk', sharers: [], path: '/memfd:x', size_kib: 2048, pages: 3 }],
      },
      ['process spdk: 3 × 2048 on 0'],
    ],
    [
      'a descriptor of which the pages are not known',
      {
        unseen: [unseen(0, 3)],
        open_files: [{ pid: 9, command: 'spdk', sharers: [], path: '/memfd:x', size_kib: null, pages: null }],
      },
      [],
    ],
    [
      'a process the probe was not let into',
      { unseen: [unseen(0, 128)], unplaced: [process('ovs-vswitchd', 64 * 2048)] },
      ['process ovs-vswitchd: 64 × 2048 on 0'],
    ],
    [
      'a guest the probe was not let into',
      { unseen: [unseen(0, 128)], unplaced: [process('qemu-system-x86', 128 * 2048, 'vm-1')] },
      ['guest vm-1: 128 × 2048 on 0'],
    ],
    [
      'a process of pages of two sizes, perhaps',
      { unseen: [unseen(0, 128), unseen(0, 1, 1048576)], unplaced: [process('dpdk', 64 * 2048)] },
      [],
    ],
  ])('%s', (_, but, holders) => {
    expect(told(but)).toEqual(holders)
  })
})
