import { expect, test } from 'vitest'
import { isNonEmpty } from '../collections.ts'
import { releaseById } from '../releases/index.ts'
import { readSnapshot, writeSnapshot } from '../wire/snapshot.ts'
import { cloudAtRandom, seeded, usualCells } from './clouds.ts'

const zed = releaseById('zed')
const cloud = (seed: number, hosts = 300) => {
  if (!zed) throw new Error('no release zed')
  return cloudAtRandom({ hosts, cells: usualCells }, zed, seeded(seed))
}

test('a seed makes the same cloud each time', () => {
  expect(cloud(7, 30)).toEqual(cloud(7, 30))
})

test('another seed makes another cloud', () => {
  expect(cloud(7, 30)).not.toEqual(cloud(8, 30))
})

test('a cloud at random crosses the wire unchanged', () => {
  const snapshot = cloud(7, 30)
  expect(readSnapshot(JSON.parse(JSON.stringify(writeSnapshot(snapshot))))).toMatchObject({ facts: snapshot })
})

const { hosts, guests, gaps } = cloud(1)

test.each<[string, boolean]>([
  ['2 cells', hosts.some(({ nova }) => nova?.cells.length === 2)],
  ['4 cells', hosts.some(({ nova }) => nova?.cells.length === 4)],
  ['8 cells', hosts.some(({ nova }) => nova?.cells.length === 8)],
  [
    'more memory promised than there is',
    hosts.some(({ nova }) => (nova?.memoryUsed ?? 0) > (nova?.memory ?? 0)),
  ],
  [
    'pages held by a switch',
    hosts.some(({ observed }) => observed?.holders?.some(({ kind }) => kind === 'process')),
  ],
  [
    'pages held by a guest',
    hosts.some(({ observed }) => observed?.holders?.some(({ kind }) => kind === 'guest')),
  ],
  ['a service that is down', hosts.some(({ service }) => service?.up === false)],
  ['no observation', hosts.some(({ observed }) => observed === undefined)],
  ['no cells read', hosts.some(({ nova }) => nova?.cells === 'not read')],
  ['a gap', isNonEmpty(gaps)],
  [
    'pinned guests',
    guests.some(({ topology }) => typeof topology === 'object' && topology.cells[0]?.cpuPinning),
  ],
])('some host has %s', (_, has) => {
  expect(has).toBe(true)
})
