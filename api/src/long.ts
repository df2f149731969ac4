import type { Long, Progress } from '@headroom/shared'
import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { stream, streamSSE } from 'hono/streaming'
import { onError, type Report } from './problem.ts'

/** How long nobody else is kept waiting, in milliseconds. */
const slice = 40

/** Runs a long answer in slices, and lets others ask between them; ends without an answer where `isOver`. */
async function* inSlices<Answer>(
  long: Long<Answer>,
  isOver: () => boolean,
): AsyncGenerator<Progress, Answer | undefined> {
  let began = performance.now()
  while (!isOver()) {
    const step = long.next()
    if (step.done) return step.value
    if (performance.now() - began < slice) continue
    yield step.value
    await new Promise<void>((go) => setTimeout(go))
    began = performance.now()
  }
  return undefined
}

const types = ['application/json', 'application/x-ndjson', 'text/event-stream'] as const

/** How a long answer may be had, for the API's description. */
export const longContent = <Schema extends z.ZodType>(schema: Schema) => ({
  'application/json': { schema },
  'application/x-ndjson': {
    schema: z
      .string()
      .openapi({ description: 'Lines `{"progress":{"done":1,"of":9}}` …, `{"answer":{…}}`.' }),
  },
  'text/event-stream': {
    schema: z.string().openapi({ description: 'Events `progress` …, then `answer`.' }),
  },
})

/**
 * A long answer as the caller accepts it: whole, or with how far it is, line by line or as events. Whoever goes away ends
 * the work. Typed as any route's answer: a stream has no type of its own.
 */
export const answerLong = async <Answer, Body>(
  c: Context,
  long: Long<Answer>,
  bodyOf: (answer: Answer) => Body,
  report: Report,
): Promise<never> => (await answered(c, long, bodyOf, report)) as never

function answered<Answer, Body>(
  c: Context,
  long: Long<Answer>,
  bodyOf: (answer: Answer) => Body,
  report: Report,
): Response | Promise<Response> {
  const type = accepts(c, { header: 'Accept', supports: [...types], default: 'application/json' })
  const gone = c.req.raw.signal
  if (type === 'application/json') return whole(c, long, bodyOf, () => gone.aborted)

  const told = async (tell: (event: string, data: unknown) => Promise<unknown>, isOver: () => boolean) => {
    try {
      const steps = inSlices(long, () => gone.aborted || isOver())
      for (;;) {
        const { done, value } = await steps.next()
        if (!done) await tell('progress', value)
        else {
          if (value !== undefined) await tell('answer', bodyOf(value))
          return
        }
      }
    } catch (error) {
      await tell('problem', await onError(report)(error, c).json())
    }
  }
  if (type === 'application/x-ndjson') {
    c.header('content-type', type)
    return stream(c, (out) =>
      told(
        (event, data) => out.writeln(JSON.stringify({ [event]: data })),
        () => out.aborted,
      ),
    )
  }
  return streamSSE(c, (out) =>
    told(
      (event, data) => out.writeSSE({ event, data: JSON.stringify(data) }),
      () => out.aborted,
    ),
  )
}

async function whole<Answer, Body>(
  c: Context,
  long: Long<Answer>,
  bodyOf: (answer: Answer) => Body,
  isOver: () => boolean,
): Promise<Response> {
  const steps = inSlices(long, isOver)
  for (;;) {
    const { done, value } = await steps.next()
    if (done)
      return value === undefined ? c.body(null, 200) : c.body(JSON.stringify(bodyOf(value)), 200, json)
  }
}

const json = { 'content-type': 'application/json' }
