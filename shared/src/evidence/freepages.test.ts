import { expect, test } from 'vitest'
import { isFreePages, parseFreePages } from './freepages.ts'

const text = `Node 0:
4KiB: 194186
2048KiB: 896
1048576KiB: 0

Node 2:
4KiB: 211994
2048KiB: 480
`

test('free pages are read by node and size', () => {
  expect(parseFreePages(text)).toEqual({
    facts: [
      {
        node: 0,
        pools: [
          { size: 4, free: 194186 },
          { size: 2048, free: 896 },
          { size: 1048576, free: 0 },
        ],
      },
      {
        node: 2,
        pools: [
          { size: 4, free: 211994 },
          { size: 2048, free: 480 },
        ],
      },
    ],
    problems: [],
  })
})

test('the prompt and the exit code of a transcript are passed over', () => {
  expect(parseFreePages(`$ virsh freepages --all\n${text}\n[exit 0]\n`)).toEqual(parseFreePages(text))
})

test('lines may end as they do on Windows', () => {
  expect(parseFreePages(text.replaceAll('\n', '\r\n'))).toEqual(parseFreePages(text))
})

test.each([
  {
    name: 'a count that is none is named and the other sizes stay',
    broken: text.replace('2048KiB: 896', '2048KiB: lots'),
    at: { line: 3 },
    found: '2048KiB: lots',
    expected: 'Node N: or SIZEKiB: PAGES',
    pools: [2, 2],
  },
  {
    name: 'an error of virsh is named where it stands',
    broken: `${text}error: operation failed\n`,
    at: { line: 9 },
    found: 'error: operation failed',
    expected: 'Node N: or SIZEKiB: PAGES',
    pools: [3, 2],
  },
  {
    name: 'pages before any node belong to nobody',
    broken: `2048KiB: 896\n${text}`,
    at: { line: 1 },
    found: '2048KiB: 896',
    expected: 'Node N: before its pages',
    pools: [3, 2],
  },
])('$name', ({ broken, at, found, expected, pools }) => {
  const { facts, problems } = parseFreePages(broken)
  expect(problems).toEqual([{ severity: 'error', at, found, expected }])
  expect(facts?.map((node) => node.pools.length)).toEqual(pools)
})

test('a text is known by a node and pages under it', () => {
  expect([text, 'Node 0:\n', '2048KiB: 896\n', 'Node 0 MemTotal: 1 kB\n'].map(isFreePages)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
