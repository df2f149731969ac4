import { PageSize } from '@headroom/shared'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BarBooks,
  type BarSum,
  type HostPool,
  type NovaPool,
  novaFree,
  sumOfPools,
} from './bar-books.ts'
import { type BarPages, barGeometry, barPages, leastWidth } from './cell-bar-geometry.ts'

const size = PageSize(2048)
const nova = (total: number, used: number, reserved = 0): NovaPool => ({ total, used, reserved })
const host = (free: number, held: Partial<HostPool> = {}): HostPool => {
  const parts = { claimed: 0, thirdParty: 0, unseen: 0, notRead: 0, ...held }
  return {
    ...parts,
    free,
    total: parts.claimed + parts.thirdParty + parts.unseen + parts.notRead + free,
  }
}

/** `claimed 15,360 | third-party 256 | free 768 · tick 15,360 · phantom 15,360–15,616` */
const drawn = ({ ground, tick, frames }: BarPages) =>
  [
    ground.map(({ of, pages }) => `${of} ${pages}`).join(' | '),
    ...(tick === undefined ? [] : [`tick ${tick}`]),
    ...frames.map(({ of, from, to }) => `${of} ${from}–${to}`),
  ].join(' · ')

interface Case {
  readonly name: string
  readonly nova?: NovaPool
  readonly host?: HostPool
  readonly shows: string
}

const cases: readonly Case[] = [
  {
    name: 'pages that Nova was not told of lie between its tick and the free edge, as phantom',
    nova: nova(16384, 15360),
    host: host(768, { claimed: 15360, thirdParty: 256 }),
    shows: 'claimed 15360 | third-party 256 | free 768 · tick 15360 · phantom 15360–15616',
  },
  {
    name: 'a reservation that covers the third party makes the books agree',
    nova: nova(16384, 9216, 2048),
    host: host(5120, { claimed: 9216, thirdParty: 2048 }),
    shows: 'claimed 9216 | third-party 2048 | free 5120 · tick 11264',
  },
  {
    name: 'a reservation that nobody uses is hidden, and drawn as reserved',
    nova: nova(16384, 4096, 4096),
    host: host(11776, { claimed: 4096, thirdParty: 512 }),
    shows: 'claimed 4096 | third-party 512 | reserved 3584 | free 8192 · tick 8192 · hidden 4608–8192',
  },
  {
    name: 'a guest that is off hides the pages Nova keeps for it',
    nova: nova(16384, 12288),
    host: host(8192, { claimed: 8192 }),
    shows: 'claimed 8192 | free 8192 · tick 12288 · hidden 8192–12288',
  },
  {
    name: 'pages that nobody visible holds are unseen',
    nova: nova(8192, 4096),
    host: host(2816, { claimed: 4096, unseen: 1280 }),
    shows: 'claimed 4096 | unseen 1280 | free 2816 · tick 4096 · phantom 4096–5376',
  },
  {
    name: 'where processes were not looked at the use is not read, not unseen',
    nova: nova(8192, 4096),
    host: host(4096, { notRead: 4096 }),
    shows: 'not-read 4096 | free 4096 · tick 4096',
  },
  {
    name: 'a pool that shrank shows the pages Nova still counts as absent',
    nova: nova(16384, 4096),
    host: host(4096, { claimed: 4096 }),
    shows: 'claimed 4096 | absent 8192 | free 4096 · tick 4096 · phantom 4096–12288',
  },
  {
    name: 'a pool that grew is free that Nova will not use',
    nova: nova(4096, 1024),
    host: host(7168, { claimed: 1024 }),
    shows: 'claimed 1024 | free 7168 · tick 5120 · hidden 1024–5120',
  },
  {
    name: 'more booked than there is puts the tick at the end',
    nova: nova(1024, 2048),
    host: host(0, { claimed: 1024 }),
    shows: 'claimed 1024 · tick 1024',
  },
  {
    name: 'a host that was not read shows Nova’s book, and its free as not known',
    nova: nova(8192, 4096, 1024),
    shows: 'claimed 4096 | reserved 1024 | free-not-known 3072 · tick 5120',
  },
  {
    name: 'a host without a Nova row has no tick',
    host: host(7168, { thirdParty: 1024 }),
    shows: 'third-party 1024 | free 7168',
  },
  { name: 'with neither book nothing is known', shows: 'not-known 1' },
]

test.each(cases)('$name', ({ nova, host, shows }) => {
  expect(drawn(barPages({ size, nova, host }))).toBe(shows)
})

const pages = fc.oneof(fc.nat(3), fc.nat(70_000))
const anyHost = fc
  .record({ claimed: pages, thirdParty: pages, unseen: pages, notRead: pages, free: pages })
  .map(({ free, ...held }) => host(free, held))
const anyNova = fc.tuple(pages, pages, pages).map(([total, used, reserved]) => nova(total, used, reserved))
const anyBooks: fc.Arbitrary<BarBooks> = fc.record({
  size: fc.constant(size),
  nova: fc.option(anyNova, { nil: undefined }),
  host: fc.option(anyHost, { nil: undefined }),
})
const width = fc.integer({ min: 60, max: 1600 })

test('the ground sums to the bar', () => {
  fc.assert(
    fc.property(anyBooks, (books) => {
      const { ground, total } = barPages(books)
      expect(ground.reduce((sum, one) => sum + one.pages, 0)).toBe(total)
    }),
  )
})

test('the frame is exactly as many pages as the books differ by', () => {
  fc.assert(
    fc.property(anyNova, anyHost, (nova, host) => {
      const framed = barPages({ size, nova, host }).frames.map(({ from, to }) => to - from)
      expect(framed).toEqual([Math.abs(Math.max(novaFree(nova), 0) - host.free)].filter((pages) => pages > 0))
    }),
  )
})

test('stretches touch, in order, and fill the width', () => {
  fc.assert(
    fc.property(anyBooks, width, (books, width) => {
      const bar = barPages(books)
      const { ground } = barGeometry(bar, width)
      let at = 0
      for (const stretch of ground) {
        expect(stretch.x).toBe(at)
        at += stretch.width
      }
      expect(at).toBe(bar.total > 0 ? width : 0)
    }),
  )
})

test('nothing that is there is thinner than three pixels', () => {
  fc.assert(
    fc.property(anyBooks, width, (books, width) => {
      const { ground, frames } = barGeometry(barPages(books), width)
      for (const drawn of [...ground, ...frames]) expect(drawn.width).toBeGreaterThanOrEqual(leastWidth)
    }),
  )
})

test('the frame lies between the tick and the ground’s free edge', () => {
  fc.assert(
    fc.property(anyNova, anyHost, width, (nova, host, width) => {
      const { ground, tick, frames } = barGeometry(barPages({ size, nova, host }), width)
      const edge = ground.find(({ of }) => of === 'reserved' || of === 'free')?.x ?? width
      for (const { of, x, width } of frames)
        expect([x, x + width]).toEqual(of === 'phantom' ? [tick, edge] : [edge, tick])
    }),
  )
})

test('a sum that differs both ways frames both and has no tick', () => {
  const phantom = { size, nova: nova(1024, 256), host: host(512, { claimed: 256, thirdParty: 256 }) }
  const hidden = { size, nova: nova(1024, 0, 512), host: host(1024) }
  expect(drawn(barPages(sumOfPools([phantom, hidden]) as BarSum))).toBe(
    'claimed 256 | third-party 256 | reserved 512 | free 1024 · phantom 256–512 · hidden 512–1024',
  )
})

test('a sum leaves out cells that have one book', () => {
  const whole = { size, nova: nova(1024, 256), host: host(768, { claimed: 256 }) }
  const half = { size, nova: nova(4096, 0), host: undefined }
  expect(sumOfPools([whole, half])).toMatchObject({ cells: 1, nova: whole.nova, host: whole.host })
})
