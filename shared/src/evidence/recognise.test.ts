import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { snapshots } from '../testing/arbitraries.ts'
import { writeSnapshot } from '../wire/snapshot.ts'
import { readFiles } from './assemble.ts'
import { formats, recognise } from './recognise.ts'

const inputs = join(import.meta.dirname, '../../../e2e/inputs')
const input = (path: string): string => readFileSync(join(inputs, path), 'utf8')

/** A whole file of every format. */
const whole: Readonly<Record<string, string>> = {
  'headroom snapshot': JSON.stringify(writeSnapshot(readFiles([]).snapshot)),
  'headroom-probe': input('probe/n2-seed-a.json'),
  'nova compute_nodes.numa_topology': JSON.parse(input('nova/compute-07-numa-topology.json'))[0]
    .numa_topology,
  'nova instance_extra.numa_topology': '{"cells": [{"id": 0, "cpus": "0,1", "mem": {"total": 4096}}]}',
  'nova rows': input('nova/zed-export.json'),
  'allocation candidates': JSON.stringify({
    allocation_requests: [{ allocations: { 'rp-1': { resources: { VCPU: 1 } } } }],
    provider_summaries: { 'rp-1': { resources: { VCPU: { used: 4, capacity: 512 } }, traits: [] } },
  }),
  'virsh capabilities': input('libvirt/capabilities.xml'),
  'libvirt domain': input('libvirt/domain.xml'),
  'virsh freepages': input('libvirt/freepages.txt'),
  'virsh version': input('libvirt/version.txt'),
  sysfs: input('sysfs/n2-seed-a.txt'),
  'numactl --hardware': input('host/numactl.txt'),
  '/proc/meminfo': input('host/meminfo.txt'),
  'nova.conf': '[DEFAULT]\nreserved_huge_pages = node:0,size:2048,count:256\n',
}

test('there is a whole file of every format here', () => {
  expect(Object.keys(whole).sort()).toEqual(formats.map(({ id }) => id).sort())
})

describe.each(Object.entries(whole))('%s', (format, text) => {
  test('is recognised by its content and has no problems', () => {
    expect(recognise(text)).toMatchObject({ format, problems: [] })
  })

  test('is of one format only', () => {
    const opened = { text, json: { facts: jsonOr(text), problems: [] } }
    expect(formats.filter(({ is }) => is(opened)).map(({ id }) => id)).toEqual([format])
  })

  test('cut anywhere or with anything in its midst it is read without throwing', () => {
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(40), fc.string(), (at, lost, put) => {
        const { problems } = recognise(`${text.slice(0, at)}${put}${text.slice(at + lost)}`)
        expect(problems.every((one) => one.at.line !== undefined || one.at.path !== undefined)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

test('any snapshot that was written is recognised', () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      const text = JSON.stringify(writeSnapshot(snapshot))
      expect(recognise(text)).toMatchObject({
        format: 'headroom snapshot',
        facts: { of: 'snapshot' },
        problems: [],
      })
    }),
    { numRuns: 30 },
  )
})

test('any text at all is read without throwing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (text) => {
      expect(recognise(text).problems).toBeDefined()
    }),
  )
})

test('a topology in a string is read, as a database’s client prints a column', () => {
  const text = whole['nova compute_nodes.numa_topology'] ?? ''
  expect(recognise(JSON.stringify(text))).toEqual(recognise(text))
})

interface Broken {
  readonly file: string
  readonly format?: string
  readonly understood: Readonly<Record<string, number>>
  readonly problems: readonly {
    readonly line: number
    readonly path?: string
    readonly found?: string
    readonly expected: string
  }[]
}
const broken: readonly Broken[] = JSON.parse(input('broken/index.json'))

test('there is a broken file of every format, and one of none', () => {
  const files = readdirSync(join(inputs, 'broken')).filter((name) => name !== 'index.json')
  expect(broken.map(({ file }) => file).sort()).toEqual(files.sort())
  expect(broken.map(({ format }) => format)).toEqual([...formats.map(({ id }) => id), undefined])
})

test.each(broken)('$file names the place and what was expected, and keeps the rest', (expected) => {
  const { files } = readFiles([{ name: expected.file, text: input(`broken/${expected.file}`) }])
  expect(files).toEqual([
    {
      name: expected.file,
      format: expected.format,
      understood: Object.entries(expected.understood).map(([what, count]) => ({ what, count })),
      problems: expected.problems.map(({ line, path, ...problem }) => ({
        severity: 'error',
        at: path === undefined ? { line } : { line, path },
        ...problem,
      })),
    },
  ])
})
