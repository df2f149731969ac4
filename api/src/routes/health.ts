import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Ports } from '../ports.ts'
import { problem } from '../problem.ts'

const Ok = z.object({ status: z.literal('ok') })
const ok = { 200: { description: 'Yes', content: { 'application/json': { schema: Ok } } } }

const alive = createRoute({ method: 'get', path: '/healthz', summary: 'Is the server alive', responses: ok })

const ready = createRoute({
  method: 'get',
  path: '/readyz',
  summary: 'Can the server answer: is its database open',
  responses: ok,
})

export const health = ({ store, report }: Ports) =>
  new OpenAPIHono()
    .openapi(alive, (c) => c.json({ status: 'ok' as const }, 200))
    .openapi(ready, async (c) => {
      try {
        await store.ready()
      } catch (error) {
        report(error)
        throw problem(503, 'The database does not answer; the log says why.')
      }
      return c.json({ status: 'ok' as const }, 200)
    })
