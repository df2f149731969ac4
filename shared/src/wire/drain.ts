import type { z } from 'zod'
import type { Parsed } from '../parsing/parsed.ts'
import { problemsOf } from '../parsing/salvage.ts'
import type { DrainRequest } from '../planner/drain/drain.ts'
import { list, object } from './form.ts'
import { count, hostId } from './quantities.ts'

const request = object<DrainRequest>()({
  hosts: ['hosts', list(hostId), 'Hosts to empty, in order; one that was emptied takes guests again.'],
  atOnce: ['at_once', count, 'Moves under way at one time.'],
})

export const DrainRequestV1 = request.schema
export type DrainRequestV1 = z.infer<typeof DrainRequestV1>

export function readDrainRequest(json: unknown): Parsed<DrainRequest> {
  const read = DrainRequestV1.safeParse(json)
  return read.success
    ? { facts: request.read(read.data), problems: [] }
    : { facts: undefined, problems: problemsOf(read.error, json) }
}
