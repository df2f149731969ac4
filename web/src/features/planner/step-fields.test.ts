import { type Action, GuestId, HostId, MiB } from '@headroom/shared'
import { expect, test } from 'vitest'
import { isPlain, readFields, type Values, valuesOf } from './step-fields.ts'
import { readStep, typedStep } from './typed-step.ts'

const [a, b] = [HostId('compute-01'), HostId('compute-02')]
const guest = GuestId('g-1')

test.each<[Action, Values]>([
  [{ do: 'power-off', guest }, { guest: 'g-1' }],
  [
    { do: 'evacuate', guest, to: b },
    { guest: 'g-1', to: 'compute-02', microversion: '', force: '' },
  ],
  [
    { do: 'live-migrate', guest, to: b, microversion: '2.30', force: true },
    { guest: 'g-1', to: 'compute-02', microversion: '2.30', force: 'true' },
  ],
  [
    { do: 'set-enabled-filters', filters: ['ComputeFilter', 'NUMATopologyFilter'] },
    { filters: 'ComputeFilter\nNUMATopologyFilter' },
  ],
  [
    { do: 'rebuild', guest, image: { hw_numa_nodes: '2' } },
    { guest: 'g-1', image: 'hw_numa_nodes=2' },
  ],
  [
    { do: 'add-host', id: HostId('new'), like: a },
    { id: 'new', like: 'compute-01' },
  ],
  [
    { do: 'set-service', host: a, state: 'down' },
    { host: 'compute-01', state: 'down' },
  ],
  [
    { do: 'set-allocation-ratios', host: undefined, cpu: 4, ram: undefined, disk: undefined },
    { host: '', cpu: '4', ram: '', disk: '' },
  ],
  [
    { do: 'set-reserved-host-memory', host: a, memory: MiB(2048) },
    { host: 'compute-01', memory_kib: '2048' },
  ],
  [
    { do: 'set-packing', host: a, packing: true },
    { host: 'compute-01', packing: 'true' },
  ],
  [{ do: 'upgrade-scheduler', release: 'zed' }, { release: 'zed' }],
])('$0.do is what its fields say, there and back', (action, values) => {
  if (!isPlain(action.do)) throw new Error(`${action.do} has a form of its own`)
  expect(valuesOf(action.do, action)).toEqual(values)
  expect(readFields(action.do, values)).toEqual({ action })
  expect(readStep(typedStep(action)).action).toEqual(action)
})

test.each<[string, Values, string]>([
  ['a field that is empty and must not be', { host: '', state: 'down' }, 'host'],
  ['a word that is none of the choices', { host: 'compute-01', state: 'gone' }, 'state'],
])('%s is named', (_, values, field) => {
  const read = readFields('set-service', values)
  expect('faults' in read && Object.keys(read.faults)).toEqual([field])
})
