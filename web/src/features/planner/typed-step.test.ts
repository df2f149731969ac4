import { type Action, HostId } from '@headroom/shared'
import { plans } from '@headroom/shared/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blankStep, readStep, type TypedStep, typedStep } from './typed-step.ts'

/** What a person can type: names that are there, without blanks around them, and properties of one line each. */
const typeable = (action: Action): boolean => {
  const texts = Object.entries(action).flatMap(([name, value]) =>
    name !== 'do' && typeof value === 'string' ? [value] : [],
  )
  const counts = 'count' in action ? [action.count] : 'pages' in action ? [action.pages] : [1]
  const host = action.do === 'boot' && action.on ? [action.on.host] : []
  return (
    [...texts, ...host].every((text) => text !== '' && text === text.trim()) &&
    counts.every((n) => n > 0) &&
    (!('image' in action) ||
      Object.entries(action.image ?? {}).every(([name, value]) => /^\w+$/.test(name) && /^\w*$/.test(value)))
  )
}

test('a form opened on an action and saved untouched asks for the same action', () => {
  fc.assert(
    fc.property(plans, ({ actions }) => {
      for (const asked of actions.filter(typeable)) {
        const action = { ...asked, disabled: undefined }
        expect(readStep(typedStep(action))).toEqual({ action, faults: undefined })
      }
    }),
  )
})

const boot: TypedStep = {
  do: 'boot',
  id: 'vm',
  flavor: 'm1.small',
  image: '',
  count: 15,
  how: 'any',
  host: '',
  group: '',
  zone: '',
}

test.each<{ name: string; typed: TypedStep; faults: object }>([
  {
    name: 'a boot needs a flavor, a count and the start of its names',
    typed: { ...boot, flavor: '', count: Number.NaN, id: ' ' },
    faults: {
      flavor: 'Choose a flavor.',
      count: 'Say how many guests: a whole number from 1.',
      id: 'Say how the new guests’ names begin.',
    },
  },
  { name: 'no guests is no boot', typed: { ...boot, count: 0 }, faults: { count: expect.any(String) } },
  {
    name: 'a forced boot needs its host',
    typed: { ...boot, how: 'forced' },
    faults: { host: 'Choose the host.' },
  },
  {
    name: 'an image property is a name and a value',
    typed: { ...boot, image: 'hw_mem_page_size=large\nhw_numa_nodes 2' },
    faults: { image: '“hw_numa_nodes 2” is not name=value, as in hw_mem_page_size=large.' },
  },
  {
    name: 'a migration without destination is one Nova chooses',
    typed: { do: 'plain', what: 'live-migrate', values: { to: '' } },
    faults: { guest: 'Choose: Guest.' },
  },
  {
    name: 'half a page cannot be taken',
    typed: { do: 'take-pages', by: 'ovs', host: 'compute-07', cell: 0, size: 2048, pages: 0.5 },
    faults: { pages: 'Say how many pages: a whole number from 1.' },
  },
])('$name', ({ typed, faults }) => {
  expect(readStep(typed)).toEqual({ action: undefined, faults })
})

test('an image property may hold an equals sign', () => {
  expect(readStep({ ...boot, image: ' os_command_line = a=b ' }).action).toMatchObject({
    image: { os_command_line: 'a=b' },
  })
})

test('a property of a rebuild that is none is named, not dropped', () => {
  const values = { guest: 'g', image: 'hw_numa_nodes 2' }
  expect(readStep({ do: 'plain', what: 'rebuild', values }).faults).toEqual({
    image: '“hw_numa_nodes 2” is not name=value, as in hw_mem_page_size=large.',
  })
})

test('a host that is no longer asked for is not in the action', () => {
  expect(readStep({ ...boot, host: HostId('compute-07') }).action).toMatchObject({ on: undefined })
})

test('new guests of two boots have different names', () => {
  const first = readStep({ ...boot, id: (blankStep('boot', []) as typeof boot).id }).action as Action
  expect((blankStep('boot', [first]) as typeof boot).id).toBe('new-2')
})
