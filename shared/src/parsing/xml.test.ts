import fc from 'fast-check'
import { expect, test } from 'vitest'
import { childOf, childrenOf, type Element, readXml } from './xml.ts'

const outline = ({ path, line, children }: Element): readonly string[] => [
  `${line} ${path}`,
  ...children.flatMap(outline),
]

test('an element knows its line and its path', () => {
  const { roots, problems } = readXml(`<domain>
  <name>a &lt; b</name>
  <numa>
    <cell id='0'/>
    <cell id='1'/></numa>
</domain>`)
  expect(problems).toEqual([])
  expect(roots.flatMap(outline)).toEqual([
    '1 /domain',
    '2 /domain/name',
    '3 /domain/numa',
    '4 /domain/numa/cell[1]',
    '5 /domain/numa/cell[2]',
  ])
  expect(childOf(roots[0], 'name')?.text).toBe('a < b')
  expect(childrenOf(childOf(roots[0], 'numa'), 'cell').map(({ attributes }) => attributes)).toEqual([
    { id: '0' },
    { id: '1' },
  ])
})

interface Case {
  readonly name: string
  readonly text: string
  readonly paths: readonly string[]
  readonly at?: { readonly line: number; readonly path?: string }
  readonly expected?: string
}

const cases: Case[] = [
  {
    name: 'documents after one another are all read',
    text: '<a>\n<b/></a>\n\n<a></a>\n',
    paths: ['1 /a[1]', '2 /a[1]/b', '4 /a[2]'],
  },
  {
    name: 'a declaration and a prompt before the document are passed over',
    text: '$ virsh capabilities\n<?xml version="1.0"?>\n<a/>',
    paths: ['3 /a'],
  },
  {
    name: 'a text cut between elements keeps them all and names the innermost that is open',
    text: '<a>\n<b>1</b>\n<c>\n',
    paths: ['1 /a', '2 /a/b', '3 /a/c'],
    at: { line: 4, path: '/a/c' },
    expected: '</c>',
  },
  {
    name: 'a text cut inside a tag keeps what stands before it',
    text: '<a>\n<b>1</b>\n<c id="',
    paths: ['1 /a', '2 /a/b'],
    at: { line: 3 },
    expected: 'well-formed XML',
  },
  {
    name: 'an element that is not closed is named where another closes',
    text: '<a>\n<b>\n</a>',
    paths: ['1 /a', '2 /a/b'],
    at: { line: 3 },
    expected: '</b>',
  },
  { name: 'no element is no XML', text: 'nothing', paths: [], at: { line: 1 }, expected: 'well-formed XML' },
]
test.each(cases)('$name', ({ text, paths, at, expected }) => {
  const { roots, problems } = readXml(text)
  expect(roots.flatMap(outline)).toEqual(paths)
  expect(problems).toMatchObject(at ? [{ severity: 'error', at, expected }] : [])
})

test('no text makes reading throw', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '</',
    '/>',
    '<a',
    "='",
    '"',
    '&lt;',
    '<!--',
    '<![CDATA[',
    '<?',
    'a',
    '\n',
    ']]>',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (pieces) => {
      expect(Array.isArray(readXml(pieces.join('')).roots)).toBe(true)
    }),
  )
})
