import { PageSize } from '@headroom/shared'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type BarBooks, sumOfPools } from './bar-books.ts'
import { CellBar } from './CellBar.tsx'
import { barWords } from './cell-bar-words.ts'

afterEach(cleanup)

const size = PageSize(2048)
const host = { total: 16384, claimed: 15360, thirdParty: 256, unseen: 0, notRead: 0, free: 768 }
const nova = { total: 16384, used: 15360, reserved: 0 }

const cases: readonly (readonly [string, BarBooks, string])[] = [
  [
    'both books',
    { size, nova, host },
    'cell 0, 2 MiB pages. On the host: 15,360 claimed by Nova’s guests, 256 held by a third party and 768 free of 16,384. By Nova’s book: 15,360 used and 1,024 free of 16,384. Nova would promise 256 pages (512 MiB) that the host does not have.',
  ],
  [
    'Nova’s book alone',
    { size, nova: { ...nova, reserved: 24 }, host: undefined },
    'cell 0, 2 MiB pages. The host was not read. By Nova’s book: 15,360 used, 24 reserved by configuration and 1,000 free of 16,384.',
  ],
  [
    'the host’s book alone',
    { size, nova: undefined, host },
    'cell 0, 2 MiB pages. On the host: 15,360 claimed by Nova’s guests, 256 held by a third party and 768 free of 16,384. Nova’s book was not read.',
  ],
  [
    'books that agree',
    { size, nova: { ...nova, reserved: 256 }, host },
    'cell 0, 2 MiB pages. On the host: 15,360 claimed by Nova’s guests, 256 held by a third party and 768 free of 16,384. By Nova’s book: 15,360 used, 256 reserved by configuration and 768 free of 16,384. The books agree.',
  ],
]

test.each(cases)('the bar of %s is heard as all its numbers', (_, books, words) => {
  render(<CellBar books={books} of="cell 0" />)
  expect(screen.getByRole('img', { name: words })).toBeTruthy()
})

test('a sum that differs both ways is heard both ways', () => {
  const hidden = { size, nova: { ...nova, reserved: 512 }, host }
  const sum = sumOfPools([{ size, nova, host }, hidden])
  expect(sum && barWords(sum, 'all cells')).toMatch(
    /Nova would promise 256 pages \(512 MiB\) that the host does not have\. Nova will not use 256 pages \(512 MiB\) that are free\.$/,
  )
})

test('a divergence too small to see is still drawn three pixels wide', () => {
  const tiny = {
    size,
    nova: { total: 1_000_000, used: 0, reserved: 0 },
    host: { ...host, total: 1_000_000, claimed: 0, thirdParty: 1, free: 999_999 },
  }
  const { container } = render(<CellBar books={tiny} of="cell 0" />)
  expect(container.querySelector('[data-frame="phantom"]')?.getAttribute('width')).toBe('3')
})
