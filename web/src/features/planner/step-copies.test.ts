import { type Action, GuestId, HostId } from '@headroom/shared'
import { expect, test } from 'vitest'
import { copiesOf } from './step-copies.ts'

const boot = (id: string): Action => ({ do: 'boot', id, flavor: 'f', image: {}, count: 1, on: undefined })
const lose: Action = { do: 'delete', guest: GuestId('g') }
const add: Action = { do: 'add-host', id: HostId('new'), like: HostId('old') }

test('copies of what creates something create it under another name, each its own', () => {
  expect(copiesOf([boot('a'), lose, add], [0, 1, 2])).toEqual([
    { ...boot('a'), id: 'a-copy' },
    lose,
    { ...add, id: 'new-copy' },
  ])
  expect(copiesOf([boot('a'), boot('a-copy')], [0, 0]).map((action) => 'id' in action && action.id)).toEqual([
    'a-copy-2',
    'a-copy-3',
  ])
})

test('a place that is not there gives no copy', () => {
  expect(copiesOf([lose], [4])).toEqual([])
})
