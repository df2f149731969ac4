import { expect, test } from 'vitest'
import { pointerTo } from './problem.ts'

const document = { hosts: [{ id: 7 }], extra_specs: { 'hw:numa_cpus.0': 3, 'a/b~c': 1 } }

test.each([
  ['a member of an item', 'hosts[0].id', '#/hosts/0/id'],
  ['a key with a dot in it', 'extra_specs.hw:numa_cpus.0', '#/extra_specs/hw:numa_cpus.0'],
  ['a key with a slash in it', 'extra_specs.a/b~c', '#/extra_specs/a~1b~0c'],
  ['what is not there', 'hosts[3].nova.cells', '#/hosts/3/nova/cells'],
  ['the document', '', '#'],
])('%s has a JSON pointer', (_, path, pointer) => {
  expect(pointerTo(document, path)).toBe(pointer)
})
