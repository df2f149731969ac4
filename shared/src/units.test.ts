import { expect, test } from 'vitest'
import { exceeds, GiB, inGiB, inMiB, KiB, MiB, memoryOf, PageSize, Pages, pagesFor } from './units.ts'

test('memory of a size is that many whole pages', () => {
  expect(pagesFor(MiB(2048), PageSize(2048))).toBe(1024)
})

test('memory that is not a whole number of pages has no page count', () => {
  expect(pagesFor(MiB(2049), PageSize(2048))).toBeUndefined()
})

test('pages of a size are that much memory', () => {
  expect(memoryOf(Pages(256), PageSize(2048))).toBe(MiB(512))
})

test('a unit is remembered by the type', () => {
  expect(exceeds(GiB(1), MiB(1024))).toBe(false)
  expect(inMiB(GiB(1))).toBe(1024)
  expect(inGiB(MiB(1536))).toBe(1.5)
  // @ts-expect-error pages are not memory
  expect(exceeds(KiB(1), Pages(1))).toBe(false)
})
