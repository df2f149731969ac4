import {
  type BothVerdicts,
  readVerdictRequest,
  type StartVerdict,
  type Verdict,
  verdictsOn,
  verdictsReport,
} from '@headroom/shared'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { prefersText } from '../answer.ts'
import { askBody, readAsk } from '../ask.ts'
import { jsonBody } from '../body.ts'
import type { FindCloud } from '../clouds.ts'
import { problem, problems } from '../problem.ts'
import { coreValue } from '../schemas.ts'

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
  request: { body: askBody('VerdictRequest') },
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
    const { request, ...named } = await jsonBody(c.req.raw, readAsk(readVerdictRequest))
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
