import { expect, test } from 'vitest'
import { CellId, HostId } from '../model/ids.ts'
import type { Objection } from '../placement/verdict.ts'
import { MiB } from '../units.ts'
import { explainLog } from './log-line.ts'
import { plain } from './sentence.ts'
import { explainObjections } from './verdict.ts'

const ram = { needed: MiB(4096), free: MiB(1272), total: MiB(1872), used: MiB(1536), ratio: 1.5 }

test.each<[Objection, string | undefined]>([
  [
    { by: 'RamFilter', reason: { kind: 'ram-short', ...ram } },
    'Where it leaves no host, nova-scheduler logs Filter RamFilter returned 0 hosts; with debug on, of this one does not have 4096 MB usable ram, it only has 1272 MB usable ram.',
  ],
  [
    { by: 'NUMATopologyFilter', reason: { kind: 'host-has-no-topology' } },
    'Where it leaves no host, nova-scheduler logs Filter NUMATopologyFilter returned 0 hosts.',
  ],
  [
    {
      by: 'claim',
      reason: {
        kind: 'claim-short',
        resource: 'memory',
        needed: 8192,
        free: 6144,
        limit: 98_304,
        used: 92_160,
      },
    },
    'The guest’s fault says Insufficient compute resources: Free memory 6144.00 MB < requested 8192 MB.',
  ],
  [
    {
      by: 'live-migration pre-check',
      reason: {
        kind: 'live-migration-memory',
        available: MiB(336),
        needed: MiB(512),
        free: MiB(336),
        total: MiB(1872),
        ratio: undefined,
      },
    },
    'The fault says Lack of memory(host:336 <= instance:512).',
  ],
  [{ by: 'scheduler', reason: { kind: 'not-the-forced-host', forced: HostId('a') } }, undefined],
])('what an operator finds of %j', (objection, says) => {
  const sentence = explainLog(objection)
  expect(sentence && plain(sentence)).toBe(says)
})

test('all objections are told, the one at which Nova stops first', () => {
  const on = { guestCell: CellId(0), hostCell: CellId(0) }
  const said = explainObjections({
    host: HostId('a'),
    outcome: 'rejected',
    objections: [
      { by: 'ComputeFilter', reason: { kind: 'host-down' } },
      { by: 'NUMATopologyFilter', reason: { kind: 'pcpus-short', needed: 4, free: 2, total: 8, ...on } },
    ],
    passed: [],
  })
  expect(said.map(plain)).toEqual([
    'ComputeFilter refuses, and Nova stops there: The compute service is down.',
    'Where it leaves no host, nova-scheduler logs Filter ComputeFilter returned 0 hosts.',
    'NUMATopologyFilter would refuse too: guest cell 0 needs 4 dedicated CPUs; host cell 0 has 2 of 8 free.',
  ])
})

test('a host that fits has no objections', () => {
  expect(explainObjections({ host: HostId('a'), outcome: 'fits', placed: undefined, passed: [] })).toEqual([])
})
