import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GuestId } from '../model/ids.ts'
import type { Action } from './action.ts'
import { type Draft, type Edit, edited, openDraft } from './draft.ts'

const step = (name: string): Action => ({ do: 'live-migrate', guest: GuestId(name), to: undefined })
const names = ({ actions }: Draft) =>
  actions
    .map((action) => (action.do === 'live-migrate' ? `${action.guest}${action.disabled ? '!' : ''}` : ''))
    .join(' ')
const from = openDraft(['a', 'b', 'c'].map(step))
const after = (...edits: readonly Edit[]) => names(edits.reduce(edited, from))

test.each<[string, readonly Edit[], string]>([
  ['a step is added last', [{ edit: 'add', action: step('d') }], 'a b c d'],
  ['a step is put before another', [{ edit: 'insert', at: 1, action: step('d') }], 'a d b c'],
  ['a step is put last', [{ edit: 'insert', at: 9, action: step('d') }], 'a b c d'],
  [
    'several steps are put before another, in their order',
    [{ edit: 'insert-all', at: 1, actions: ['x', 'y'].map(step) }],
    'a x y b c',
  ],
  [
    'one undo takes several away again',
    [{ edit: 'insert-all', at: 0, actions: ['x', 'y'].map(step) }, { edit: 'undo' }],
    'a b c',
  ],
  ['several steps are taken out at once', [{ edit: 'remove-all', at: [0, 2] }], 'b'],
  ['one undo brings them all back', [{ edit: 'remove-all', at: [0, 2] }, { edit: 'undo' }], 'a b c'],
  ['several steps move together, in their order', [{ edit: 'move-all', at: [2, 0], to: 1 }], 'b a c'],
  ['a step is disabled in its place', [{ edit: 'disable', at: [1], disabled: true }], 'a b! c'],
  [
    'a disabled step is enabled again',
    [
      { edit: 'disable', at: [0, 1], disabled: true },
      { edit: 'disable', at: [1], disabled: false },
    ],
    'a! b c',
  ],
  [
    'a disabled step moves as it is',
    [
      { edit: 'disable', at: [0], disabled: true },
      { edit: 'move', from: 0, to: 2 },
    ],
    'b c a!',
  ],
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
      fc.record({ edit: fc.constant('insert' as const), at: fc.nat(5), action: fc.string().map(step) }),
      fc.record({ edit: fc.constant('replace' as const), at: fc.nat(5), action: fc.string().map(step) }),
      fc.record({ edit: fc.constant('remove-all' as const), at: fc.array(fc.nat(5)) }),
      fc.record({ edit: fc.constant('disable' as const), at: fc.array(fc.nat(5)), disabled: fc.boolean() }),
      fc.record({ edit: fc.constant('move-all' as const), at: fc.array(fc.nat(5)), to: fc.nat(5) }),
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

test.each<[string, Edit]>([
  ['disabling what is disabled already', { edit: 'disable', at: [1], disabled: false }],
  ['removing none', { edit: 'remove-all', at: [] }],
  ['moving steps to where they are', { edit: 'move-all', at: [0, 1], to: 0 }],
])('%s leaves nothing to undo', (_, edit) => {
  expect(edited(from, edit)).toBe(from)
})

test('steps that are disabled and enabled again are the plan as it was', () => {
  const off = edited(from, { edit: 'disable', at: [0, 1, 2], disabled: true })
  expect(edited(off, { edit: 'disable', at: [0, 1, 2], disabled: false }).actions).toEqual(from.actions)
})
