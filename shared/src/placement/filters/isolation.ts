import { valuesOf, wordsOf } from './aggregates.ts'
import { cannotSay, type Filter, objects, passes } from './filter.ts'
import { matches } from './match.ts'

const scope = 'aggregate_instance_extra_specs:'

/**
 * nova/scheduler/filters/aggregate_instance_extra_specs.py: extra specs of this scope, and those of none, must be in the
 * metadata of the host's aggregates. A host in no aggregate has none of them.
 */
export const AggregateInstanceExtraSpecsFilter: Filter = (host, { flavor }) => {
  for (const [spec, wanted] of Object.entries(flavor.extraSpecs)) {
    if (spec.includes(':') && !spec.startsWith(scope)) continue
    const key = spec.startsWith(scope) ? spec.slice(scope.length) : spec
    const values = [...wordsOf(host, key)]
    const answers = values.map((value) => matches(value, wanted))
    if (answers.includes('raises'))
      return objects({ kind: 'exception', exception: 'ValueError', detail: spec })
    if (!answers.includes(true)) return objects({ kind: 'aggregate-lacks', key, wanted, values })
  }
  return passes
}

/** nova/scheduler/filters/type_filter.py: an aggregate may name the flavors it is for. */
export const AggregateTypeAffinityFilter: Filter = (host, { flavor }) => {
  const values = [...wordsOf(host, 'instance_type')]
  return values.length === 0 || values.includes(flavor.name)
    ? passes
    : objects({ kind: 'aggregate-lacks', key: 'instance_type', wanted: flavor.name, values })
}

/** nova/scheduler/filters/aggregate_multitenancy_isolation.py: an aggregate may name the projects it is for. */
export const AggregateMultiTenancyIsolation: Filter = (host, { hints }) => {
  const values = [...wordsOf(host, 'filter_tenant_id')]
  if (valuesOf(host, 'filter_tenant_id').size === 0) return passes
  if (hints.project === undefined) return cannotSay(host, 'project_id', 'absent')
  return values.includes(hints.project)
    ? passes
    : objects({ kind: 'aggregate-lacks', key: 'filter_tenant_id', wanted: hints.project, values })
}

/**
 * nova/scheduler/filters/aggregate_image_properties_isolation.py: an image property that an aggregate has too must have
 * one of its values. The options that limit this to a namespace are taken to be unset.
 */
export const AggregateImagePropertiesIsolation: Filter = (host, { image }) => {
  for (const [key, wanted] of Object.entries(image)) {
    const values = [...wordsOf(host, key)]
    if (wanted !== '' && values.length > 0 && !values.includes(wanted)) {
      return objects({ kind: 'aggregate-lacks', key, wanted, values })
    }
  }
  return passes
}
