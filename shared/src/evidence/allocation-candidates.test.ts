import { expect, test } from 'vitest'
import { readFiles } from './assemble.ts'

const body = {
  allocation_requests: [
    { allocations: { a: { resources: { VCPU: 1 } } } },
    { allocations: { b: { resources: { VCPU: 1 } } } },
  ],
  provider_summaries: {
    a: { resources: { VCPU: { used: 4, capacity: 512 } }, traits: [] },
    b: { resources: { VCPU: { used: 0, capacity: 512 } }, traits: [] },
  },
}
const offer = (number: number, provider: string) => ({
  '#': number,
  allocation: 'VCPU=1',
  'resource provider': provider,
  'inventory used/capacity': 'VCPU=4/512',
  traits: '',
})

test.each([
  ['the API’s body', body],
  ['rows of the command line', [offer(1, 'a'), offer(2, 'b'), offer(3, 'b')]],
])('%s names the providers offered, and gives no inventory', (_, value) => {
  const { files, snapshot } = readFiles([{ name: 'candidates.json', text: JSON.stringify(value) }])
  expect(files.map(({ format, understood, problems }) => [format, understood, problems])).toEqual([
    ['allocation candidates', [{ what: 'resource_providers', count: 2 }], []],
  ])
  expect([snapshot.hosts, snapshot.placement]).toEqual([[], undefined])
  expect(snapshot.gaps.map(({ what }) => what)).toContain('inventories behind allocation candidates')
})
