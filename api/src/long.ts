import type { Long, Progress } from '@headroom/shared'
import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { stream, streamSSE } from 'hono/streaming'
import type { StreamingApi } from 'hono/utils/stream'
import { joined, jsonPieces } from './json-pieces.ts'
import { onError, type Report } from './problem.ts'

/**
 * How long nobody else is kept waiting, in milliseconds. Long answers run between others' requests and not in a thread of
 * their own: a thread would read each snapshot again and keep it a second time, and the API runs where there are no threads.
 */
const slice = 40

const othersFirst = () => new Promise<void>((go) => setTimeout(go))

/** Runs a long answer in slices, and lets others ask between them; ends without an answer where `isOver`. */
async function* inSlices<Answer>(
  long: Long<Answer>,
  isOver: () => boolean,
): AsyncGenerator<Progress, Answer | undefined> {
  let began = performance.now()
  try {
    while (!isOver()) {
      const step = long.next()
      if (step.done) return step.value
      if (performance.now() - began < slice) continue
      yield step.value
      await othersFirst()
      began = performance.now()
    }
    return undefined
  } finally {
    long.return(undefined as Answer)
  }
}

/** Text written at once, in characters. */
const written = 64 * 1024

/** Writes a body as JSON, piece by piece, as fast as it is taken. */
async function writeJson(out: StreamingApi, body: unknown, isOver: () => boolean): Promise<void> {
  let began = performance.now()
  for (const text of joined(jsonPieces(body), written)) {
    if (isOver()) return
    await out.write(text)
    if (performance.now() - began < slice) continue
    await othersFirst()
    began = performance.now()
  }
}

const streamed = ['application/json', 'application/x-ndjson', 'text/event-stream'] as const

/** How a long answer may be had, for the API's description. */
export const longContent = <Schema extends z.ZodType>(schema: Schema) => ({
  'application/json': { schema },
  'application/x-ndjson': {
    schema: z
      .string()
      .openapi({ description: 'Lines `{"progress":{"done":1.5,"of":9}}` …, `{"answer":{…}}`.' }),
  },
  'text/event-stream': {
    schema: z.string().openapi({ description: 'Events `progress` …, then `answer`.' }),
  },
})

interface LongAnswer<Answer, Body> {
  readonly long: Long<Answer>
  readonly bodyOf: (answer: Answer) => Body
  /** Sentences, where the answer has any. */
  readonly textOf?: (answer: Answer) => string
}

/**
 * A long answer as the caller accepts it: whole, or with how far it is, line by line or as events. Whoever goes away ends
 * the work. Typed as any route's answer: a stream has no type of its own.
 */
export const answerLong = async <Answer, Body>(
  c: Context,
  answer: LongAnswer<Answer, Body>,
  report: Report,
): Promise<never> => (await answered(c, answer, report)) as never

function answered<Answer, Body>(
  c: Context,
  answer: LongAnswer<Answer, Body>,
  report: Report,
): Response | Promise<Response> {
  const supports = [...streamed, ...(answer.textOf ? ['text/plain'] : [])]
  const type = accepts(c, { header: 'Accept', supports, default: 'application/json' })
  switch (type) {
    case 'application/x-ndjson':
      c.header('content-type', type)
      return stream(c, (out) => tell(c, answer, report, out, asLine))
    case 'text/event-stream':
      return streamSSE(c, (out) => tell(c, answer, report, out, asEvent))
    default:
      return whole(c, answer, type === 'text/plain')
  }
}

/** What stands before the JSON of something that is told, and after it. */
type Framed = (event: string) => readonly [before: string, after: string]

const asLine: Framed = (event) => [`{"${event}":`, '}\n']
const asEvent: Framed = (event) => [`event: ${event}\ndata: `, '\n\n']

async function tell<Answer, Body>(
  c: Context,
  { long, bodyOf }: LongAnswer<Answer, Body>,
  report: Report,
  out: StreamingApi,
  framed: Framed,
): Promise<void> {
  const isOver = () => c.req.raw.signal.aborted || out.aborted
  const say = async (event: string, data: unknown) => {
    const [before, after] = framed(event)
    await out.write(before)
    await writeJson(out, data, isOver)
    await out.write(after)
  }
  try {
    const steps = inSlices(long, isOver)
    for (;;) {
      const { done, value } = await steps.next()
      if (!done) await say('progress', value)
      else {
        if (value !== undefined) await say('answer', bodyOf(value))
        return
      }
    }
  } catch (error) {
    await say('problem', await onError(report)(error, c).json())
  }
}

async function whole<Answer, Body>(
  c: Context,
  { long, bodyOf, textOf }: LongAnswer<Answer, Body>,
  inSentences: boolean,
): Promise<Response> {
  const isOver = () => c.req.raw.signal.aborted
  const steps = inSlices(long, isOver)
  for (;;) {
    const { done, value } = await steps.next()
    if (!done) continue
    if (value === undefined) return c.body(null, 200)
    if (inSentences && textOf) return c.text(textOf(value), 200)
    c.header('content-type', 'application/json')
    return stream(c, (out) => writeJson(out, bodyOf(value), () => isOver() || out.aborted))
  }
}
