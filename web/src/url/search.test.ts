import { expect, test } from 'vitest'
import { formatSearch, parseCloud, parseDivergences, parseFleet, parseHost, parseSearch } from './search.ts'

const reads = (search: string) => ({ ...parseCloud(parseSearch(search)), ...parseFleet(parseSearch(search)) })

test.each([
  { link: '', is: {} },
  {
    link: '?snapshot=unlisted-pages&release=liberty',
    is: { snapshot: 'unlisted-pages', release: 'liberty' },
  },
  { link: '?filter=az1+12&size=2048', is: { filter: 'az1 12', size: 2048 } },
  { link: '?filter=12', is: { filter: '12' } },
  {
    link: '?diverges=true&sort=books&descending=true',
    is: { diverges: true, sort: 'books', descending: true },
  },
  { link: '?view=map', is: { view: 'map' } },
])('the link $link is read and written back the same', ({ link, is }) => {
  expect(reads(link)).toEqual(is)
  expect(formatSearch(is)).toBe(link)
})

test.each([
  ['a sort nobody knows', '?sort=colour'],
  ['a size that is no number', '?size=big'],
  ['a negative size', '?size=-4'],
  ['a flag that is off', '?diverges=false'],
  ['a flag that is neither on nor off', '?diverges=perhaps'],
  ['an empty filter', '?filter='],
  ['a view nobody knows', '?view=globe'],
])('%s is dropped', (_, link) => {
  expect(reads(link)).toEqual({})
})

test('divergences keep how they are grouped, how far apart books may be read, and which is open', () => {
  const link = '?group=host&tolerance=60&open=compute-07%2F0%2F2048'
  const is = { group: 'host', tolerance: 60, open: 'compute-07/0/2048' }
  expect(parseDivergences(parseSearch(link))).toEqual(is)
  expect(formatSearch(is)).toBe(link)
  expect(parseDivergences(parseSearch('?group=colour&tolerance=-1'))).toEqual({})
})

test('a host keeps which divergence is open', () => {
  expect(parseHost(parseSearch('?open=a%2F0%2F2048'))).toEqual({ open: 'a/0/2048' })
})
