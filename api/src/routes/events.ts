import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { streamSSE } from 'hono/streaming'
import type { Ports } from '../ports.ts'

const route = createRoute({
  method: 'get',
  path: '/events',
  summary: 'What is stored, changed and removed from here on, as it happens',
  responses: {
    200: {
      description: 'Events `snapshots` and `plans`, until the caller goes away',
      content: {
        'text/event-stream': {
          schema: z.string().openapi({
            description: '`data: {"id": …, "now": "stored" | "changed" | "removed"}`',
          }),
        },
      },
    },
  },
})

/** When a browser asks again after the connection was lost, in milliseconds. */
const retry = 2000

export const events = ({ events }: Pick<Ports, 'events'>): OpenAPIHono =>
  new OpenAPIHono().openapi(
    route,
    (c) =>
      streamSSE(c, async (out) => {
        const over = new Promise<void>((gone) => out.onAbort(gone))
        const stop = events.listen(({ of, ...rest }) => {
          void out.writeSSE({ event: of, data: JSON.stringify(rest) })
        })
        await out.write(`retry: ${retry}\n\n`)
        await Promise.race([over, events.ended])
        stop()
      }) as never,
  )
