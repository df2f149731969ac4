import type { HostId } from '../../model/ids.ts'
import { type Cloud, realityOf } from '../cloud.ts'
import { stateOf } from '../nova-book.ts'
import type { Spot } from './chain.ts'
import { freePagesOf } from './starts.ts'

/** A host as its books stand now. Throws for a host the cloud does not have. */
export function spotOf(cloud: Cloud, host: HostId): Spot {
  const reality = realityOf(cloud, host)
  return { host, state: stateOf(cloud, host), pages: reality && freePagesOf(reality) }
}
