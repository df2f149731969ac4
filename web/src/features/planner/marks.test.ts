import { edited, GuestId, openDraft } from '@headroom/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concerned, gapAt, landing, markAll, marksWithin, markTo, noMarks, toggleMark } from './marks.ts'

test('a mark is set and taken away', () => {
  const two = toggleMark(toggleMark(noMarks, 3), 1)
  expect(two).toEqual({ isOn: true, at: [1, 3], anchor: 1 })
  expect(toggleMark(two, 3).at).toEqual([1])
})

test.each([
  { name: 'down from the step at hand', marks: noMarks, from: 1, to: 3, at: [1, 2, 3] },
  { name: 'up from the step at hand', marks: noMarks, from: 3, to: 1, at: [1, 2, 3] },
  {
    name: 'from the anchor, once there is one',
    marks: toggleMark(noMarks, 4),
    from: 9,
    to: 2,
    at: [2, 3, 4],
  },
])('a range is marked $name', ({ marks, from, to, at }) => {
  expect(markTo(marks, from, to).at).toEqual(at)
})

test('a range that grows and shrinks keeps its anchor', () => {
  const grown = markTo(markTo(noMarks, 2, 3), 3, 4)
  expect(grown.at).toEqual([2, 3, 4])
  expect(markTo(grown, 4, 1).at).toEqual([1, 2])
})

test('marks on steps that are gone are gone', () => {
  expect(marksWithin(markAll(5), 3).at).toEqual([0, 1, 2])
})

test('a command is for all that are marked, or for a step that is not', () => {
  const marks = markTo(noMarks, 1, 2)
  expect([concerned(marks, 2), concerned(marks, 4)]).toEqual([[1, 2], [4]])
})

test('a height falls into the gap before the first step whose middle is below it', () => {
  expect([5, 20, 45, 100].map((y) => gapAt([10, 30, 50], y))).toEqual([0, 1, 2, 3])
})

test('steps dropped into a gap stand there, in order, and the others keep theirs', () => {
  const count = 8
  const actions = Array.from({ length: count }, (_, n) => ({
    do: 'delete' as const,
    guest: GuestId(`${n}`),
  }))
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(count - 1), { minLength: 1 }), fc.nat(count), (moved, gap) => {
      const now = edited(openDraft(actions), { edit: 'move-all', at: moved, to: landing(moved, gap) })
      const names = now.actions.map((action) => Number('guest' in action && action.guest))
      const others = names.filter((n) => !moved.includes(n))
      const before = others.filter((n) => n < gap)
      expect(names).toEqual([...before, ...moved.toSorted((a, b) => a - b), ...others.slice(before.length)])
    }),
  )
})
