import { expect, test } from 'vitest'
import { placementRequest } from '../placement/request.ts'
import { flavor, rulesOf } from '../testing/boots.ts'
import { cpuTopologyOf } from './cpu-topology.ts'

const shown = (release: string, asks: string, image: Readonly<Record<string, string>> = {}) => {
  const found = cpuTopologyOf(flavor(asks), image, undefined, rulesOf(release))
  if (found.kind === 'raises') return `${found.exception} (${found.detail})`
  const { sockets, cores, threads } = found.topology
  return `${sockets}:${cores}:${threads}`
}
const api = (release: string, asks: string, image: Readonly<Record<string, string>> = {}) => {
  const { constraints } = placementRequest(flavor(asks), image, rulesOf(release))
  return constraints.kind === 'rejected' ? constraints.exception : 'taken'
}

const two = '4 vCPU, 512, hw:cpu_max_sockets=2'
const impossible = '4 vCPU, 512, hw:cpu_max_sockets=1, hw:cpu_max_cores=3, hw:cpu_max_threads=1'
const zero = '4 vCPU, 512, hw:cpu_max_sockets=0'

test.each([
  ['an image may lower what the flavor allows', 'zed', two, { hw_cpu_max_sockets: '1' }, '1:4:1'],
  [
    'and not raise it',
    'zed',
    two,
    { hw_cpu_max_sockets: '4' },
    'ImageVCPULimitsRangeExceeded (hw_cpu_max_sockets=4)',
  ],
  [
    'nor prefer more',
    'zed',
    two,
    { hw_cpu_sockets: '4' },
    'ImageVCPUTopologyRangeExceeded (hw_cpu_sockets=4 hw_cpu_cores=0 hw_cpu_threads=0)',
  ],
  ['a flavor that prefers more than it allows is not heard', 'zed', `${two}, hw:cpu_sockets=4`, {}, '2:2:1'],
  [
    'limits within which no such guest can be made',
    'zed',
    impossible,
    {},
    'ImageVCPULimitsRangeImpossible (vcpus=4 hw:cpu_max_sockets=1 hw:cpu_max_cores=3 hw:cpu_max_threads=1)',
  ],
  ['zero is no limit from Rocky', 'rocky', zero, {}, '4:1:1'],
  [
    'and was one that nothing meets',
    'queens',
    zero,
    {},
    'ImageVCPULimitsRangeImpossible (vcpus=4 hw:cpu_max_sockets=0 hw:cpu_max_cores=65536 hw:cpu_max_threads=65536)',
  ],
  ['no number', 'rocky', '4 vCPU, 512, hw:cpu_max_sockets=x', {}, 'ValueError (hw:cpu_max_sockets=x)'],
  ['no number, from Stein', 'stein', '4 vCPU, 512, hw:cpu_cores=x', {}, 'InvalidRequest (hw:cpu_cores=x)'],
])('%s (%s)', (_, release, asks, image, answer) => {
  expect(shown(release, asks, image)).toBe(answer)
})

test.each([
  ['the API does not look up to Rocky', 'rocky', two, { hw_cpu_max_sockets: '4' }, 'taken'],
  ['it refuses from Stein', 'stein', two, { hw_cpu_max_sockets: '4' }, 'ImageVCPULimitsRangeExceeded'],
  ['what cannot be made only the compute finds', 'zed', impossible, {}, 'taken'],
  ['a topology that fits', 'zed', two, {}, 'taken'],
])('%s (%s)', (_, release, asks, image, answer) => {
  expect(api(release, asks, image)).toBe(answer)
})
