import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ZodError } from 'zod'

/** Where a request is wrong, and what was expected there. */
const Fault = z.object({
  /** A JSON pointer into the body (`#/actions/3/pages`), or `?limit`, or a path parameter's name. */
  pointer: z.string(),
  detail: z.string(),
})
export type Fault = z.infer<typeof Fault>

/** RFC 9457. `type` is `about:blank`: the status says which kind of problem it is. */
export const Problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    errors: z.array(Fault).optional(),
  })
  .openapi('Problem')

const titles: Readonly<Partial<Record<ContentfulStatusCode, string>>> = {
  400: 'The request is not as the API has it',
  403: 'Not from another site',
  404: 'There is no such thing',
  405: 'Not with this method',
  406: 'Not in this form',
  413: 'The body is too large',
  415: 'Not in this media type',
  422: 'Nothing could be understood',
  500: 'The server failed',
  503: 'The server cannot answer now',
}

/** Ends a request with a problem. Extensions are members of the document (RFC 9457 §3.2). */
export const problem = (
  status: ContentfulStatusCode,
  detail: string,
  extensions: { readonly errors?: readonly Fault[] } & Readonly<Record<string, unknown>> = {},
): HTTPException => new HTTPException(status, { res: problemResponse(status, detail, extensions) })

export const problemResponse = (
  status: ContentfulStatusCode,
  detail: string,
  extensions: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(
    `${JSON.stringify({ type: 'about:blank', title: titles[status] ?? 'Problem', status, detail, ...extensions })}\n`,
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )

const escaped = (part: PropertyKey) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')

/** What zod found, each with a pointer to it. */
export const faultsOf = (target: string, { issues }: Pick<ZodError, 'issues'>): Fault[] =>
  issues.map(({ path, message }) => ({
    pointer: target === 'json' ? ['#', ...path.map(escaped)].join('/') : `?${path.map(String).join('.')}`,
    detail: message,
  }))

/** The place in a text where JSON stops being JSON, from the engine's own message; undefined where it does not say. */
const jsonFault = (text: string): Fault | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const message = (error as Error).message
    const position = /position (\d+)/.exec(message)?.[1]
    const before = text.slice(0, position === undefined ? text.length : Number(position))
    const lines = before.split('\n')
    return {
      pointer: '#',
      detail: `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${message}`,
    }
  }
}

/** Every error of every route as problem+json. What was not foreseen is logged whole and answered without its inside. */
export const onError =
  (report: (error: unknown) => void) =>
  async (error: unknown, c: Context): Promise<Response> => {
    if (!(error instanceof HTTPException)) {
      report(error)
      return problemResponse(500, 'Something went wrong that the server did not foresee; its log says what.')
    }
    if (error.res) return error.res
    if (error.status === 400) {
      const fault = jsonFault(await c.req.text())
      if (fault) return problemResponse(400, 'The body is not JSON.', { errors: [fault] })
    }
    if (error.status === 415)
      return problemResponse(
        415,
        `This route does not read ${c.req.header('content-type') ?? 'a body without a type'}.`,
      )
    return problemResponse(error.status, error.message)
  }

/** The responses every route may give, for the API's document. */
export const problems = <Status extends 400 | 404 | 413 | 415 | 422>(...statuses: readonly Status[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: titles[status] ?? '', content: { 'application/problem+json': { schema: Problem } } },
    ]),
  ) as Record<
    Status,
    { description: string; content: { 'application/problem+json': { schema: typeof Problem } } }
  >
