import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { MatrixQuery } from '../../url/search.ts'
import type { CloudAsk, Desk } from '../../worker/desk.ts'

/** What the gates of a cloud say does not change. */
const immutable = { staleTime: Number.POSITIVE_INFINITY } as const

/** As sorted and filtered; what was there stays until it is. */
export const matrixViewQuery = (desk: Desk, cloud: CloudAsk, host: string, query: MatrixQuery) =>
  queryOptions({
    queryKey: ['matrix view', cloud, host, query],
    queryFn: () => desk.matrixView(cloud, host, query),
    placeholderData: keepPreviousData,
    ...immutable,
  })

/** Null where there is no such cell. */
export const matrixCellQuery = (desk: Desk, cloud: CloudAsk, host: string, guest: string, to: string) =>
  queryOptions({
    queryKey: ['matrix cell', cloud, host, guest, to],
    queryFn: async () => (await desk.matrixCell(cloud, host, guest, to)) ?? null,
    ...immutable,
  })

export const refusalsQuery = (desk: Desk, cloud: CloudAsk, host: string, guest: string) =>
  queryOptions({
    queryKey: ['refusals', cloud, host, guest],
    queryFn: () => desk.refusals(cloud, host, guest),
    ...immutable,
  })
