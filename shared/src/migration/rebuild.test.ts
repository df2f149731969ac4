import { expect, test } from 'vitest'
import { GuestId } from '../model/ids.ts'
import { hostCell, pool } from '../testing/cells.ts'
import { flavor, rulesOf, state } from '../testing/placement.ts'
import { MiB } from '../units.ts'
import { rebuildVerdict } from './rebuild.ts'

/** A cell of two CPUs, both of which the guest has, and as much memory again as it has. */
const full = [
  hostCell({
    cpus: '0-1',
    pinned: '0-1',
    memory: MiB(4096),
    memoryUsage: MiB(2048),
    mempages: [pool('4K', '1048576')],
  }),
]
const pinned = flavor({ vcpus: 2, memoryMb: 2048, extraSpecs: { 'hw:cpu_policy': 'dedicated' } })

function rebuilt(release: string, image: Readonly<Record<string, string>>, cells = full): string {
  const host = state(release, { cells })
  const guest = {
    id: GuestId('g'),
    name: 'g',
    host: host.id,
    vmState: 'active',
    taskState: undefined,
    powerState: 1,
    flavor: pinned,
    image: {},
    topology: 'not read',
  } as const
  const verdict = rebuildVerdict(host, guest, image, rulesOf(release), ['NUMATopologyFilter'])
  if (verdict.outcome !== 'rejected') return verdict.outcome
  const [{ reason }] = verdict.objections
  return 'exception' in reason ? reason.exception : reason.kind
}

const roomy = full.map((cell) => ({ ...cell, pinnedCpus: [] }))
const twoNodes = { hw_numa_nodes: '2' }

test.each([
  ['nobody looks up to Pike', 'pike', {}, full, 'fits'],
  ['up to Train a second copy must fit', 'train', {}, full, 'pcpus-short'],
  ['and does where there is room for it', 'train', {}, roomy, 'fits'],
  ['since Ussuri the guest stays in its place', 'ussuri-21.0', {}, full, 'fits'],
  [
    'and an image that changes the cells is refused by the API',
    'ussuri-21.0',
    twoNodes,
    full,
    'ImageNUMATopologyRebuildConflict',
  ],
])('a rebuild on a full host: %s (%s)', (_, release, image, cells, answer) => {
  expect(rebuilt(release, image, cells)).toBe(answer)
})
