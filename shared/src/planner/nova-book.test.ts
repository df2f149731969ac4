import { expect, test } from 'vitest'
import { HostId } from '../model/ids.ts'
import type { GapReason } from '../model/snapshot.ts'
import { releaseById } from '../releases/index.ts'
import { scenarioById } from '../scenarios/index.ts'
import { cloudOf } from './cloud.ts'
import { verdictsOn } from './verdicts.ts'

const host = HostId('compute-07')

/** What Nova's book says of a guest of 1 GiB pages on a host that has none, with this gap of its topology. */
function outcomeWith(why: GapReason): string | undefined {
  const snapshot = scenarioById('pages-nobody-told-nova-about')?.snapshot
  const release = releaseById('zed')
  const flavor = snapshot?.flavors[0]
  if (!snapshot || !release || !flavor) throw new Error('no such scenario')
  const gap = { source: undefined, host, guest: undefined, what: 'numa_topology', why }
  const hosts = snapshot.hosts.map((one) => ({ ...one }))
  const cloud = cloudOf({ ...snapshot, hosts, gaps: [gap] }, release)
  const huge = { ...flavor, extraSpecs: { 'hw:mem_page_size': '1GB' } }
  return verdictsOn(cloud, [host], huge, {})[0]?.nova.outcome
}

test('a page size that a whole topology does not have is a no', () => {
  expect(outcomeWith('not modelled')).toBe('rejected')
})

test('a page size that a topology may have lost on the way is not known', () => {
  expect(outcomeWith('not understood')).toBe('unknown')
})
