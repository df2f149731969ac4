import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { rowsAWindow } from '../../api/queries.ts'
import { longQuery } from '../../api/use-long.ts'
import type { CloudAsk, Desk } from '../../worker/desk.ts'
import type { ChecksQuery } from './checks-view.ts'
import type { PlanAsk } from './view-model.ts'

/** A plan on a snapshot under a release gives the same answer for ever. */
const immutable = { staleTime: Number.POSITIVE_INFINITY } as const

export const planKey = (cloud: CloudAsk, plan: PlanAsk) => ['plan', cloud, plan] as const

/** Every step as a card; the cards before an edit stay until the plan is replayed. */
export const planQuery = (desk: Desk, cloud: CloudAsk, plan: PlanAsk) =>
  queryOptions({
    ...longQuery(planKey(cloud, plan), (tell) => desk.plan(cloud, plan, tell)),
    placeholderData: keepPreviousData,
  })

/** One step in full: `plan` ends with it. */
export const stepQuery = (desk: Desk, cloud: CloudAsk, plan: PlanAsk) =>
  longQuery(['step', cloud, plan], async (tell) => (await desk.step(cloud, plan, tell)) ?? null)

/** Hosts of a plan's last step by what is said of them; what was there stays while a name is typed. */
export const checkGroupsQuery = (desk: Desk, cloud: CloudAsk, plan: PlanAsk, query: ChecksQuery) =>
  queryOptions({
    queryKey: ['check groups', cloud, plan, query],
    queryFn: () => desk.checkGroups(cloud, plan, query),
    placeholderData: keepPreviousData,
    ...immutable,
  })

/** One window of those hosts. */
export const checkRowsQuery = (
  desk: Desk,
  cloud: CloudAsk,
  plan: PlanAsk,
  query: ChecksQuery,
  window: number,
) =>
  queryOptions({
    queryKey: ['check rows', cloud, plan, query, window],
    queryFn: () => desk.checkRows(cloud, plan, query, window * rowsAWindow, (window + 1) * rowsAWindow),
    ...immutable,
  })

export const flavorsQuery = (desk: Desk, cloud: CloudAsk) =>
  queryOptions({ queryKey: ['flavors', cloud], queryFn: () => desk.flavors(cloud), ...immutable })

export const hostShapeQuery = (desk: Desk, cloud: CloudAsk, plan: PlanAsk, host: string) =>
  queryOptions({
    queryKey: ['host shape', cloud, plan, host],
    queryFn: async () => (await desk.hostShape(cloud, plan, host)) ?? null,
    ...immutable,
  })

/** What a request may name, and the filters that are asked. */
export const choicesQuery = (desk: Desk, cloud: CloudAsk, plan: PlanAsk) =>
  queryOptions({
    queryKey: ['choices', cloud, plan],
    queryFn: () => desk.choices(cloud, plan),
    ...immutable,
  })
