import {
  type BothVerdicts,
  type Parsed,
  problemsOf,
  readVerdictRequest,
  type StartVerdict,
  type Verdict,
  type VerdictRequest,
  verdictsOn,
  verdictsReport,
} from '@headroom/shared'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { prefersText } from '../answer.ts'
import { jsonBody } from '../body.ts'
import type { FindCloud } from '../clouds.ts'
import { problem, problems } from '../problem.ts'
import { coreValue, documentSchema } from '../schemas.ts'

/** A request, and what it is asked of. */
interface Ask {
  readonly snapshot: string
  readonly release: string | undefined
  readonly request: VerdictRequest
}

const Envelope = z.strictObject({
  snapshot: z.string(),
  release: z.string().optional(),
  request: z.looseObject({}),
})

function readAsk(json: unknown): Parsed<Ask> {
  const envelope = Envelope.safeParse(json)
  if (!envelope.success) return { facts: undefined, problems: problemsOf(envelope.error, json) }
  const { snapshot, release } = envelope.data
  const { facts: request, problems } = readVerdictRequest(envelope.data.request)
  return {
    facts: request && { snapshot, release, request },
    problems: problems.map((one) => ({ ...one, at: { path: `request.${one.at.path ?? ''}` } })),
  }
}

const Verdicts = z
  .object({
    release: z.string(),
    verdicts: z.array(
      z.object({
        host: z.string(),
        nova: coreValue<Verdict>('outcome', ['fits', 'rejected', 'unknown']),
        /** Absent where Nova puts it nowhere. */
        start: coreValue<StartVerdict>('outcome', ['starts', 'refuses', 'unknown']).optional(),
      }),
    ),
  })
  .openapi('Verdicts')

const route = createRoute({
  method: 'post',
  path: '/verdicts',
  summary: 'Where would this guest go, and what would each host say? As data, or as sentences',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object' as const,
            required: ['snapshot', 'request'],
            properties: {
              snapshot: { type: 'string' as const, description: 'Id of a stored snapshot or of a scenario.' },
              release: { type: 'string' as const, description: 'Absent is the one the snapshot names.' },
              request: documentSchema('VerdictRequest'),
            },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'A verdict of each book for each host',
      content: { 'application/json': { schema: Verdicts }, 'text/plain': { schema: z.string() } },
    },
    ...problems(400, 404, 413, 415),
  },
})

export const verdicts = (findCloud: FindCloud): OpenAPIHono =>
  new OpenAPIHono().openapi(route, async (c) => {
    const { request, ...named } = await jsonBody(c.req.raw, readAsk)
    const cloud = await findCloud(named)
    const hosts = request.hosts ?? [...cloud.hosts.values()].map(({ id }) => id)
    const absent = hosts.flatMap((id, index) =>
      cloud.hosts.get(id)
        ? []
        : [{ pointer: `#/request/hosts/${index}`, expected: 'a host of the snapshot', found: id }],
    )
    if (absent.length > 0) throw problem(400, 'The snapshot has no such host.', { errors: absent })

    const answers: readonly BothVerdicts[] = verdictsOn(cloud, hosts, request.flavor, request.image)
    if (prefersText(c)) return c.text(verdictsReport(answers), 200)
    return c.json({ release: cloud.release.id, verdicts: [...answers] }, 200)
  })
