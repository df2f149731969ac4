import { type Release as CoreRelease, releases as known, releaseById } from '@headroom/shared'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { problem, problems } from '../problem.ts'

/** Rules are words, numbers and lists of words. */
const RuleValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()])

const Change = z.object({
  rule: z.string(),
  to: RuleValue,
  commit: z.string(),
  since: z.string().openapi({ description: 'First tag that contains the commit.' }),
  bug: z.int().optional(),
  note: z.string(),
})

const Release = z
  .object({
    id: z.string(),
    name: z.string(),
    nova: z.string().openapi({ description: 'First tag these rules hold for.' }),
    changes: z.array(Change),
  })
  .openapi('Release')

const ReleaseWithRules = Release.extend({ rules: z.record(z.string(), RuleValue) }).openapi(
  'ReleaseWithRules',
)

const summary = ({ id, name, nova, changes }: CoreRelease): z.infer<typeof Release> => ({
  id,
  name,
  nova,
  changes: Object.entries(changes).map(([rule, change]) => ({ rule, ...change })),
})

const list = createRoute({
  method: 'get',
  path: '/releases',
  summary: 'The Nova releases Headroom knows, oldest first, and what each changed',
  responses: {
    200: {
      description: 'All of them',
      content: { 'application/json': { schema: z.object({ releases: z.array(Release) }) } },
    },
  },
})

const one = createRoute({
  method: 'get',
  path: '/releases/{id}',
  summary: 'A release with every rule as it holds there',
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: { description: 'The release', content: { 'application/json': { schema: ReleaseWithRules } } },
    ...problems(404),
  },
})

export const releases = () =>
  new OpenAPIHono()
    .openapi(list, (c) => c.json({ releases: known.map(summary) }, 200))
    .openapi(one, (c) => {
      const { id } = c.req.valid('param')
      const release = releaseById(id)
      if (!release) throw problem(404, `No release is called ${id}.`, { known: known.map((each) => each.id) })
      return c.json({ ...summary(release), rules: { ...release.rules } }, 200)
    })
