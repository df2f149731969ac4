import { DrainRequestV1, HeadroomRequestV1, PlanV1, SnapshotV1, VerdictRequestV1 } from '@headroom/shared'
import { z } from '@hono/zod-openapi'
import { FilesV1 } from './files.ts'

/** Documents whose shape the core owns, by the name they have in the API's description. */
const documents = {
  Snapshot: SnapshotV1,
  Files: FilesV1,
  Plan: PlanV1,
  VerdictRequest: VerdictRequestV1,
  HeadroomRequest: HeadroomRequestV1,
  DrainRequest: DrainRequestV1,
} as const

/** Stands for a document in a route. The core's own reader reads the body: it names line and place of each mistake. */
export const documentSchema = (name: keyof typeof documents) => ({ $ref: `#/components/schemas/${name}` })

type JsonSchema = Parameters<
  import('@hono/zod-openapi').OpenAPIHono['openAPIRegistry']['registerComponent']
>[2]

/**
 * A value of the core that crosses as it is: plain JSON, told apart by the word under `key`. What else it holds depends
 * on that word.
 */
export const coreValue = <Value extends object>(key: keyof Value & string, words?: readonly string[]) =>
  z.custom<Value>().openapi({
    type: 'object',
    required: [key],
    properties: { [key]: { type: 'string', ...(words ? { enum: [...words] } : {}) } },
  })

/** The documents' own schemas, for the API's description. */
export const documentSchemas = (): readonly (readonly [name: string, schema: JsonSchema])[] =>
  Object.entries(documents).map(([name, schema]) => {
    const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input' })
    return [name, described as JsonSchema]
  })
