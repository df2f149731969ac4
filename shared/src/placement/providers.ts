import { isNonEmpty } from '../collections.ts'
import type { Amounts, Inventory, ResourceProvider } from '../model/provider.ts'
import type { Aggregate } from '../model/snapshot.ts'
import { type Answer, cannotSay, passes } from './filters/filter.ts'
import type { HostState } from './host-state.ts'
import type { Rejection } from './rejection.ts'

/** A provider of a host's tree, and what is taken of it now: allocations as read, and what a plan made of them. */
export interface HostProvider {
  readonly provider: ResourceProvider
  /** Undefined where no source listed allocations or usages. */
  readonly used: Amounts | undefined
}

/** Resources and traits that are asked for together (placement/lib.py: RequestGroup). */
export interface RequestGroup {
  /** Of the group without a suffix, each class may come from another provider of the tree. */
  readonly suffix: string
  readonly amounts: Amounts
  readonly required: readonly string[]
  readonly forbidden: readonly string[]
}

/**
 * What Placement says of a host by its own record (placement/objects/allocation_candidate.py, research_context.py): of
 * each class used + asked ≤ (total − reserved) × ratio, within min_unit, max_unit and step_size, with the traits that
 * are required and none that are forbidden, of a provider in the zone's aggregate. `isApart` is group_policy=isolate:
 * groups with a suffix come from a provider each.
 */
export function byRecord(
  host: HostState,
  tree: readonly HostProvider[],
  groups: readonly RequestGroup[],
  zone: string | undefined,
  isApart: boolean,
): Answer {
  const reasons: Rejection[] = []
  const found = placeGroups(tree, groups, isApart)
  if (found.kind === 'not read') return cannotSay(host, found.what, 'absent')
  if (found.kind === 'short') reasons.push(...found.reasons)
  const [root] = tree
  if (zone !== undefined && root && !isMember(root.provider, host.aggregates, zone)) {
    reasons.push({ kind: 'not-member-of', zone })
  }
  return isNonEmpty(reasons) ? { kind: 'objects', reasons } : passes
}

interface Take {
  readonly from: HostProvider
  readonly resourceClass: string
  readonly amount: number
}

type Found =
  | { readonly kind: 'found'; readonly takes: readonly Take[] }
  | { readonly kind: 'short'; readonly reasons: readonly Rejection[] }
  | { readonly kind: 'not read'; readonly what: string }

type Taken = ReadonlyMap<HostProvider, Amounts>

/** Every class from the first provider that has it to give; traits of any of those that give. */
function eachFrom(tree: readonly HostProvider[], group: RequestGroup, taken: Taken): Found {
  const takes: Take[] = []
  const reasons: Rejection[] = []
  const allowed = withoutForbidden(tree, group)
  if (typeof allowed === 'string') return { kind: 'not read', what: allowed }
  for (const [resourceClass, amount] of Object.entries(group.amounts)) {
    const answers = allowed.map((from) => ({ from, says: offer(from, resourceClass, amount, taken) }))
    const gives = answers.find(({ says }) => says === 'gives')
    if (gives) {
      takes.push({ from: gives.from, resourceClass, amount })
      continue
    }
    const unread = answers.find(({ says }) => says === 'not read')
    if (unread) return { kind: 'not read', what: `${resourceClass} in Placement` }
    const short = answers.flatMap(({ says }) => (typeof says === 'object' ? [says] : []))
    reasons.push(short[0] ?? { kind: 'inventory-absent', resource: resourceClass })
  }
  const has = traitsOf(takes.length > 0 ? takes.map(({ from }) => from) : allowed, group.required)
  if (typeof has === 'string') return { kind: 'not read', what: has }
  reasons.push(...missing(group.required, has))
  reasons.push(...group.forbidden.filter((trait) => isForbiddenAtRoot(tree, trait)).map(forbids))
  return reasons.length > 0 ? { kind: 'short', reasons } : { kind: 'found', takes }
}

/** The group without a suffix as it comes; of the others every way to place them is tried. */
function placeGroups(
  tree: readonly HostProvider[],
  groups: readonly RequestGroup[],
  isApart: boolean,
): Found {
  const reasons: Rejection[] = []
  let taken: Taken = new Map()
  for (const group of groups.filter(({ suffix }) => suffix === '')) {
    const found = eachFrom(tree, group, taken)
    if (found.kind === 'not read') return found
    if (found.kind === 'short') reasons.push(...found.reasons)
    else taken = withTakes(taken, found.takes)
  }
  const numbered = groups.filter(({ suffix }) => suffix !== '')
  const found = placeNumbered(tree, numbered, taken, isApart ? new Set() : undefined)
  if (found.kind === 'not read') return found
  if (found.kind === 'short') reasons.push(...found.reasons)
  return reasons.length > 0 ? { kind: 'short', reasons } : found
}

/** Everything of a group from one provider; `apart` holds those that other groups have, where none may be shared. */
function placeNumbered(
  tree: readonly HostProvider[],
  [group, ...others]: readonly RequestGroup[],
  taken: Taken,
  apart: ReadonlySet<HostProvider> | undefined,
): Found {
  if (!group) return { kind: 'found', takes: [] }
  const allowed = withoutForbidden(tree, group)
  if (typeof allowed === 'string') return { kind: 'not read', what: allowed }
  const tried: Found[] = []
  for (const from of allowed) {
    const found = eachFrom([from], group, taken)
    if (found.kind !== 'found') tried.push(found)
    else if (apart?.has(from)) tried.push({ kind: 'short', reasons: [notApart(group)] })
    else {
      const rest = placeNumbered(
        tree,
        others,
        withTakes(taken, found.takes),
        apart && new Set([...apart, from]),
      )
      if (rest.kind === 'found') return { kind: 'found', takes: [...found.takes, ...rest.takes] }
      tried.push(rest)
    }
  }
  return mostTelling(tried) ?? { kind: 'short', reasons: group.forbidden.map(forbids) }
}

/** What was not read may have had room; else that a provider is shared tells more than that another has none. */
const mostTelling = (tried: readonly Found[]): Found | undefined =>
  tried.find(({ kind }) => kind === 'not read') ??
  tried.find(
    (found) => found.kind === 'short' && found.reasons.some(({ kind }) => kind === 'group-not-apart'),
  ) ??
  tried[0]

const notApart = ({ suffix }: RequestGroup): Rejection => ({ kind: 'group-not-apart', suffix })

function withTakes(taken: Taken, takes: readonly Take[]): Taken {
  const next = new Map(taken)
  for (const { from, resourceClass, amount } of takes) {
    const before = next.get(from) ?? {}
    next.set(from, { ...before, [resourceClass]: (before[resourceClass] ?? 0) + amount })
  }
  return next
}

const forbids = (trait: string): Rejection => ({ kind: 'trait-forbidden', trait })

const isForbiddenAtRoot = ([root]: readonly HostProvider[], trait: string): boolean =>
  root?.provider.traits?.includes(trait) ?? false

const missing = (required: readonly string[], has: ReadonlySet<string>): readonly Rejection[] =>
  required.filter((trait) => !has.has(trait)).map((trait) => ({ kind: 'trait-lacking', trait }))

/** Providers that have no trait of those; a text names the trait where they were not read. */
function withoutForbidden(
  tree: readonly HostProvider[],
  { forbidden }: RequestGroup,
): readonly HostProvider[] | string {
  const [trait] = forbidden
  if (trait === undefined) return tree
  if (tree.some(({ provider }) => provider.traits === undefined)) return `trait:${trait}`
  return tree.filter(({ provider }) => !forbidden.some((one) => provider.traits?.includes(one)))
}

function traitsOf(from: readonly HostProvider[], required: readonly string[]): ReadonlySet<string> | string {
  const [trait] = required
  if (trait === undefined) return new Set()
  if (from.some(({ provider }) => provider.traits === undefined)) return `trait:${trait}`
  return new Set(from.flatMap(({ provider }) => provider.traits ?? []))
}

/** What one provider says of an amount of one class; undefined where it has none of the class. */
function offer(
  from: HostProvider,
  resourceClass: string,
  needed: number,
  taken: Taken,
): 'gives' | 'not read' | undefined | Rejection {
  const { provider, used: before } = from
  if (provider.inventories === undefined) return 'not read'
  const inventory = provider.inventories.find((one) => one.resourceClass === resourceClass)
  if (!inventory) return undefined
  if (before === undefined) return 'not read'
  const used = (before[resourceClass] ?? 0) + (taken.get(from)?.[resourceClass] ?? 0)
  return objection(inventory, needed, used) ?? 'gives'
}

function objection(inventory: Inventory, needed: number, used: number): Rejection | undefined {
  const { resourceClass: resource, total, reserved, allocationRatio: ratio } = inventory
  const { minUnit, maxUnit, stepSize } = inventory
  if (needed > maxUnit && maxUnit === total) return { kind: 'inventory-too-small', resource, needed, total }
  if (needed < minUnit || needed > maxUnit || needed % stepSize !== 0) {
    return { kind: 'inventory-unit', resource, needed, minUnit, maxUnit, stepSize }
  }
  return used + needed > (total - reserved) * ratio
    ? { kind: 'inventory-short', resource, needed, used, total, reserved, ratio }
    : undefined
}

/**
 * Whether Placement has the provider in an aggregate of that zone: `openstack aggregate add host` mirrors it there, and
 * where that failed nova-manage placement sync_aggregates does. Not told where no aggregates were read, or Nova's have
 * no uuid.
 */
function isMember({ aggregates }: ResourceProvider, ofHost: readonly Aggregate[], zone: string): boolean {
  const ofZone = ofHost.filter((one) => one.zone === zone && !/^\d+$/.test(one.id))
  if (aggregates === undefined || ofZone.length === 0) return true
  return ofZone.some(({ id }) => aggregates.includes(id))
}
