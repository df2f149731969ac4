import { type Divergence, diverge, divergencesOn, divergencesReport, HostId } from '@headroom/shared'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { prefersText } from '../answer.ts'
import type { FindCloud } from '../clouds.ts'
import { problem, problems } from '../problem.ts'
import { coreValue } from '../schemas.ts'

const Divergences = z
  .object({
    release: z.string(),
    total: z.int().openapi({ description: 'How many there are, of which `limit` are listed.' }),
    divergences: z.array(coreValue<Divergence>('cause')),
  })
  .openapi('Divergences')

const route = createRoute({
  method: 'get',
  path: '/divergences',
  summary: 'Where the books of hosts disagree, worst first, and what mends it. As data, or as sentences',
  request: {
    query: z.object({
      snapshot: z.string().openapi({ description: 'Id of a stored snapshot or of a scenario.' }),
      release: z.string().optional().openapi({ description: 'Absent is the one the snapshot names.' }),
      host: z.string().optional(),
      kind: z.string().optional().openapi({ description: '`phantom-capacity`, `drift` …' }),
      cause: z.string().optional().openapi({ description: '`pages-held-by-others`, `ratio-sticks` …' }),
      tolerance: z.coerce.number().pipe(z.int().min(0)).optional().openapi({
        type: 'integer',
        description: 'Seconds that two sources of a host may be apart; absent is 300.',
      }),
      limit: z.coerce.number().pipe(z.int().min(1)).default(1000).openapi({ type: 'integer' }),
    }),
  },
  responses: {
    200: {
      description: 'Each with both numbers, who says them, and the lines that mend it',
      content: { 'application/json': { schema: Divergences }, 'text/plain': { schema: z.string() } },
    },
    ...problems(400, 404),
  },
})

export const divergences = (findCloud: FindCloud): OpenAPIHono =>
  new OpenAPIHono().openapi(route, async (c) => {
    const { snapshot, release, host, kind, cause, tolerance, limit } = c.req.valid('query')
    const cloud = await findCloud({ snapshot, release })
    const id = host === undefined ? undefined : HostId(host)
    if (id !== undefined && !cloud.hosts.get(id))
      throw problem(404, `The snapshot has no host ${id}.`, {
        errors: [{ parameter: 'host', expected: 'a host of the snapshot', found: id }],
      })
    const how = tolerance === undefined ? {} : { tolerance }
    const all = (id === undefined ? diverge(cloud, how) : divergencesOn(cloud, id, how)).filter(
      (one) => (kind === undefined || one.kind === kind) && (cause === undefined || one.cause === cause),
    )
    const listed = all.slice(0, limit)
    if (prefersText(c)) return c.text(divergencesReport(listed), 200)
    return c.json({ release: cloud.release.id, total: all.length, divergences: listed }, 200)
  })
