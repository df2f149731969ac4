import { z } from 'zod'
import type { Parsed } from '../parsing/parsed.ts'
import { salvage } from '../parsing/salvage.ts'

/**
 * What Placement offers for one request: the body of GET /allocation_candidates, or the rows of `openstack allocation
 * candidate list -f json`. A provider's capacity in it is `int((total - reserved) * ratio)`, from which no inventory can
 * be told, and a provider that is missing may be full, or short of a trait: it joins no snapshot.
 */
export interface AllocationCandidates {
  readonly providers: number
}

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const capacities = 'inventory used/capacity'

export const isAllocationCandidates = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((row) => isRow(row) && capacities in row)
    : isRow(value) && 'allocation_requests' in value && 'provider_summaries' in value

const offers = z.array(z.object({ 'resource provider': z.string(), [capacities]: z.string() }))
const body = z.object({ provider_summaries: z.record(z.string(), z.object({})) })

export function readAllocationCandidates(value: unknown): Parsed<AllocationCandidates> {
  if (Array.isArray(value)) {
    const { facts, problems } = salvage(offers, value)
    const named = facts?.map((row) => row['resource provider'])
    return { facts: named && { providers: new Set(named).size }, problems }
  }
  const { facts, problems } = salvage(body, value)
  return { facts: facts && { providers: Object.keys(facts.provider_summaries).length }, problems }
}
