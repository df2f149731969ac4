import { type Parsed, type Plan, readPlan, writePlan } from '@headroom/shared'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { jsonBody } from '../body.ts'
import { digestOfText } from '../digest.ts'
import type { Ports } from '../ports.ts'
import { problem, problems } from '../problem.ts'
import { documentSchema } from '../schemas.ts'
import type { SavedPlan } from '../store/store.ts'

const Listed = z
  .object({
    id: z.string(),
    name: z.string(),
    created_at: z.iso.datetime(),
    changed_at: z.iso.datetime(),
    version: z.string().openapi({ description: 'What `If-Match` names: another after every change.' }),
  })
  .openapi('SavedPlan')

const Whole = Listed.extend({
  plan: z.any().openapi({ type: 'object', description: 'A `Plan`.' }),
}).openapi('WholeSavedPlan')

const longest = 200
const Name = z.string().trim().min(1).max(longest)

const named = {
  type: 'object' as const,
  required: ['name', 'plan'],
  properties: {
    name: { type: 'string' as const, minLength: 1, maxLength: longest },
    plan: documentSchema('Plan'),
  },
}
const content = { 'application/json': { schema: named } }
const id = z.object({ id: z.string() })
const base = '/api/v1/plans'

const list = createRoute({
  method: 'get',
  path: '/plans',
  summary: 'Plans that were saved, the last changed first',
  responses: {
    200: {
      description: 'All of them, without what they would do',
      content: { 'application/json': { schema: z.object({ plans: z.array(Listed) }) } },
    },
  },
})

const create = createRoute({
  method: 'post',
  path: '/plans',
  summary: 'Save a plan under a name',
  request: { body: { required: true, content } },
  responses: {
    201: { description: 'It is saved', content: { 'application/json': { schema: Listed } } },
    ...problems(400, 413, 415),
  },
})

const get = createRoute({
  method: 'get',
  path: '/plans/{id}',
  summary: 'A saved plan, as the newest version of its format has it',
  request: { params: id },
  responses: {
    200: { description: 'The plan, and its name', content: { 'application/json': { schema: Whole } } },
    ...problems(404),
  },
})

const replace = createRoute({
  method: 'put',
  path: '/plans/{id}',
  summary: 'Change a saved plan or its name, where nobody else has since',
  request: {
    params: id,
    headers: z.object({ 'if-match': z.string().optional().openapi({ description: 'The version read.' }) }),
    body: { required: true, content },
  },
  responses: {
    200: { description: 'It is changed', content: { 'application/json': { schema: Listed } } },
    ...problems(400, 404, 412, 413, 415, 428),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/plans/{id}',
  summary: 'Remove a saved plan',
  request: { params: id },
  responses: { 204: { description: 'It is removed' }, ...problems(404) },
})

interface Named {
  readonly name: string
  readonly plan: Plan
}

function readNamed(json: unknown): Parsed<Named> {
  const { name, plan } = (json ?? {}) as Partial<Record<'name' | 'plan', unknown>>
  const said = Name.safeParse(name)
  const { facts, problems: inPlan } = readPlan(plan)
  const found = [
    ...(said.success
      ? []
      : [
          {
            severity: 'error' as const,
            at: { path: 'name' },
            expected: `a name of 1 to ${longest} characters`,
          },
        ]),
    ...inPlan.map((one) => ({
      ...one,
      at: { ...one.at, path: ['plan', one.at.path].filter(Boolean).join('.').replace('.[', '[') },
    })),
  ]
  return {
    facts: said.success && facts ? { name: said.data, plan: facts } : undefined,
    problems: found,
  }
}

const listed = ({ id, name, createdAt, changedAt, version }: Omit<SavedPlan, 'document'>) => ({
  id,
  name,
  created_at: createdAt,
  changed_at: changedAt,
  version,
})

const tag = (version: string) => `"${version}"`

/** A tag of a body that was gzipped on its way: compression marks it as weak, and the document is the same. */
const strong = (tag: string): string => tag.replace(/^W\//, '')

const versionOf = (name: string, document: string) => digestOfText(JSON.stringify([name, document]))

const noSuch = (id: string) => problem(404, `No saved plan has the id ${id}.`)

export const savedPlans = ({ store: { plans }, now }: Ports) =>
  new OpenAPIHono()
    .openapi(list, async (c) => c.json({ plans: (await plans.list()).map(listed) }, 200))
    .openapi(create, async (c) => {
      const { name, plan } = await jsonBody(c.req.raw, readNamed)
      const document = JSON.stringify(writePlan(plan))
      const at = now()
      const version = await versionOf(name, document)
      const id = await digestOfText(`${at} ${version}`)
      const saved = { id, name, createdAt: at, changedAt: at, version, document }
      await plans.put(saved)
      c.header('location', `${base}/${id}`)
      c.header('etag', tag(version))
      return c.json(listed(saved), 201)
    })
    .openapi(get, async (c) => {
      const { id } = c.req.valid('param')
      const saved = await plans.find(id)
      if (!saved) throw noSuch(id)
      const { facts } = readPlan(JSON.parse(saved.document))
      const plan = facts ? writePlan(facts) : JSON.parse(saved.document)
      c.header('etag', tag(saved.version))
      return c.json({ ...listed(saved), plan }, 200)
    })
    .openapi(replace, async (c) => {
      const { id } = c.req.valid('param')
      const asked = c.req.header('if-match')
      if (asked === undefined) throw problem(428, 'A change names the version it was made from in If-Match.')
      const before = await plans.find(id)
      if (!before) throw noSuch(id)
      const { name, plan } = await jsonBody(c.req.raw, readNamed)
      const document = JSON.stringify(writePlan(plan))
      const saved = { ...before, name, document, version: await versionOf(name, document), changedAt: now() }
      if (tag(before.version) !== strong(asked) || !(await plans.replace(saved, before.version)))
        throw problem(412, `The plan has changed: it is no longer ${asked}.`, { version: before.version })
      c.header('etag', tag(saved.version))
      return c.json(listed(saved), 200)
    })
    .openapi(remove, async (c) => {
      const { id } = c.req.valid('param')
      if (!(await plans.remove(id))) throw noSuch(id)
      return c.body(null, 204)
    })
