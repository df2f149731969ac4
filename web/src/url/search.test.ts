import { expect, test } from 'vitest'
import { formatSearch, parseCloud, parseFleet, parseSearch } from './search.ts'

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
])('%s is dropped', (_, link) => {
  expect(reads(link)).toEqual({})
})
