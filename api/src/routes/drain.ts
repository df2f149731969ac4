import {
  type Action,
  type DrainRemark,
  drain as drainOf,
  type Move,
  readDrainRequest,
  type Stays,
} from '@headroom/shared'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { askBody, readAsk } from '../ask.ts'
import { jsonBody } from '../body.ts'
import type { FindCloud } from '../clouds.ts'
import { answerLong, longContent } from '../long.ts'
import type { Ports } from '../ports.ts'
import { problem, problems } from '../problem.ts'
import { coreValue } from '../schemas.ts'

const Drain = z
  .object({
    release: z.string(),
    actions: z.array(coreValue<Action>('do')),
    order: z.array(z.string()),
    waves: z.array(z.array(coreValue<Move>('guest'))),
    stays: z.array(coreValue<Stays>('guest')),
    remarks: z.array(coreValue<DrainRemark>('kind')),
  })
  .openapi('Drain')

const route = createRoute({
  method: 'post',
  path: '/drain',
  summary:
    'An order and a place for every guest of these hosts, or why it stays. With progress for who asks for a stream',
  request: { body: askBody('DrainRequest') },
  responses: {
    200: { description: 'A plan of ordinary actions', content: longContent(Drain) },
    ...problems(400, 404, 413, 415),
  },
})

export const drain = (findCloud: FindCloud, { report }: Pick<Ports, 'report'>): OpenAPIHono =>
  new OpenAPIHono().openapi(route, async (c) => {
    const { request, ...named } = await jsonBody(c.req.raw, readAsk(readDrainRequest))
    const cloud = await findCloud(named)
    const errors = request.hosts.flatMap((id, index) =>
      cloud.hosts.get(id)
        ? []
        : [{ pointer: `#/request/hosts/${index}`, expected: 'a host of the snapshot', found: id }],
    )
    if (errors.length > 0) throw problem(400, 'Not every host is of the snapshot.', { errors })
    const bodyOf = (plan: object) => ({ release: cloud.release.id, ...plan })
    return answerLong(c, { long: drainOf(cloud, request), bodyOf }, report)
  })
