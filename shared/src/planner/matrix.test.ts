import { expect, test } from 'vitest'
import { matrixCsv } from '../explain/matrix.ts'
import { releaseById } from '../releases/index.ts'
import { scenarios } from '../scenarios/index.ts'
import { cloudAtRandom, seeded } from '../testing/clouds.ts'
import { type Cloud, cloudOf } from './cloud.ts'
import { finished } from './long.ts'
import { migrateMatrix } from './matrix.ts'
import { replay } from './replay.ts'

const under = (id: string, cloud: Cloud['snapshot']): Cloud => {
  const release = releaseById(id)
  if (!release) throw new Error(`no release ${id}`)
  return cloudOf(cloud, release)
}

const cellsOf = (cloud: Cloud) =>
  finished(
    migrateMatrix(
      cloud,
      cloud.snapshot.guests.slice(0, 6),
      cloud.snapshot.hosts.map(({ id }) => id),
    ),
  )

test.each(['kilo', 'liberty', 'mitaka', 'pike', 'stein', 'train', 'zed', '2024.2', 'master'])(
  'every cell is what moving that guest there comes to, in %s',
  (id) => {
    const release = releaseById(id)
    if (!release) throw new Error(`no release ${id}`)
    const cloud = cloudOf(cloudAtRandom({ hosts: 6, cells: [1, 2] }, release, seeded(11)), release)
    const results = {
      'by both': 'moves',
      'by Nova alone': 'fails on the host',
      'not known': 'unknown',
    } as const
    const cells = cellsOf(cloud)
    expect(cells.length).toBeGreaterThan(0)
    for (const { guest, host, taken } of cells) {
      const [step] = replay(cloud, [{ do: 'live-migrate', guest, to: host }])
      const expected = taken in results ? results[taken as keyof typeof results] : 'refused by Nova'
      expect([guest, host, step?.outcome]).toMatchObject([guest, host, { result: expected }])
    }
  },
)

test('where two gates give two answers, the cell says so', () => {
  const scenario = scenarios.find(({ id }) => id === 'two-gates-two-answers')
  if (!scenario) throw new Error('the scenario is gone')
  const cells = cellsOf(under(scenario.snapshot.release ?? 'liberty', scenario.snapshot))
  const differing = cells.filter(({ disagree }) => disagree)
  expect(differing.length).toBeGreaterThan(0)
  expect(differing[0]?.gates).toContainEqual(expect.objectContaining({ gate: 'boot', outcome: 'accepts' }))
})

test('a reason with a comma is quoted in the table for a spreadsheet', () => {
  const scenario = scenarios.find(({ id }) => id === 'two-gates-two-answers')
  if (!scenario) throw new Error('the scenario is gone')
  const cells = cellsOf(under(scenario.snapshot.release ?? 'liberty', scenario.snapshot))
  const [head, first] = matrixCsv(cells).split('\r\n')
  expect(head).toBe('guest,host,taken,gates,live-migration pre-check,scheduler,claim,host,boot')
  expect(first?.match(/("[^"]*"|[^,]*)(,|$)/g)).toHaveLength(10)
})
