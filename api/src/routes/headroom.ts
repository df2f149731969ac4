import {
  type FairShare,
  type FlavorHeadroom,
  headroomAsked,
  readHeadroomRequest,
  type Survival,
} from '@headroom/shared'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { askBody, readAsk } from '../ask.ts'
import { jsonBody } from '../body.ts'
import type { FindCloud } from '../clouds.ts'
import { answerLong, longContent } from '../long.ts'
import type { Ports } from '../ports.ts'
import { problem, problems } from '../problem.ts'
import { coreValue } from '../schemas.ts'

const Headroom = z
  .object({
    release: z.string(),
    flavors: z.array(coreValue<FlavorHeadroom>('flavor')),
    shared: z.array(coreValue<FairShare>('flavor')).optional(),
    survival: coreValue<Survival>('lost').optional(),
  })
  .openapi('Headroom')

const route = createRoute({
  method: 'post',
  path: '/headroom',
  summary:
    'How many more of each flavor find room, by Nova and by the hosts? With progress for who asks for a stream',
  request: { body: askBody('HeadroomRequest') },
  responses: {
    200: { description: 'A flavor after the other', content: longContent(Headroom) },
    ...problems(400, 404, 413, 415),
  },
})

export const headroom = (findCloud: FindCloud, { report }: Pick<Ports, 'report'>): OpenAPIHono =>
  new OpenAPIHono().openapi(route, async (c) => {
    const { request, ...named } = await jsonBody(c.req.raw, readAsk(readHeadroomRequest))
    const cloud = await findCloud(named)
    const known = new Map(cloud.snapshot.flavors.map((flavor) => [flavor.name, flavor]))
    const names = request.flavors ?? [...known.keys()]
    const errors = names.flatMap((name, index) =>
      known.has(name)
        ? []
        : [{ pointer: `#/request/flavors/${index}`, expected: 'a flavor of the snapshot', found: name }],
    )
    if (errors.length > 0) throw problem(400, 'Not every flavor is of the snapshot.', { errors })
    const strangers = (request.lost ?? []).flatMap((id, index) =>
      cloud.hosts.get(id)
        ? []
        : [{ pointer: `#/request/lost/${index}`, expected: 'a host of the snapshot', found: id }],
    )
    if (strangers.length > 0) throw problem(400, 'Not every host is of the snapshot.', { errors: strangers })
    const flavors = names.flatMap((name) => known.get(name) ?? [])
    const long = headroomAsked(cloud, { ...request, flavors })
    return answerLong(c, { long, bodyOf: (answer) => ({ release: cloud.release.id, ...answer }) }, report)
  })
