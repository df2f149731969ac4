import { queryOptions } from '@tanstack/react-query'
import type { CloudAsk, Desk } from '../worker/desk.ts'

/** An answer about a snapshot under a release never changes: it is asked once. */
const immutable = { staleTime: Number.POSITIVE_INFINITY } as const

export const scenariosQuery = (desk: Desk) =>
  queryOptions({ queryKey: ['scenarios'], queryFn: () => desk.scenarios(), ...immutable })

export const releasesQuery = (desk: Desk) =>
  queryOptions({ queryKey: ['releases'], queryFn: () => desk.releases(), ...immutable })

export const cloudQuery = (desk: Desk, ask: CloudAsk) =>
  queryOptions({ queryKey: ['cloud', ask], queryFn: () => desk.cloud(ask), ...immutable })
