import { expect, test } from 'vitest'
import { request, state } from '../testing/placement.ts'
import { GiB, MiB } from '../units.ts'
import { judge } from './judge.ts'
import type { Verdict } from './verdict.ts'

const says = (verdict: Verdict): string =>
  verdict.outcome === 'rejected'
    ? verdict.objections.map(({ by, reason }) => `${by} ${reason.kind}`).join(', ')
    : verdict.outcome

/** 64 GiB by 1.5, of which guests and the host have 90 GiB. */
const overcommitted = {
  memory: { total: MiB(65_536), used: MiB(92_160) },
  ratios: { cpu: undefined, ram: 1.5, disk: undefined },
}

test.each([
  ['RamFilter sees what is overcommitted in Mitaka 13.0', 'mitaka-13.0', 'RamFilter ram-short'],
  ['from 13.1 it sees a host just full, and the claim refuses', 'mitaka', 'claim claim-short'],
  ['so up to Newton 14.0.7', 'newton-14.0.4', 'claim claim-short'],
  ['from 14.0.8 RamFilter sees it again', 'newton', 'RamFilter ram-short'],
])('%s', (_, release, answer) => {
  expect(
    says(judge(state(release, overcommitted), request(release, { memoryMb: 8192 }), ['RamFilter'])),
  ).toBe(answer)
})

test('a claim compares what is free of its limit by the book of the compute', () => {
  const verdict = judge(state('mitaka', overcommitted), request('mitaka', { memoryMb: 8192 }), ['RamFilter'])
  expect(verdict).toMatchObject({
    objections: [{ reason: { resource: 'memory', needed: 8192, free: 6144, limit: 98_304, used: 92_160 } }],
  })
})

test('a move counted last lets the scheduler see what is overcommitted', () => {
  const host = state('mitaka', { ...overcommitted, freeCut: false })
  expect(says(judge(host, request('mitaka', { memoryMb: 8192 }), ['RamFilter']))).toBe('RamFilter ram-short')
})

/** Room for the guest, and not for what XenServer adds to it. */
const xen = {
  memory: { total: MiB(65_536), used: MiB(61_436) },
  ratios: { cpu: undefined, ram: 1, disk: undefined },
  hypervisor: { type: 'XenServer', version: undefined, cpuInfo: undefined, supportedInstances: undefined },
}

test.each([
  ['a claim tests memory up to Stein', 'stein', ['RamFilter'], 'claim claim-short'],
  ['and no more from Train', 'train-20.0', ['RamFilter'], 'fits'],
  ['a limit that no filter sent is none', 'stein', [], 'fits'],
])('%s', (_, release, names, answer) => {
  expect(says(judge(state(release, xen), request(release, { memoryMb: 4096 }), names))).toBe(answer)
})

test('a claim does not count swap as disk', () => {
  const host = state('newton', { disk: { total: GiB(10), used: GiB(12) }, freeCut: true })
  const asked = (rootGb: number) => judge(host, request('newton', { rootGb, swapMb: 1024 }), ['DiskFilter'])
  expect(says(asked(10))).toBe('DiskFilter disk-self-overcommit')
  expect(says(asked(0))).toBe('DiskFilter disk-short')
})

test.each([
  ['a guest larger than the disk passes by ratio up to Mitaka', 'mitaka', 'fits'],
  ['and no more from Newton', 'newton-14.0', 'DiskFilter disk-self-overcommit'],
])('%s', (_, release, answer) => {
  const host = state(release, {
    disk: { total: GiB(10), used: GiB(0) },
    ratios: { cpu: undefined, ram: undefined, disk: 2 },
  })
  expect(says(judge(host, request(release, { rootGb: 20 }), ['DiskFilter']))).toBe(answer)
})

test.each([
  ['what is left once sparse disks have grown is what counts', GiB(5), 'DiskFilter disk-short'],
  ['unless the book has less free', GiB(50), 'fits'],
])('%s', (_, diskAvailableLeast, answer) => {
  const host = state('liberty', { disk: { total: GiB(100), used: GiB(80) }, diskAvailableLeast })
  expect(says(judge(host, request('liberty', { rootGb: 10 }), ['DiskFilter']))).toBe(answer)
})

test('the compute’s own release judges its claim', () => {
  const asked = request('train', { memoryMb: 8192 })
  const host = { ...state('train', overcommitted), freeCut: true }
  expect(says(judge(host, asked, ['RamFilter']))).toBe('Placement inventory-short')
  const older = { ...host, compute: state('mitaka').rules, memory: xen.memory, hypervisor: xen.hypervisor }
  const ratios = { cpu: undefined, ram: 1, disk: undefined }
  expect(says(judge({ ...older, ratios }, request('train', { memoryMb: 4096 }), ['RamFilter']))).toBe(
    'claim claim-short',
  )
})
