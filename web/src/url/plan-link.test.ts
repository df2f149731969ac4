import { GuestId, HostId, type Plan } from '@headroom/shared'
import { plans } from '@headroom/shared/testing'
import fc from 'fast-check'
import { deflateSync, strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { formatPlan, formatPlans, parsePlan, parsePlans } from './plan-link.ts'

test('a plan reads back from its link as it was written', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const link = formatPlan(plan)
      expect(parsePlan(link)).toEqual({ kind: 'plan', plan })
      expect(encodeURI(link)).toBe(link)
    }),
  )
})

test('two plans read back from one link, and one plan twice is written once', () => {
  fc.assert(
    fc.property(plans, plans, (one, other) => {
      const [first, second] = parsePlans(formatPlans(one, other))
      expect([first, second]).toEqual([
        { kind: 'plan', plan: one },
        { kind: 'plan', plan: other },
      ])
      expect(formatPlans(one, one)).toBe(formatPlan(one))
      expect(encodeURI(formatPlans(one, other))).toBe(formatPlans(one, other))
    }),
  )
})

const plan: Plan = {
  version: 1,
  snapshot: 'pages-nobody-told-nova',
  release: 'liberty',
  actions: Array.from({ length: 20 }, (_, n) => ({
    do: 'live-migrate',
    guest: GuestId(`vm-${n}`),
    to: n % 2 ? HostId('compute-07') : undefined,
  })),
}

test('twenty actions fit in a link that any mail program leaves whole', () => {
  expect(formatPlan(plan).length).toBeLessThan(1000)
})

test('a link written by version 1 opens', () => {
  const link =
    'plan=LY3RDoIwDEX_pc_DABE1-xVjSGFTFraV0DGjZP9ujb7dnubes8Nk0axEoV88RtCNAhyTo8igrzsYAg0JZ1st-LAMCoaXEMpcZX66NE5G2ESchI4Uli3Zqj4Li2Qs6FoBu7ftZzeAbuvjRcFvSLfdqai_YCBKUnFGcg6S7h4zrXKF5sABvf9-gxRB70WJaIsibLpyKx8'
  expect(parsePlan(link)).toEqual({
    kind: 'plan',
    plan: {
      version: 1,
      snapshot: undefined,
      release: undefined,
      actions: [
        {
          do: 'take-pages',
          by: 'ovs-vswitchd',
          host: 'compute-07',
          cell: 0,
          size: 2048,
          pages: 256,
        },
        { do: 'boot', id: 'vm', flavor: 'm1.small', image: {}, count: 15, on: undefined },
      ],
    },
  })
})

const packed = (json: string) =>
  `plan=${btoa(String.fromCharCode(...deflateSync(strToU8(json))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}`

test.each([
  { name: 'no hash is no plan', hash: '', is: { kind: 'none' } },
  { name: 'a hash of something else is no plan', hash: 'cell-0', is: { kind: 'none' } },
  {
    name: 'a letter no link has is named with its place',
    hash: `${formatPlan(plan).slice(0, 40)}%20`,
    is: { kind: 'broken', why: { kind: 'not base64url', at: 35, found: '%' } },
  },
  {
    name: 'a link cut short says so',
    hash: formatPlan(plan).slice(0, -30),
    is: { kind: 'broken', why: { kind: 'not deflated JSON' } },
  },
  { name: 'a link with nothing in it is broken', hash: 'plan=', is: { kind: 'broken' } },
  {
    name: 'a link that unpacks without end is stopped',
    hash: packed(' '.repeat(5_000_000)),
    is: { kind: 'broken', why: { kind: 'too large' } },
  },
  {
    name: 'a plan of a version to come is not guessed at',
    hash: packed('{"headroom_plan":2,"actions":[]}'),
    is: {
      kind: 'broken',
      why: { kind: 'not a plan', problems: [{ at: { path: 'headroom_plan' }, found: '2' }] },
    },
  },
  {
    name: 'an action that does not parse is named by its place, and what it says is kept',
    hash: packed('{"headroom_plan":1,"actions":[{"do":"dance"}]}'),
    is: {
      kind: 'broken',
      why: {
        kind: 'not a plan',
        problems: [{ at: { path: 'actions[0].do' } }],
        json: expect.stringContaining('"dance"'),
      },
    },
  },
])('$name', ({ hash, is }) => {
  expect(parsePlan(hash)).toMatchObject(is)
})

test('no text after the # makes reading throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      expect(parsePlan(`plan=${text}`).kind).toBe('broken')
    }),
  )
})
