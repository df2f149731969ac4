import type { z } from 'zod'
import type { Parsed } from '../parsing/parsed.ts'
import { problemsOf } from '../parsing/salvage.ts'
import type { DrainRequest } from '../planner/drain/plan.ts'
import { list, object, usually } from './form.ts'
import { count, hostId, word } from './quantities.ts'

const request = object<DrainRequest>()({
  hosts: ['hosts', list(hostId), 'Hosts to empty, one after another.'],
  order: [
    'order',
    usually(word('given', 'any'), 'given'),
    '`any` looks for an order in which fewest guests stay; absent is `given`.',
  ],
  atOnce: ['at_once', count, 'Moves under way at one time.'],
  downtime: [
    'downtime',
    usually(word('never', 'stopped guests', 'any'), 'never'),
    'Guests that may be migrated cold: those that are shut off, or any that cannot go alive; absent is `never`.',
  ],
  aside: [
    'aside',
    usually(count, 0),
    'Guests of other hosts that may be moved aside for one that finds no room, at most; absent is 0.',
  ],
  afterwards: [
    'afterwards',
    usually(word('stays empty', 'back in service', 'guests return'), 'back in service'),
    'What becomes of a host after its turn: no guest goes there, those of the next hosts may, or its own come home first; absent is `back in service`.',
  ],
})

export const DrainRequestV1 = request.schema
export type DrainRequestV1 = z.infer<typeof DrainRequestV1>

export function readDrainRequest(json: unknown): Parsed<DrainRequest> {
  const read = DrainRequestV1.safeParse(json)
  return read.success
    ? { facts: request.read(read.data), problems: [] }
    : { facts: undefined, problems: problemsOf(read.error, json) }
}
