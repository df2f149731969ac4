import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFiles } from './assemble.ts'
import type { InputFile } from './import.ts'

const inputs = join(import.meta.dirname, '../../../e2e/inputs')
const input = (name: string): InputFile => ({ name, text: readFileSync(join(inputs, name), 'utf8') })

test('a numa_topology row and a probe of the same host are one host on both books', () => {
  const { files, snapshot } = readFiles([
    input('nova/compute-07-numa-topology.json'),
    input('probe/n2-seed-a.json'),
  ])
  expect(files.map(({ format, problems }) => [format, problems])).toEqual([
    ['nova rows', []],
    ['headroom-probe', []],
  ])
  const [host, ...others] = snapshot.hosts
  expect(others).toEqual([])
  const cells = host?.nova?.cells
  const nova = Array.isArray(cells) ? cells.flatMap(({ mempages }) => mempages) : []
  const kernel = host?.observed?.nodes.flatMap(({ pools }) => pools) ?? []
  expect(nova.filter(({ size }) => size === 2048).map(({ total, used }) => total - used)).toEqual([
    1024, 1024,
  ])
  expect(kernel.filter(({ size }) => size === 2048).map(({ free }) => free)).toEqual([768, 1024])
})
