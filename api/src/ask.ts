import { type Parsed, problemsOf } from '@headroom/shared'
import { z } from '@hono/zod-openapi'
import { documentSchema } from './schemas.ts'

/** A request, and what it is asked of. */
export interface Ask<Request> {
  readonly snapshot: string
  readonly release: string | undefined
  readonly request: Request
}

const Envelope = z.strictObject({
  snapshot: z.string(),
  release: z.string().optional(),
  request: z.looseObject({}),
})

/** The body of a route that asks something of a snapshot, the request within as the core's own reader has it. */
export const readAsk =
  <Request>(read: (json: unknown) => Parsed<Request>) =>
  (json: unknown): Parsed<Ask<Request>> => {
    const envelope = Envelope.safeParse(json)
    if (!envelope.success) return { facts: undefined, problems: problemsOf(envelope.error, json) }
    const { snapshot, release } = envelope.data
    const { facts: request, problems } = read(envelope.data.request)
    return {
      facts: request && { snapshot, release, request },
      problems: problems.map((one) => ({ ...one, at: { path: `request.${one.at.path ?? ''}` } })),
    }
  }

/** The same, for the API's description. */
export const askBody = (request: Parameters<typeof documentSchema>[0]) => ({
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object' as const,
        required: ['snapshot', 'request'],
        properties: {
          snapshot: { type: 'string' as const, description: 'Id of a stored snapshot or of a scenario.' },
          release: { type: 'string' as const, description: 'Absent is the one the snapshot names.' },
          request: documentSchema(request),
        },
      },
    },
  },
})
