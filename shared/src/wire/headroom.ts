import type { z } from 'zod'
import type { ImageProps } from '../model/flavor.ts'
import type { HostId } from '../model/ids.ts'
import type { Parsed } from '../parsing/parsed.ts'
import { problemsOf } from '../parsing/salvage.ts'
import { list, object, optional } from './form.ts'
import { counts, hostId, text, texts } from './quantities.ts'

/** How many more guests find room? */
export interface HeadroomRequest {
  /** Names of flavors of the snapshot; undefined is all of them. */
  readonly flavors: readonly string[] | undefined
  readonly image: ImageProps
  /** How many of a flavor come in its turn where all share; undefined: not asked. */
  readonly weights: Readonly<Record<string, number>> | undefined
  /** Hosts lost together; undefined: not asked. */
  readonly lost: readonly HostId[] | undefined
}

const request = object<HeadroomRequest>()({
  flavors: ['flavors', optional(list(text)), 'Names of flavors of the snapshot; absent is all of them.'],
  image: ['image', texts, 'Image properties by name: `hw_mem_page_size` …'],
  weights: [
    'weights',
    optional(counts),
    'How many of a flavor come in its turn where all share, by name, 1 where it is not named; absent does not ask.',
  ],
  lost: [
    'lost',
    optional(list(hostId)),
    'Hosts that are lost together: do their guests find room? Absent does not ask.',
  ],
})

export const HeadroomRequestV1 = request.schema
export type HeadroomRequestV1 = z.infer<typeof HeadroomRequestV1>

export function readHeadroomRequest(json: unknown): Parsed<HeadroomRequest> {
  const read = HeadroomRequestV1.safeParse(json)
  return read.success
    ? { facts: request.read(read.data), problems: [] }
    : { facts: undefined, problems: problemsOf(read.error, json) }
}
