import type { z } from 'zod'
import type { Flavor, ImageProps } from '../model/flavor.ts'
import type { HostId } from '../model/ids.ts'
import type { Parsed } from '../parsing/parsed.ts'
import { problemsOf } from '../parsing/salvage.ts'
import { list, object, optional } from './form.ts'
import { hostId, texts } from './quantities.ts'
import { flavor } from './snapshot.ts'

/** Where would a guest of this flavor and image go? */
export interface VerdictRequest {
  readonly flavor: Flavor
  readonly image: ImageProps
  /** Only these; undefined is every host of the snapshot. */
  readonly hosts: readonly HostId[] | undefined
}

const request = object<VerdictRequest>()({
  flavor: ['flavor', flavor, 'The flavor, one of the snapshot’s or any other.'],
  image: ['image', texts, 'Image properties by name: `hw_mem_page_size` …'],
  hosts: ['hosts', optional(list(hostId)), 'Hosts to ask; absent is every host of the snapshot.'],
})

export const VerdictRequestV1 = request.schema
export type VerdictRequestV1 = z.infer<typeof VerdictRequestV1>

export function readVerdictRequest(json: unknown): Parsed<VerdictRequest> {
  const read = VerdictRequestV1.safeParse(json)
  return read.success
    ? { facts: request.read(read.data), problems: [] }
    : { facts: undefined, problems: problemsOf(read.error, json) }
}
