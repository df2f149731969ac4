import { expect, test } from 'vitest'
import { CellId } from '../model/ids.ts'
import { KiB, MiB, PageSize, Pages } from '../units.ts'
import { figure, memoryText, pageSizeText, plain, say } from './sentence.ts'

test('a sentence joins to what a person reads', () => {
  const short = say`${{ guestCell: CellId(0) }} needs ${{ pages: Pages(1024), size: PageSize(2048) }}.`
  expect(plain(short)).toBe('guest cell 0 needs 1,024 × 2 MiB.')
})

test.each([
  [MiB(512), '512 MiB'],
  [MiB(6144), '6 GiB'],
  [MiB(1536), '1.5 GiB'],
  [MiB(1537), '1,537 MiB'],
  [KiB(6144), '6 MiB'],
])('%d KiB reads %s', (memory, text) => {
  expect(memoryText(memory)).toBe(text)
})

test('a page size is named as the field names it', () => {
  expect([4, 64, 2048, 1048576, 16777216].map((n) => pageSizeText(PageSize(n)))).toEqual([
    '4 KiB',
    '64 KiB',
    '2 MiB',
    '1 GiB',
    '16 GiB',
  ])
})

test('a negative figure carries a true minus', () => {
  expect(figure(-15360)).toBe('−15,360')
})
