import { expect, test } from 'vitest'
import { releaseById } from '../releases/index.ts'
import type { Rules } from '../releases/rules.ts'
import { reservedHugePages } from './reserved.ts'

const read = (values: string[], id = 'zed') => {
  const answer = reservedHugePages(values, releaseById(id)?.rules as Rules)
  return answer?.kind === 'read'
    ? answer.reserved.map(({ cell, size, count }) => `${count} × ${size} on ${cell}`).join(', ')
    : answer?.exception
}

test.each([
  ['a size is KiB', ['node:0,size:2048,count:64'], '64 × 2048 on 0'],
  ['or has a unit', ['node:1,size:1GB,count:1'], '1 × 1048576 on 1'],
  ['blanks around parts do not matter', [' node : 0 , size : 2048 , count : 64 '], '64 × 2048 on 0'],
  ['nor does their order', ['count:64,size:2MiB,node:0'], '64 × 2048 on 0'],
  ['a part too many is passed over', ['node:0,size:4,count:1,extra:9'], '1 × 4 on 0'],
  [
    'the last value for a node and size counts',
    ['node:0,size:2048,count:1', 'node:0,size:2MB,count:2'],
    '2 × 2048 on 0',
  ],
  [
    'each node and size has its own',
    ['node:0,size:4,count:1', 'node:1,size:4,count:2'],
    '1 × 4 on 0, 2 × 4 on 1',
  ],
  ['no value reserves nothing', [], ''],
  ['a prefix is no unit', ['node:0,size:2M,count:64'], 'InvalidReservedMemoryPagesOption'],
  ['a missing part is an error', ['node:0,size:2048'], 'InvalidReservedMemoryPagesOption'],
  ['so is an empty value', [''], 'InvalidReservedMemoryPagesOption'],
  ['so is a fraction of a page', ['node:0,size:2048,count:1.5'], 'InvalidReservedMemoryPagesOption'],
  ['names are case-sensitive', ['NODE:0,SIZE:2048,COUNT:1'], 'InvalidReservedMemoryPagesOption'],
  ['text without a colon does not parse', ['foo'], 'ConfigFileValueError'],
  ['a part said twice does not parse', ['node:0,node:1,size:4,count:1'], 'ConfigFileValueError'],
  ['a trailing comma does not parse', ['node:0,size:4,count:1,'], 'ConfigFileValueError'],
  [
    'a value that does not parse is named before one that is wrong',
    ['foo:bar', 'foo'],
    'ConfigFileValueError',
  ],
])('%s: %j', (_, values, answer) => {
  expect(read(values)).toBe(answer)
})

test.each([
  ['mitaka', undefined],
  ['newton', '64 × 2048 on 0'],
])('%s reads %s', (id, answer) => {
  expect(read(['node:0,size:2048,count:64'], id)).toBe(answer)
})

test.each([
  ['rocky', '1 × 0 on 0'],
  ['stein', '1 × 0.48828125 on 0'],
])('a size below 1 KiB in %s: %s', (id, answer) => {
  expect(read(['node:0,size:500B,count:1'], id)).toBe(answer)
})
