import { located, type Parsed, readJson } from '@headroom/shared'
import { faultsIn, problem } from './problem.ts'

const mediaType = (request: Request): string =>
  (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** The media type of a body, one of those that the route reads; anything else is a problem. */
export function bodyType<const Type extends string>(request: Request, types: readonly Type[]): Type {
  const type = mediaType(request)
  const known = types.find((one) => one === type)
  if (known === undefined)
    throw problem(415, `This route reads ${types.join(' or ')}, not ${type || 'a body without a type'}.`)
  return known
}

/** A JSON body as `read` has it. Anything in it that is not so is a problem that names its line and its place. */
export async function jsonBody<T>(request: Request, read: (json: unknown) => Parsed<T>): Promise<T> {
  bodyType(request, ['application/json'])
  const text = await request.text()
  const json = readJson(text)
  if (json.problems.length > 0)
    throw problem(400, 'The body is not JSON.', { errors: faultsIn(json.facts, json.problems) })

  const { facts, problems } = read(json.facts)
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (facts === undefined || errors.length > 0)
    throw problem(400, 'The body is not as this route has it.', {
      errors: faultsIn(json.facts, located(text, errors)),
    })
  return facts
}
