import { describe, expect, test } from 'vitest'
import { explainFit } from '../../explain/fit.ts'
import { plain } from '../../explain/sentence.ts'
import { GuestId, HostId } from '../../model/ids.ts'
import { releaseById } from '../../releases/index.ts'
import { cloudWith, computeHost, flavor, numaFilters } from '../../scenarios/cloud.ts'
import { hostCell, pool } from '../../testing/cells.ts'
import { observed } from '../../testing/observed.ts'
import { GiB } from '../../units.ts'
import type { Action } from '../action.ts'
import { type Cloud, cloudOf } from '../cloud.ts'
import { finished } from '../long.ts'
import { play } from '../replay.ts'
import { drain } from './drain.ts'
import { type DrainRequest, drainRequest, type Move } from './plan.ts'

const small = flavor('small', 1, GiB(1), { 'hw:mem_page_size': '2MB' })
const middle = flavor('middle', 1, GiB(2), { 'hw:mem_page_size': '2MB' })
const big = flavor('big', 1, GiB(3), { 'hw:mem_page_size': '2MB' })

const host = (id: string, pages: number) =>
  computeHost(HostId(id), {
    memory: GiB(8),
    vcpus: 8,
    cells: [
      hostCell({ cpus: '0-7', memory: GiB(8), mempages: [pool('4K', '1048576'), pool('2M', `${pages}`)] }),
    ],
    observed: observed({
      nodes: [{ cpus: '0-7', memory: GiB(8), memoryFree: GiB(3), pools: [{ size: '2M', total: pages }] }],
      holders: [],
    }),
  })

const boot = (id: string, flavorName: string, on: string): Action => ({
  do: 'boot',
  id,
  flavor: flavorName,
  image: {},
  count: 1,
  on: { host: HostId(on), how: 'requested' },
})

function cloudAfter(
  releaseId: string,
  pages: Readonly<Record<string, number>>,
  ...steps: readonly Action[]
): Cloud {
  const release = releaseById(releaseId)
  if (!release) throw new Error(`no ${releaseId}`)
  const hosts = Object.entries(pages).map(([id, count]) => host(id, count))
  const flavors = [small, middle, big]
  const cloud = cloudOf(
    cloudWith({ name: 'c', release: releaseId, hosts, flavors, enabledFilters: numaFilters }),
    release,
  )
  return play(cloud, steps).at(-1)?.cloud ?? cloud
}

const drained = (cloud: Cloud, asked: Partial<DrainRequest>, ...hosts: readonly string[]) =>
  finished(drain(cloud, drainRequest(hosts.map(HostId), asked)))

const words = ({ guest, from, to, how, why }: Move) => `${guest}: ${from} → ${to}, ${how}, ${why.kind}`

describe('a guest that finds no room', () => {
  const crowded = () =>
    cloudAfter('zed', { a: 2048, b: 1792, c: 1024 }, boot('large', 'big', 'a'), boot('little', 'small', 'b'))

  test('stays, and what would free it is named', () => {
    const { stays, waves } = drained(crowded(), {}, 'a')
    expect(waves).toEqual([])
    expect(stays.map(({ guest, aside }) => [guest, aside])).toEqual([['large-1', 'not asked']])
    expect(stays.flatMap(({ frees }) => frees.map(({ change }) => plain(explainFit(change))))).toContain(
      'little-1 leaves b.',
    )
  })

  test('goes where another makes room, once that one is gone', () => {
    const { stays, waves } = drained(crowded(), { aside: 1, atOnce: 4 }, 'a')
    expect(stays).toEqual([])
    expect(waves.map((wave) => wave.map(words))).toEqual([
      ['little-1: b → c, live, aside'],
      ['large-1: a → b, live, leaves'],
    ])
  })

  test('goes where one makes room for which another had to make room, fewest moves first', () => {
    const chained = cloudAfter(
      'zed',
      { a: 2048, b: 1920, c: 1024, d: 512 },
      boot('large', 'big', 'a'),
      boot('mid', 'middle', 'b'),
      boot('little', 'small', 'c'),
    )
    const { waves, stays } = drained(chained, { aside: 3, atOnce: 4 }, 'a')
    expect(stays).toEqual([])
    expect(waves.map((wave) => wave.map(words))).toEqual([
      ['little-1: c → d, live, aside'],
      ['mid-1: b → c, live, aside'],
      ['large-1: a → b, live, leaves'],
    ])
    expect(drained(chained, { aside: 1 }, 'a').stays.map(({ aside }) => aside)).toEqual(['no'])
  })
})

describe('a guest that cannot be live-migrated', () => {
  const running = () => cloudAfter('queens', { a: 2048, b: 2048 }, boot('g', 'small', 'a'))
  const off = () =>
    cloudAfter('queens', { a: 2048, b: 2048 }, boot('g', 'small', 'a'), {
      do: 'power-off',
      guest: GuestId('g-1'),
    })

  test.each<[string, () => Cloud, DrainRequest['downtime'], readonly string[]]>([
    ['stays where nobody may be stopped', running, 'never', []],
    ['stays where only those that are shut off may', running, 'stopped guests', []],
    ['is stopped for the while where anyone may', running, 'any', ['g-1: a → b, cold, leaves']],
    ['goes cold where it is shut off', off, 'stopped guests', ['g-1: a → b, cold, leaves']],
    ['stays though it is shut off where nobody may go cold', off, 'never', []],
  ])('%s', (_, cloud, downtime, moves) => {
    const { waves, stays } = drained(cloud(), { downtime }, 'a')
    expect(waves.flat().map(words)).toEqual(moves)
    expect(stays).toHaveLength(1 - moves.length)
  })

  test('is confirmed at once, so that its source is free', () => {
    const { actions } = drained(off(), { downtime: 'any', afterwards: 'stays empty' }, 'a')
    expect(actions.map((one) => one.do)).toEqual(['set-service', 'cold-migrate', 'confirm'])
  })

  test('goes where Nova picks before its destination could be named', () => {
    const stop: Action = { do: 'power-off', guest: GuestId('g-1') }
    const cloud = cloudAfter('pike', { a: 2048, b: 2048 }, boot('g', 'small', 'a'), stop)
    const { actions } = drained(cloud, { downtime: 'any' }, 'a')
    expect(actions).toContainEqual({ do: 'cold-migrate', guest: 'g-1', to: undefined })
  })
})

describe('hosts one after another', () => {
  const two = () =>
    cloudAfter('zed', { a: 1024, b: 512, c: 512 }, boot('x', 'small', 'a'), boot('y', 'small', 'b'))

  test.each<[DrainRequest['afterwards'], readonly string[], number]>([
    ['stays empty', ['x-1: a → c, live, leaves'], 1],
    ['back in service', ['x-1: a → c, live, leaves', 'y-1: b → a, live, leaves'], 0],
    [
      'guests return',
      [
        'x-1: a → c, live, leaves',
        'x-1: c → a, live, returns',
        'y-1: b → c, live, leaves',
        'y-1: c → b, live, returns',
      ],
      0,
    ],
  ])('%s', (afterwards, moves, stay) => {
    const { waves, stays } = drained(two(), { afterwards, atOnce: 4 }, 'a', 'b')
    expect(waves.flat().map(words)).toEqual(moves)
    expect(stays).toHaveLength(stay)
  })

  test('are put in an order that empties all, where that of the request does not', () => {
    const cloud = cloudAfter(
      'zed',
      { a: 1536, b: 1536, c: 512 },
      boot('x', 'small', 'a'),
      boot('y', 'big', 'b'),
    )
    const given = drained(cloud, { order: 'given' }, 'b', 'a')
    const any = drained(cloud, { order: 'any' }, 'b', 'a')
    expect([given.order, given.stays.map(({ guest }) => guest)]).toEqual([['b', 'a'], ['y-1']])
    expect([any.order, any.stays]).toEqual([['a', 'b'], []])
  })
})
