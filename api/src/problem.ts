import type { Problem as Misread } from '@headroom/shared'
import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** Where a request is wrong, what stands there and what was expected. */
export const Fault = z
  .object({
    pointer: z
      .string()
      .optional()
      .openapi({ description: 'JSON pointer into the body: `#/actions/3/pages`.' }),
    parameter: z.string().optional().openapi({ description: 'A parameter of path or query.' }),
    line: z.int().optional().openapi({ description: 'Line of the body or file, counted from 1.' }),
    expected: z.string(),
    found: z.string().optional(),
  })
  .openapi('Fault')
export type Fault = Readonly<z.infer<typeof Fault>>

/** RFC 9457. `type` is `about:blank`: the status says which kind of problem it is. */
const Problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z.array(Fault).optional(),
  })
  .openapi('Problem')

const titles = {
  400: 'The request is not as the API has it',
  403: 'Not from another site',
  404: 'There is no such thing',
  405: 'Not with this method',
  412: 'It has changed since',
  413: 'The body is too large',
  415: 'Not in this media type',
  422: 'Nothing could be understood',
  428: 'Say which version',
  500: 'The server failed',
  503: 'The server cannot answer now',
} as const

export type ProblemStatus = keyof typeof titles

/** Members beside the standard ones (RFC 9457 §3.2). */
type Extensions = Readonly<Record<string, unknown>> & { readonly errors?: readonly Fault[] }

export const problemResponse = (
  status: ProblemStatus,
  detail: string,
  extensions: Extensions = {},
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(
    `${JSON.stringify({ type: 'about:blank', title: titles[status], status, detail, ...extensions })}\n`,
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )

/** Thrown, it ends a request with a problem. */
export const problem = (status: ProblemStatus, detail: string, extensions?: Extensions): HTTPException =>
  new HTTPException(status, { res: problemResponse(status, detail, extensions) })

/** Told of every error that no route foresaw. */
export type Report = (error: unknown) => void

/** Every error of every route as a problem. What was not foreseen is reported whole and answered without its inside. */
export const onError =
  (report: Report) =>
  (error: unknown, _: Context): Response => {
    if (error instanceof HTTPException && error.res) return error.res
    report(error)
    return problemResponse(500, 'Something happened that the server did not foresee; its log says what.')
  }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The member of `value` that a path goes on with: its keys may hold dots themselves. */
const nextKey = (value: unknown, path: string): string => {
  const keys = isObject(value) ? Object.keys(value) : []
  const goesOn = (key: string) => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`)
  const known = keys.filter(goesOn).sort((a, b) => b.length - a.length)[0]
  return known ?? path.split(/[.[]/, 1)[0] ?? path
}

/** `hosts[0].id` as a JSON pointer (RFC 6901) into the document: `#/hosts/0/id`. */
export function pointerTo(document: unknown, path: string): string {
  let pointer = '#'
  let value = document
  let rest = path
  while (rest !== '') {
    const index = /^\[(\d+)\]/.exec(rest)
    const key = index?.[1] ?? nextKey(value, rest)
    rest = rest.slice(index ? index[0].length : key.length).replace(/^\./, '')
    pointer += `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    value = isObject(value) ? value[key] : undefined
  }
  return pointer
}

const said = ({ at, expected, found }: Misread): Fault => ({
  ...(at.line === undefined ? {} : { line: at.line }),
  expected,
  ...(found === undefined ? {} : { found }),
})

/** What was wrong with a body, as the API says it. */
export const faultsIn = (document: unknown, problems: readonly Misread[]): Fault[] =>
  problems.map((one) => ({ pointer: pointerTo(document, one.at.path ?? ''), ...said(one) }))

/** What was wrong with the parameters of a path or query. */
export const faultsOfParameters = (problems: readonly Misread[]): Fault[] =>
  problems.map((one) => ({ parameter: one.at.path ?? '', ...said(one) }))

/** The problems a route may answer with, for the API's description. */
export const problems = <Status extends ProblemStatus>(...statuses: readonly Status[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: titles[status] as string, content: { 'application/problem+json': { schema: Problem } } },
    ]),
  ) as Record<
    Status,
    { description: string; content: { 'application/problem+json': { schema: typeof Problem } } }
  >
