import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GuestId } from '../model/ids.ts'
import type { Action } from './action.ts'
import { type Draft, type Edit, edited, openDraft } from './draft.ts'

const step = (name: string): Action => ({ do: 'live-migrate', guest: GuestId(name), to: undefined })
const names = ({ actions }: Draft) =>
  actions.map((action) => (action.do === 'live-migrate' ? action.guest : '')).join(' ')
const from = openDraft(['a', 'b', 'c'].map(step))
const after = (...edits: readonly Edit[]) => names(edits.reduce(edited, from))

test.each<[string, readonly Edit[], string]>([
  ['a step is added last', [{ edit: 'add', action: step('d') }], 'a b c d'],
  ['a step is edited in its place', [{ edit: 'replace', at: 1, action: step('x') }], 'a x c'],
  ['a step is taken out', [{ edit: 'remove', at: 0 }], 'b c'],
  ['a step moves down', [{ edit: 'move', from: 0, to: 2 }], 'b c a'],
  ['a step moves up', [{ edit: 'move', from: 2, to: 0 }], 'c a b'],
  ['undo goes back by one edit', [{ edit: 'remove', at: 0 }, { edit: 'undo' }], 'a b c'],
  ['redo goes forth again', [{ edit: 'remove', at: 0 }, { edit: 'undo' }, { edit: 'redo' }], 'b c'],
  [
    'a new edit forgets what was undone',
    [{ edit: 'remove', at: 0 }, { edit: 'undo' }, { edit: 'add', action: step('d') }, { edit: 'redo' }],
    'a b c d',
  ],
  [
    'another plan begins anew',
    [{ edit: 'remove', at: 0 }, { edit: 'open', actions: [step('z')] }, { edit: 'undo' }],
    'z',
  ],
  ['a place that is not there changes nothing', [{ edit: 'remove', at: 7 }, { edit: 'undo' }], 'a b c'],
])('%s', (_, edits, says) => {
  expect(after(...edits)).toBe(says)
})

test('any edits, undone as often, give the plan back', () => {
  const edits = fc.array(
    fc.oneof(
      fc.record({ edit: fc.constant('add' as const), action: fc.string().map(step) }),
      fc.record({ edit: fc.constant('remove' as const), at: fc.nat(5) }),
      fc.record({ edit: fc.constant('move' as const), from: fc.nat(5), to: fc.nat(5) }),
    ),
  )
  fc.assert(
    fc.property(edits, (all) => {
      const done = all.reduce<Draft>(edited, from)
      const undone = done.earlier.reduce((draft) => edited(draft, { edit: 'undo' }), done)
      const redone = undone.undone.reduce((draft) => edited(draft, { edit: 'redo' }), undone)
      expect(undone.actions).toEqual(from.actions)
      expect(redone.actions).toEqual(done.actions)
    }),
  )
})
