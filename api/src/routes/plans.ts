import { type Action, type Outcome, readPlan, replay, stepsReport } from '@headroom/shared'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { prefersText } from '../answer.ts'
import { jsonBody } from '../body.ts'
import type { FindCloud } from '../clouds.ts'
import { problem, problems } from '../problem.ts'
import { coreValue, documentSchema } from '../schemas.ts'

const Steps = z
  .object({
    release: z.string(),
    steps: z.array(
      z.object({
        action: coreValue<Action>('do'),
        outcome: coreValue<Outcome>('kind'),
        touched: z.array(z.string()).readonly().openapi({ description: 'Hosts whose books changed.' }),
      }),
    ),
  })
  .openapi('Steps')

const route = createRoute({
  method: 'post',
  path: '/plans/replay',
  summary: 'What would come of this plan, step by step, on both books? As data, or as sentences',
  request: {
    body: { required: true, content: { 'application/json': { schema: documentSchema('Plan') } } },
  },
  responses: {
    200: {
      description: 'A step an action; a refused one changes nothing, and the plan goes on',
      content: { 'application/json': { schema: Steps }, 'text/plain': { schema: z.string() } },
    },
    ...problems(400, 404, 413, 415),
  },
})

export const plans = (findCloud: FindCloud): OpenAPIHono =>
  new OpenAPIHono().openapi(route, async (c) => {
    const { snapshot, release, actions } = await jsonBody(c.req.raw, readPlan)
    if (snapshot === undefined)
      throw problem(400, 'The plan does not say which snapshot it is for.', {
        errors: [{ pointer: '#/snapshot', expected: 'id of a stored snapshot or of a scenario' }],
      })
    const cloud = await findCloud({ snapshot, release })
    const steps = replay(cloud, actions)
    if (prefersText(c)) return c.text(stepsReport(steps), 200)
    return c.json({ release: cloud.release.id, steps: [...steps] }, 200)
  })
