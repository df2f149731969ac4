import { expect, test } from 'vitest'
import { AggregateId, HostId } from '../model/ids.ts'
import { ProviderId } from '../model/provider.ts'
import type { Aggregate } from '../model/snapshot.ts'
import { request, state } from '../testing/placement.ts'
import type { HostState } from './host-state.ts'
import { judge, judgeByPlacement } from './judge.ts'

const aggregate = (metadata: Readonly<Record<string, string>>): Aggregate => ({
  id: AggregateId('1'),
  name: 'kept',
  zone: undefined,
  hosts: [HostId('host-1')],
  metadata,
})

const withTraits = (traits: readonly string[] | undefined): Partial<HostState> => ({
  providers: [
    {
      provider: {
        id: ProviderId('root'),
        name: 'host-1',
        parent: undefined,
        host: HostId('host-1'),
        inventories: ['VCPU', 'MEMORY_MB', 'DISK_GB'].map((resourceClass) => ({
          resourceClass,
          total: 65_536,
          reserved: 0,
          allocationRatio: 1,
          minUnit: 1,
          maxUnit: 65_536,
          stepSize: 1,
        })),
        usages: undefined,
        traits,
        aggregates: undefined,
      },
      used: {},
    },
  ],
})

const turnedOn = (...requestFilterOptions: string[]): Partial<HostState> => ({
  settings: { enabledFilters: undefined, maxAttempts: undefined, requestFilterOptions },
})

type Asked = Parameters<typeof request>[1] & { readonly project?: string }

function says(release: string, shape: Partial<HostState>, { project, ...asked }: Asked = {}): string {
  const verdict = judge(state(release, shape), request(release, asked, { project }), [])
  if (verdict.outcome === 'unknown') return `unknown: ${verdict.gaps[0].what}`
  return verdict.outcome === 'fits' ? 'fits' : verdict.objections[0].reason.kind
}

const disabled = withTraits(['COMPUTE_STATUS_DISABLED'])
const specs = (extraSpecs: Readonly<Record<string, string>>): Asked => ({ extraSpecs })

test.each<[rule: string, release: string, shape: Partial<HostState>, asked: Asked, answer: string]>([
  ['a compute that says it is disabled', 'stein', disabled, {}, 'fits'],
  ['a compute that says it is disabled', 'train', disabled, {}, 'trait-forbidden'],
  ['a compute whose traits were not read', 'train', withTraits(undefined), {}, 'fits'],
  [
    'accelerators of a compute without',
    'ussuri',
    withTraits([]),
    specs({ 'accel:device_profile': 'fpga' }),
    'trait-lacking',
  ],
  [
    'what the device profile asks for',
    'ussuri',
    withTraits(['COMPUTE_ACCELERATORS']),
    specs({ 'accel:device_profile': 'fpga' }),
    'unknown: accel:device_profile',
  ],
  ['encryption', 'yoga', withTraits([]), specs({ 'hw:ephemeral_encryption': 'true' }), 'fits'],
  ['encryption', 'zed', withTraits([]), specs({ 'hw:ephemeral_encryption': 'true' }), 'trait-lacking'],
  [
    'encryption of a format',
    'zed',
    withTraits(['COMPUTE_EPHEMERAL_ENCRYPTION']),
    specs({ 'hw:ephemeral_encryption': 'true', 'hw:ephemeral_encryption_format': 'luks' }),
    'trait-lacking',
  ],
  ['packed rings', '2023.2', withTraits([]), specs({ 'hw:virtio_packed_ring': 'true' }), 'fits'],
  ['packed rings', '2024.1', withTraits([]), specs({ 'hw:virtio_packed_ring': 'true' }), 'trait-lacking'],
  ['a TPM', '2025.2', withTraits([]), specs({ 'hw:tpm_version': '2.0' }), 'fits'],
  ['a TPM', '2026.1', withTraits([]), specs({ 'hw:tpm_version': '2.0' }), 'trait-lacking'],
  ['virtio sound', '2025.2', withTraits([]), specs({ 'hw:sound_model': 'virtio' }), 'trait-lacking'],
])('%s, in %s', (_, release, shape, asked, answer) => {
  expect(says(release, shape, asked)).toBe(answer)
})

const kept = { aggregates: [aggregate({ 'trait:CUSTOM_WINDOWS': 'required' })] }
const isolating = {
  ...kept,
  ...turnedOn('enable_isolated_aggregate_filtering'),
  ...withTraits(['CUSTOM_WINDOWS']),
}
const windows = specs({ 'trait:CUSTOM_WINDOWS': 'required' })

const ofProject = { aggregates: [aggregate({ filter_tenant_id3: 'blue' })] }
const cloudAggregates = ofProject.aggregates
const limited = turnedOn('limit_tenants_to_placement_aggregate')
const required = turnedOn('limit_tenants_to_placement_aggregate', 'placement_aggregate_required_for_tenants')

test.each<[rule: string, shape: Partial<HostState>, asked: Asked, answer: string]>([
  ['an aggregate is kept for a trait', isolating, {}, 'aggregate-isolated'],
  ['and takes who asks for it', isolating, windows, 'fits'],
  ['unless that is not turned on', { ...kept, ...withTraits([]) }, {}, 'fits'],
  [
    'a project goes to its aggregate',
    { ...ofProject, cloudAggregates, ...limited },
    { project: 'blue' },
    'fits',
  ],
  ['and nowhere else', { cloudAggregates, ...limited }, { project: 'blue' }, 'aggregate-lacks'],
  ['another project anywhere', { ...ofProject, cloudAggregates, ...limited }, { project: 'red' }, 'fits'],
  ['unless it needs an aggregate', { cloudAggregates, ...required }, { project: 'red' }, 'exception'],
  ['whose guest it is was not said', { ...ofProject, ...limited }, {}, 'unknown: project_id'],
  ['and is no matter where no aggregate is of a project', { ...limited }, {}, 'fits'],
  ['unless one is needed', { ...required }, {}, 'unknown: project_id'],
  [
    'image formats, whatever the compute can',
    turnedOn('query_placement_for_image_type_support'),
    {},
    'unknown: disk_format',
  ],
  [
    'segments of a network',
    turnedOn('query_placement_for_routed_network_aggregates'),
    {},
    'unknown: segments',
  ],
  [
    'a bus that the image names',
    { ...turnedOn('image_metadata_prefilter'), ...withTraits(['COMPUTE_STORAGE_BUS_VIRTIO']) },
    { image: { hw_disk_bus: 'virtio' } },
    'fits',
  ],
  [
    'a bus that the compute has not',
    { ...turnedOn('image_metadata_prefilter'), ...withTraits([]) },
    { image: { hw_disk_bus: 'lsi-logic' } },
    'trait-lacking',
  ],
])('by option: %s', (_, shape, asked, answer) => {
  expect(says('zed', shape, asked)).toBe(answer)
})

test('a move past the scheduler asks for room alone', () => {
  expect(judgeByPlacement(state('zed', disabled), request('zed')).outcome).toBe('fits')
})
