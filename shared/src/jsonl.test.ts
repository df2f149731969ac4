import { expect, test } from 'vitest'
import { answer } from './jsonl.ts'
import { releaseById } from './releases/index.ts'
import type { Release } from './releases/release.ts'

const ask = (request: unknown, release = 'liberty') =>
  JSON.parse(answer(JSON.stringify(request), releaseById(release) as Release))

const flavor = { vcpus: 2, memory_mb: 2048, extra_specs: { 'hw:numa_nodes': '1' } }

test('an answer has the id of its request', () => {
  expect(ask({ id: 'x-1', op: 'constraints', flavor })).toMatchObject({ id: 'x-1', out: { topology: {} } })
  expect(ask({ id: 7, op: 'constraints', flavor }).id).toBe(7)
})

test('a request without an id is answered without', () => {
  expect(Object.keys(ask({ op: 'constraints', flavor }))).toEqual(['out'])
})

test.each(['no such op', 'constructor', '__proto__'])('op %s is unsupported', (op) => {
  expect(ask({ id: 1, op })).toEqual({ id: 1, out: { unsupported: true } })
})

test('what a release does not have is unsupported', () => {
  expect(ask({ op: 'parse_reserved', values: [] }, 'mitaka').out).toEqual({ unsupported: true })
  expect(ask({ op: 'parse_reserved', values: [] }, 'newton').out).toEqual({ reserved: [] })
})

test.each<[line: string, path: string]>([
  ['not JSON', ''],
  ['[]', ''],
  ['{"id":1}', ''],
  ['{"id":1,"op":"constraints"}', 'flavor'],
  ['{"id":1,"op":"constraints","flavor":{"vcpus":"2","memory_mb":1}}', 'flavor.vcpus'],
])('%s is answered with where it is wrong: %j', (line, path) => {
  const { out } = JSON.parse(answer(line, releaseById('liberty') as Release))
  expect(out.bad_request.path).toBe(path)
})

test.each([
  ['liberty', ['id', 'cpuset', 'memory_mb', 'pagesize', 'cpu_pinning']],
  ['mitaka', ['id', 'cpuset', 'memory_mb', 'pagesize', 'cpu_policy', 'cpu_thread_policy', 'cpu_pinning']],
  [
    'victoria',
    [
      ...['id', 'cpuset', 'pcpuset', 'memory_mb', 'pagesize', 'cpu_policy', 'cpu_thread_policy'],
      ...['cpuset_reserved', 'cpu_pinning'],
    ],
  ],
])('a guest cell of %s has the fields of its time', (release, fields) => {
  const { out } = ask({ op: 'constraints', flavor }, release)
  expect(Object.keys(out.topology.cells[0])).toEqual(fields)
})
