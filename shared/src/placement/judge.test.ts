import { expect, test } from 'vitest'
import { plain } from '../explain/sentence.ts'
import { explainVerdict } from '../explain/verdict.ts'
import { hostCell, pool } from '../testing/cells.ts'
import { request, rulesOf, state } from '../testing/placement.ts'
import { MiB } from '../units.ts'
import { enabledFilters, judge } from './judge.ts'
import { judgeInBrief } from './judge-in-brief.ts'
import type { Verdict } from './verdict.ts'

/** `fits on 0`, `rejected: RamFilter ram-short, …`, `unknown: …`. */
function summary(verdict: Verdict): string {
  switch (verdict.outcome) {
    case 'fits':
      return ['fits', ...(verdict.placed?.cells.map(({ id }) => `on ${id}`) ?? [])].join(' ')
    case 'rejected':
      return verdict.objections.map(({ by, reason }) => `${by} ${reason.kind}`).join(', ')
    case 'unknown':
      return `unknown ${verdict.gaps.map(({ what }) => what).join(', ')}`
  }
}

const cells = [hostCell({ mempages: [pool('4K', '3670016'), pool('2M', '512')] })]
const full = { memory: { total: MiB(4096), used: MiB(4096) }, ratios: { cpu: 1, ram: 1, disk: 1 } }
const huge = { memoryMb: 2048, extraSpecs: { 'hw:mem_page_size': '2048' } }
const small = { memoryMb: 1024, extraSpecs: { 'hw:mem_page_size': '2048' } }

test('every filter is asked, in order', () => {
  const host = state('liberty', { ...full, cells, service: { enabled: false, up: true } })
  const verdict = judge(host, request('liberty', huge), ['NUMATopologyFilter', 'ComputeFilter', 'RamFilter'])
  expect(summary(verdict)).toBe(
    'NUMATopologyFilter pages-short, ComputeFilter host-disabled, RamFilter ram-short',
  )
})

test('filters that passed are named', () => {
  const verdict = judge(state('liberty', full), request('liberty'), ['ComputeFilter', 'RamFilter'])
  expect(verdict.passed).toEqual(['ComputeFilter'])
})

test('a filter that is not modelled makes a verdict unknown', () => {
  const verdict = judge(state('liberty'), request('liberty'), ['ComputeFilter', 'MyOwnFilter'])
  expect(verdict).toMatchObject({ outcome: 'unknown', gaps: [{ what: 'MyOwnFilter', why: 'not modelled' }] })
})

test('another that objects decides all the same', () => {
  const verdict = judge(state('liberty', full), request('liberty'), ['MyOwnFilter', 'RamFilter'])
  expect(summary(verdict)).toBe('RamFilter ram-short')
})

test('a flavor that Nova refuses is refused on every host', () => {
  const verdict = judge(state('liberty'), request('liberty', { extraSpecs: { 'hw:mem_page_size': 'x' } }), [])
  expect(verdict).toMatchObject({
    outcome: 'rejected',
    objections: [{ by: 'API', reason: { kind: 'request-invalid', exception: 'MemoryPageSizeInvalid' } }],
  })
})

test('without NUMATopologyFilter the claim fits the guest', () => {
  const host = state('liberty', { cells })
  expect(summary(judge(host, request('liberty', small), ['RamFilter']))).toBe('fits on 0')
  expect(summary(judge(host, request('liberty', huge), ['RamFilter']))).toBe('claim pages-short')
})

test('with it the claim adds nothing', () => {
  const host = state('liberty', { cells })
  const verdict = judge(host, request('liberty', small), ['NUMATopologyFilter'])
  expect(verdict.passed).toEqual(['NUMATopologyFilter'])
})

test.each([
  ['juno-2014.2.0', 'fits on 0'],
  ['juno', 'claim cell-memory-too-small'],
])('a claim without limits in %s: %s', (release, answer) => {
  const host = state(release, { cells: [hostCell({ memory: MiB(1024) })] })
  const asked = request(release, { memoryMb: 2048, extraSpecs: { 'hw:numa_nodes': '1' } })
  expect(summary(judge(host, asked, []))).toBe(answer)
})

test('a host without topology takes a guest with one where no filter looks', () => {
  expect(summary(judge(state('zed'), request('zed', huge), ['ComputeFilter']))).toBe('fits on 0')
})

test('a bare-metal node is no room to plan with: what it has is given away whole', () => {
  const ironic = { type: 'ironic', version: 1, cpuInfo: undefined, supportedInstances: undefined }
  const host = state('mitaka', { hypervisor: ironic })
  const verdict = judge(host, request('mitaka'), ['RamFilter'])
  expect(verdict).toMatchObject({ outcome: 'unknown', gaps: [{ what: 'bare metal', why: 'not modelled' }] })
  expect(judgeInBrief(host, request('mitaka'), ['RamFilter']).outcome).toBe('unknown')
})

test('what a filter raises is an objection', () => {
  const asked = request('liberty', { extraSpecs: { 'hw:mem_page_size': '1048576' } })
  expect(summary(judge(state('liberty', { cells }), asked, ['NUMATopologyFilter']))).toBe(
    'NUMATopologyFilter exception',
  )
})

test.each([
  ['kilo', 'RamFilter', true],
  ['kilo', 'DiskFilter', false],
  ['liberty', 'DiskFilter', true],
  ['pike', 'RamFilter', false],
  ['stein', 'RetryFilter', true],
  ['train-20.0', 'RetryFilter', false],
  ['wallaby', 'AvailabilityZoneFilter', true],
  ['xena', 'AvailabilityZoneFilter', false],
])('%s enables %s by default: %s', (release, filter, enabled) => {
  expect(enabledFilters(undefined, rulesOf(release)).includes(filter)).toBe(enabled)
})

test('what the operator enabled stands in place of the default', () => {
  expect(enabledFilters(['RamFilter'], rulesOf('zed'))).toEqual(['RamFilter'])
})

test.each([
  ['a thread of each core, for thread policy isolate', 2, 'isolate', true],
  ['an odd thread', 3, 'prefer', true],
  ['whole cores', 4, 'prefer', false],
])('which thread is taken is not defined where it is %s', (_, vcpus, policy, isOpen) => {
  const cells = [hostCell({ cpus: '0-7', siblings: '0,4 1,5 2,6 3,7', mempages: [pool('4K', '4194304')] })]
  const extraSpecs = { 'hw:cpu_policy': 'dedicated', 'hw:cpu_thread_policy': policy }
  const verdict = judge(state('ocata', { cells }), request('ocata', { vcpus, extraSpecs }), [
    'NUMATopologyFilter',
  ])
  expect(verdict.outcome === 'fits' && verdict.eitherThread).toEqual(isOpen ? [0] : undefined)
  expect(plain(explainVerdict(verdict)).includes('not defined')).toBe(isOpen)
})
