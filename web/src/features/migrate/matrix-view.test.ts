import { cloudOf, guestsOn, migrateMatrix, releaseById } from '@headroom/shared'
import { cloudAtRandom, seeded } from '@headroom/shared/testing'
import { expect, test } from 'vitest'
import {
  cellOfCode,
  matrixCellView,
  matrixHead,
  matrixText,
  matrixView,
  openMatrix,
  refusalsOf,
} from './matrix-view.ts'

const zed = releaseById('zed')
if (!zed) throw new Error('Zed is gone')
const cloud = cloudOf(cloudAtRandom({ hosts: 60, cells: [2] }, zed, seeded(5)), zed)
const [source] = [...cloud.hosts.values()]
  .map(({ id }) => id)
  .sort((a, b) => guestsOn(cloud, b).length - guestsOn(cloud, a).length)
if (!source) throw new Error('no host')
const guests = guestsOn(cloud, source)

function asked() {
  const long = migrateMatrix(
    cloud,
    guests,
    [...cloud.hosts.values()].map(({ id }) => id),
  )
  for (;;) {
    const step = long.next()
    if (step.done) return openMatrix(guests, step.value)
  }
}
const matrix = asked()
const plainly = { guests: undefined, hosts: undefined, differing: undefined } as const

test('every guest stands against every host but its own', () => {
  const { guests: rows, hosts, codes } = matrixView(matrix, plainly)
  expect([rows.length, hosts.length, codes.length]).toEqual([guests.length, 59, guests.length * 59])
  expect(hosts.map(({ id }) => id)).not.toContain(source)
})

test('a cell of the view is what its gates came to', () => {
  const { guests: rows, hosts, codes } = matrixView(matrix, { ...plainly, hosts: 'fits' })
  for (const [row, guest] of rows.entries())
    for (const [column, host] of hosts.entries()) {
      const shown = cellOfCode(codes[row * hosts.length + column] ?? -1)
      expect(matrixCellView(matrix, guest.id, host.id)).toMatchObject(shown)
    }
})

test('counts of the head are those of the cells', () => {
  const { counts, disagree } = matrixHead(matrix)
  const { guests: rows, hosts } = matrixView(matrix, plainly)
  const sum = (lines: typeof rows, of: 'fits' | 'disagree') => lines.reduce((all, line) => all + line[of], 0)
  expect(Object.values(counts).reduce((a, b) => a + b)).toBe(guests.length * 59)
  expect([sum(rows, 'fits'), sum(hosts, 'fits')]).toEqual([counts['by both'], counts['by both']])
  expect([sum(rows, 'disagree'), sum(hosts, 'disagree')]).toEqual([disagree, disagree])
})

test.each(['fits', 'disagree'] as const)('lines are sorted by %s, most first', (by) => {
  const view = matrixView(matrix, { ...plainly, guests: by, hosts: by })
  for (const lines of [view.guests, view.hosts]) {
    const numbers = lines.map((line) => line[by])
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  }
})

test('names are sorted as people count', () => {
  const names = matrixView(matrix, plainly).hosts.map(({ name }) => Number(name.replace(/\D/g, '')))
  expect(names).toEqual(names.toSorted((a, b) => a - b))
})

test('only where gates disagree, no line is without', () => {
  const view = matrixView(matrix, { ...plainly, differing: true })
  expect([...view.guests, ...view.hosts].every(({ disagree }) => disagree > 0)).toBe(true)
})

test('the text has a line a cell of the view, and a head', () => {
  const { guests: rows, hosts } = matrixView(matrix, plainly)
  expect(matrixText(matrix, plainly).split('\r\n')).toHaveLength(rows.length * hosts.length + 1)
})

test('reasons of a guest are of the hosts that do not take it', () => {
  const [guest] = matrixView(matrix, plainly).guests
  if (!guest) throw new Error('no guest')
  const refused = refusalsOf(matrix, guest.id).reduce((all, { hosts }) => all + hosts, 0)
  expect(refused).toBe(59 - guest.fits)
})

test('a cell that is not there is undefined', () => {
  expect(matrixCellView(matrix, 'nobody', 'nowhere')).toBeUndefined()
})
