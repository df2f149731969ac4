import { isNonEmpty } from '../collections.ts'
import type { Gap } from '../model/snapshot.ts'
import { boolFromString } from '../oslo.ts'
import type { RequestFilterName } from '../releases/rules.ts'
import { valuesOf } from './filters/aggregates.ts'
import { type Answer, cannotSay, type Filter, objects, passes } from './filters/filter.ts'
import type { HostState } from './host-state.ts'
import { Placement, requiredTraits } from './inventory.ts'
import type { Rejection } from './rejection.ts'
import type { PlacementRequest } from './request.ts'

/**
 * What the scheduler asks of Placement: room, and what nova/scheduler/request_filter.py adds to the request. A move that
 * is forced past the scheduler asks for room alone.
 */
export const askedOfPlacement: Filter = (host, request) => {
  const room = Placement(host, request)
  const { requestFilters: names } = host.rules
  if (names.length === 0) return room
  const answers = names.map((name) => requestFilters[name](host, request))
  return answers.every((answer) => answer === passes) ? room : together([room, ...answers])
}

function together(answers: readonly Answer[]): Answer {
  const reasons: Rejection[] = []
  const gaps: Gap[] = []
  for (const answer of answers) {
    if (answer.kind === 'objects') reasons.push(...answer.reasons)
    if (answer.kind === 'unknown') gaps.push(...answer.gaps)
  }
  if (isNonEmpty(reasons)) return { kind: 'objects', reasons }
  return isNonEmpty(gaps) ? { kind: 'unknown', gaps } : passes
}

/** By the function of request_filter.py. Which zone is meant, `Placement` asks. */
const requestFilters: Readonly<Record<RequestFilterName, Filter>> = {
  require_tenant_aggregate: requireTenantAggregate,
  require_image_type_support: (host) =>
    isOn(host, 'query_placement_for_image_type_support') ? cannotSay(host, 'disk_format', 'absent') : passes,
  compute_status_filter: (host) =>
    traitsOfRoot(host)?.includes('COMPUTE_STATUS_DISABLED')
      ? objects({ kind: 'trait-forbidden', trait: 'COMPUTE_STATUS_DISABLED' })
      : passes,
  isolate_aggregates: isolateAggregates,
  transform_image_metadata: (host, { image }) => {
    if (!isOn(host, 'image_metadata_prefilter')) return passes
    const traits = Object.entries(traitPrefixes).flatMap(([property, prefix]) =>
      image[property] === undefined ? [] : [`${prefix}_${asTrait(image[property])}`],
    )
    return together(traits.map((trait) => requireTrait(host, trait)))
  },
  /** What the device profile itself asks for, Cyborg knows. */
  accelerators_filter: (host, { flavor }) =>
    flavor.extraSpecs['accel:device_profile']
      ? together([
          requireTrait(host, 'COMPUTE_ACCELERATORS'),
          cannotSay(host, 'accel:device_profile', 'absent'),
        ])
      : passes,
  packed_virtqueue_filter: (host, request) =>
    boolFromString(eitherSays(request, 'virtio_packed_ring') ?? '')
      ? requireTrait(host, 'COMPUTE_NET_VIRTIO_PACKED')
      : passes,
  routed_networks_filter: (host) =>
    isOn(host, 'query_placement_for_routed_network_aggregates')
      ? cannotSay(host, 'segments', 'absent')
      : passes,
  ephemeral_encryption_filter: (host, request) => {
    if (!boolFromString(eitherSays(request, 'ephemeral_encryption') ?? '')) return passes
    const format = eitherSays(request, 'ephemeral_encryption_format')
    const ofFormat = format ? [`COMPUTE_EPHEMERAL_ENCRYPTION_${asTrait(format)}`] : []
    const traits = ['COMPUTE_EPHEMERAL_ENCRYPTION', ...ofFormat]
    return together(traits.map((trait) => requireTrait(host, trait)))
  },
  virtio_sound_filter: (host, request) =>
    eitherSays(request, 'sound_model') === 'virtio'
      ? requireTrait(host, 'COMPUTE_SOUND_MODEL_VIRTIO')
      : passes,
  tpm_secret_security_filter: (host, request) => {
    if (!eitherSays(request, 'tpm_version')) return passes
    const whose = request.flavor.extraSpecs['hw:tpm_secret_security'] || 'user'
    return requireTrait(host, `COMPUTE_SECURITY_TPM_SECRET_SECURITY_${asTrait(whose)}`)
  },
}

/** `[scheduler]` options of the release's request filters; all off unless the operator turns them on. */
const isOn = ({ settings }: HostState, option: string): boolean =>
  settings.requestFilterOptions?.includes(option) ?? false

/** nova/virt/hardware.py: _get_flavor_image_meta. The flavor's `hw:name`, else the image's `hw_name`. */
const eitherSays = ({ flavor, image }: PlacementRequest, name: string): string | undefined =>
  flavor.extraSpecs[`hw:${name}`] ?? image[`hw_${name}`]

const traitPrefixes = {
  hw_cdrom_bus: 'COMPUTE_STORAGE_BUS',
  hw_disk_bus: 'COMPUTE_STORAGE_BUS',
  hw_video_model: 'COMPUTE_GRAPHICS_MODEL',
  hw_vif_model: 'COMPUTE_NET_VIF_MODEL',
} as const

const asTrait = (value: string): string => value.replaceAll('-', '_').toUpperCase()

const traitsOfRoot = ({ providers }: HostState): readonly string[] | undefined =>
  providers?.[0]?.provider.traits

function requireTrait(host: HostState, trait: string): Answer {
  const traits = traitsOfRoot(host)
  if (!traits) return cannotSay(host, `trait:${trait}`, 'absent')
  return traits.includes(trait) ? passes : objects({ kind: 'trait-lacking', trait })
}

const tenantKey = 'filter_tenant_id'

type HasMetadata = { readonly metadata: Readonly<Record<string, string>> }

/**
 * A project with aggregates of its own, by `filter_tenant_id…`, goes to their hosts alone. Whose guest it is makes no
 * difference where no aggregate is of a project, and none has to be.
 */
function requireTenantAggregate(host: HostState, { hints }: PlacementRequest): Answer {
  if (!isOn(host, 'limit_tenants_to_placement_aggregate')) return passes
  const { project } = hints
  const isRequired = isOn(host, 'placement_aggregate_required_for_tenants')
  if (project === undefined) {
    const isOfSome = ({ metadata }: HasMetadata) =>
      Object.keys(metadata).some((key) => key.startsWith(tenantKey))
    return isRequired || (host.cloudAggregates ?? host.aggregates).some(isOfSome)
      ? cannotSay(host, 'project_id', 'absent')
      : passes
  }
  const isOfProject = ({ metadata }: HasMetadata) =>
    Object.entries(metadata).some(([key, value]) => key.startsWith(tenantKey) && value === project)
  if (host.aggregates.some(isOfProject)) return passes
  if (host.cloudAggregates?.some(isOfProject)) {
    return objects({
      kind: 'aggregate-lacks',
      key: tenantKey,
      wanted: project,
      values: [...valuesOf(host, tenantKey)],
    })
  }
  return isRequired
    ? objects({ kind: 'exception', exception: 'RequestFilterFailed', detail: project })
    : passes
}

/** An aggregate that requires a trait keeps out who does not. */
function isolateAggregates(host: HostState, request: PlacementRequest): Answer {
  if (!isOn(host, 'enable_isolated_aggregate_filtering')) return passes
  const asked = requiredTraits(request, host)
  for (const { metadata } of host.aggregates) {
    for (const [key, value] of Object.entries(metadata)) {
      if (!key.startsWith('trait:') || value !== 'required') continue
      const trait = key.slice('trait:'.length)
      if (!asked.includes(trait)) return objects({ kind: 'aggregate-isolated', trait })
    }
  }
  return passes
}
