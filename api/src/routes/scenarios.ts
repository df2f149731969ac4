import { writePlan, writeSnapshot } from '@headroom/shared'
import { type Scenario as CoreScenario, scenarios as known, scenarioById } from '@headroom/shared/scenarios'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { problem, problems } from '../problem.ts'

const Told = z.object({
  id: z.string(),
  title: z.string(),
  says: z.string().openapi({ description: 'The one thing to see.' }),
})

const Scenario = Told.extend({
  release: z.string().optional(),
  plans: z.array(Told),
}).openapi('Scenario')

const OpenScenario = Told.extend({
  snapshot: z.looseObject({}).openapi({ description: 'A Snapshot.' }),
  plans: z.array(Told.extend({ plan: z.looseObject({}).openapi({ description: 'A Plan.' }) })),
}).openapi('OpenScenario')

const told = ({ id, title, says }: z.infer<typeof Told>) => ({ id, title, says })

const summary = (scenario: CoreScenario): z.infer<typeof Scenario> => ({
  ...told(scenario),
  ...(scenario.snapshot.release === undefined ? {} : { release: scenario.snapshot.release }),
  plans: scenario.plans.map(told),
})

const opened = (scenario: CoreScenario): z.infer<typeof OpenScenario> => ({
  ...told(scenario),
  snapshot: { ...writeSnapshot(scenario.snapshot) },
  plans: scenario.plans.map((each) => ({ ...told(each), plan: { ...writePlan(each.plan) } })),
})

const list = createRoute({
  method: 'get',
  path: '/scenarios',
  summary: 'Small named clouds, each with what it exists to show',
  responses: {
    200: {
      description: 'All of them',
      content: { 'application/json': { schema: z.object({ scenarios: z.array(Scenario) }) } },
    },
  },
})

const open = createRoute({
  method: 'get',
  path: '/scenarios/{id}',
  summary:
    'A scenario whole: its snapshot and its plans. Its id stands for the snapshot in every other route',
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: { description: 'The scenario', content: { 'application/json': { schema: OpenScenario } } },
    ...problems(404),
  },
})

export const scenarios = () =>
  new OpenAPIHono()
    .openapi(list, (c) => c.json({ scenarios: known.map(summary) }, 200))
    .openapi(open, (c) => {
      const { id } = c.req.valid('param')
      const scenario = scenarioById(id)
      if (!scenario)
        throw problem(404, `No scenario is called ${id}.`, { known: known.map((each) => each.id) })
      return c.json(opened(scenario), 200)
    })
