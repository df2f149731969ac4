import type { Action } from '@headroom/shared'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DivergenceQuery } from '../features/divergences/view-model.ts'
import type { FleetQuery } from '../features/fleet/view-model.ts'
import type { CloudAsk, Desk } from '../worker/desk.ts'
import type { FindWhat } from '../worker/find.ts'
import { storedSnapshots } from './client.ts'

/** An answer about a snapshot under a release never changes: it is asked once. */
const immutable = { staleTime: Number.POSITIVE_INFINITY } as const

export const scenariosQuery = (desk: Desk) =>
  queryOptions({ queryKey: ['scenarios'], queryFn: () => desk.scenarios(), ...immutable })

export const releasesQuery = (desk: Desk) =>
  queryOptions({ queryKey: ['releases'], queryFn: () => desk.releases(), ...immutable })

export const cloudQuery = (desk: Desk, ask: CloudAsk) =>
  queryOptions({ queryKey: ['cloud', ask], queryFn: () => desk.cloud(ask), ...immutable })

/** Totals, and how many rows pass; what was there stays while a filter is typed. */
export const fleetQuery = (desk: Desk, ask: CloudAsk, query: FleetQuery) =>
  queryOptions({
    queryKey: ['fleet', ask, query],
    queryFn: () => desk.fleet(ask, query),
    placeholderData: keepPreviousData,
    ...immutable,
  })

/** What the next boot of each flavor comes to: takes longer than the rest, and the page does not wait for it. */
export const bootsQuery = (desk: Desk, ask: CloudAsk) =>
  queryOptions({ queryKey: ['boots', ask], queryFn: () => desk.boots(ask), ...immutable })

export const cellMapQuery = (desk: Desk, ask: CloudAsk, query: FleetQuery) =>
  queryOptions({
    queryKey: ['cell map', ask, query],
    queryFn: () => desk.cellMap(ask, query),
    placeholderData: keepPreviousData,
    ...immutable,
  })

/** What the books disagree about, by cause: every host is compared, and the page does not wait for it. */
export const causesQuery = (desk: Desk, ask: CloudAsk) =>
  queryOptions({ queryKey: ['causes', ask], queryFn: () => desk.causes(ask), ...immutable })

export const rowsAWindow = 50

/** One window of rows. */
export const fleetRowsQuery = (desk: Desk, ask: CloudAsk, query: FleetQuery, window: number) =>
  queryOptions({
    queryKey: ['fleet rows', ask, query, window],
    queryFn: () => desk.fleetRows(ask, query, window * rowsAWindow, (window + 1) * rowsAWindow),
    ...immutable,
  })

export const divergencesQuery = (desk: Desk, ask: CloudAsk, query: DivergenceQuery) =>
  queryOptions({
    queryKey: ['divergences', ask, query],
    queryFn: () => desk.divergences(ask, query),
    placeholderData: keepPreviousData,
    ...immutable,
  })

/** One window of divergences. */
export const divergenceRowsQuery = (desk: Desk, ask: CloudAsk, query: DivergenceQuery, window: number) =>
  queryOptions({
    queryKey: ['divergence rows', ask, query, window],
    queryFn: () => desk.divergenceRows(ask, query, window * rowsAWindow, (window + 1) * rowsAWindow),
    ...immutable,
  })

/** Null where the snapshot has no such host. */
export const hostQuery = (desk: Desk, ask: CloudAsk, host: string) =>
  queryOptions({
    queryKey: ['host', ask, host],
    queryFn: async () => (await desk.host(ask, host)) ?? null,
    ...immutable,
  })

/** What the API has stored; asked again each time it is looked at. */
export const storedQuery = queryOptions({ queryKey: ['stored snapshots'], queryFn: storedSnapshots })

/** Hosts or guests by a part of their name, on the cloud as these actions leave it. */
export const findQuery = (
  desk: Desk,
  cloud: CloudAsk,
  after: { readonly actions: readonly Action[] },
  what: FindWhat,
  text: string,
) =>
  queryOptions({
    queryKey: ['find', cloud, after, what, text],
    queryFn: () => desk.find(cloud, after, what, text),
    ...immutable,
  })
