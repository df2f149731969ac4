import { expect, test } from 'vitest'
import { storedHostTopology } from '../accounting/stored-json.ts'
import { readFiles } from '../evidence/assemble.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { releaseById } from '../releases/index.ts'
import { cloudAtRandom, seeded, usualCells } from './clouds.ts'
import { novaRows } from './nova-rows.ts'

test.each(['liberty', 'queens', 'zed'])('rows of a cloud of %s read back as the cloud', (id) => {
  const release = releaseById(id)
  if (!release) throw new Error(`no release ${id}`)
  const cloud = cloudAtRandom({ hosts: 30, cells: usualCells }, release, seeded(1))
  const { snapshot, files } = readFiles([{ name: 'rows.json', text: novaRows(cloud, release) }])
  expect(files.flatMap(({ problems }) => problems)).toEqual([])
  const topologies = ({ guests }: Snapshot) =>
    new Map(guests.map(({ id, host, topology }) => [id, { host, topology }]))
  expect(topologies(snapshot)).toEqual(topologies(cloud))
  const cells = ({ hosts }: Snapshot) =>
    new Map(
      hosts.map(({ id, nova }) => [
        id,
        typeof nova?.cells === 'object' ? storedHostTopology(nova.cells, release.rules) : 'none',
      ]),
    )
  expect(cells(snapshot)).toEqual(cells(cloud))
})
