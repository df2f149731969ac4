import {
  type Action,
  type Cloud,
  type ComparedStep,
  comparing,
  type Outcome,
  type Parsed,
  type Plan,
  type Played,
  playing,
  problemsOf,
  readPlan,
  stepsReport,
} from '@headroom/shared'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { jsonBody } from '../body.ts'
import type { FindCloud } from '../clouds.ts'
import { answerLong, longContent } from '../long.ts'
import type { Ports } from '../ports.ts'
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

const steps = {
  description: 'A step an action; a refused one changes nothing, and the plan goes on',
  content: { ...longContent(Steps), 'text/plain': { schema: z.string() } },
}

const replay = createRoute({
  method: 'post',
  path: '/plans/replay',
  summary:
    'What would come of this plan, step by step, on both books? As data or as sentences, with progress for who asks for a stream',
  request: {
    body: { required: true, content: { 'application/json': { schema: documentSchema('Plan') } } },
  },
  responses: { 200: steps, ...problems(400, 404, 413, 415) },
})

const On = z.strictObject({
  snapshot: z.string().optional().openapi({
    description: 'Id of a stored snapshot or of a scenario; absent is the one the plan names.',
  }),
  release: z.string().optional().describe('Absent is the one the plan names.'),
})
type On = z.infer<typeof On>

/** A schema for the description alone: the body is read by its own reader. */
const described = (schema: z.ZodType): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema)
  return rest
}

const replaySaved = createRoute({
  method: 'post',
  path: '/plans/{id}/replay',
  summary: 'What would come of a saved plan? On the snapshot it names, or on another',
  request: {
    params: z.object({ id: z.string() }),
    body: { required: false, content: { 'application/json': { schema: described(On) } } },
  },
  responses: { 200: steps, ...problems(400, 404, 413, 415) },
})

const Saved = On.extend({ saved: z.string().describe('Id of a saved plan.') })

const Comparison = z
  .object({
    releases: z.tuple([z.string(), z.string()]),
    steps: z.array(coreValue<ComparedStep>('kind', ['both', 'only'])),
    first: z
      .int()
      .optional()
      .openapi({ description: 'Place in `steps` of the first that parts; absent where none does.' }),
  })
  .openapi('PlanComparison')

const side = { oneOf: [documentSchema('Plan'), described(Saved)] }

const compare = createRoute({
  method: 'post',
  path: '/plans/compare',
  summary: 'Where do two plans part, or one plan on two snapshots or under two releases, and why?',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object' as const,
            required: ['plans'],
            properties: { plans: { type: 'array' as const, minItems: 2, maxItems: 2, items: side } },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'Steps that ask the same beside each other, in the order of both',
      content: longContent(Comparison),
    },
    ...problems(400, 404, 413, 415),
  },
})

/** A plan as it was sent, or where it is saved. */
type Side =
  | { readonly kind: 'sent'; readonly plan: Plan }
  | ({ readonly kind: 'saved' } & z.infer<typeof Saved>)

const read =
  <T>(schema: z.ZodType<T>) =>
  (json: unknown): Parsed<T> => {
    const parsed = schema.safeParse(json)
    return parsed.success
      ? { facts: parsed.data, problems: [] }
      : { facts: undefined, problems: problemsOf(parsed.error, json) }
  }

function readSide(json: object): Parsed<Side> {
  if ('saved' in json) {
    const { facts, problems } = read(Saved)(json)
    return { facts: facts && { kind: 'saved', ...facts }, problems }
  }
  const { facts, problems } = readPlan(json)
  return { facts: facts && { kind: 'sent', plan: facts }, problems }
}

const Two = z.strictObject({ plans: z.tuple([z.looseObject({}), z.looseObject({})]) })

function readTwo(json: unknown): Parsed<readonly [Side, Side]> {
  const envelope = read(Two)(json)
  if (!envelope.facts) return { facts: undefined, problems: envelope.problems }
  const [one, other] = envelope.facts.plans.map(readSide) as [Parsed<Side>, Parsed<Side>]
  return {
    facts: one.facts && other.facts && [one.facts, other.facts],
    problems: [one, other].flatMap(({ problems }, index) =>
      problems.map((each) => ({
        ...each,
        at: {
          ...each.at,
          path: [`plans[${index}]`, each.at.path].filter(Boolean).join('.').replace('.[', '['),
        },
      })),
    ),
  }
}

/** Of a plan, on what it names or on what the request names in its place. */
interface Replayed {
  readonly cloud: Cloud
  readonly actions: readonly Action[]
}

export const plans = (
  findCloud: FindCloud,
  { store, report }: Pick<Ports, 'store' | 'report'>,
): OpenAPIHono => {
  const openOn = async (plan: Plan, on: On = {}): Promise<Replayed> => {
    const snapshot = on.snapshot ?? plan.snapshot
    if (snapshot === undefined)
      throw problem(400, 'The plan does not say which snapshot it is for.', {
        errors: [{ pointer: '#/snapshot', expected: 'id of a stored snapshot or of a scenario' }],
      })
    return {
      cloud: await findCloud({ snapshot, release: on.release ?? plan.release }),
      actions: plan.actions,
    }
  }
  const openSaved = async (id: string, on: On): Promise<Replayed> => {
    const saved = await store.plans.find(id)
    if (!saved) throw problem(404, `No saved plan has the id ${id}.`)
    const { facts } = readPlan(JSON.parse(saved.document))
    if (!facts) throw problem(400, `The saved plan ${id} is of a version this server does not read.`)
    return openOn(facts, on)
  }
  const openSide = (side: Side): Promise<Replayed> =>
    side.kind === 'saved' ? openSaved(side.saved, side) : openOn(side.plan)

  const answer = (c: Context, { cloud, actions }: Replayed) =>
    answerLong(
      c,
      {
        long: playing(cloud, actions),
        bodyOf: (played: readonly Played[]) => ({
          release: cloud.release.id,
          steps: played.map(({ step }) => step),
        }),
        textOf: (played) => stepsReport(played.map(({ step }) => step)),
      },
      report,
    )

  return new OpenAPIHono()
    .openapi(replay, async (c) => answer(c, await openOn(await jsonBody(c.req.raw, readPlan))))
    .openapi(replaySaved, async (c) => {
      const isBare = c.req.header('content-type') === undefined
      const on = isBare ? {} : await jsonBody(c.req.raw, read(On))
      return answer(c, await openSaved(c.req.valid('param').id, on))
    })
    .openapi(compare, async (c) => {
      const [one, other] = await jsonBody(c.req.raw, readTwo)
      const sides = [await openSide(one), await openSide(other)] as const
      const releases = sides.map(({ cloud }) => cloud.release.id)
      const bodyOf = (compared: object) => ({ releases, ...compared })
      return answerLong(c, { long: comparing(...sides), bodyOf }, report)
    })
}
