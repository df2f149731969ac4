import { located, type Parsed, readJson } from '@headroom/shared'
import { faultsIn, problem } from './problem.ts'

/** The media type of a body, one of those that the route reads; anything else is a problem. */
export function bodyType<const Type extends string>(request: Request, types: readonly Type[]): Type {
  const header = request.headers.get('content-type')
  const type = header?.split(';', 1)[0]?.trim().toLowerCase()
  const known = types.find((one) => one === type)
  if (known === undefined)
    throw problem(415, `This route reads ${types.join(' or ')}, not ${header ?? 'a body without a type'}.`)
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

/** A form as `read` has it; a body that is none is a problem. */
export async function formBody<T>(
  request: Request,
  read: (form: FormData) => Promise<Parsed<T>>,
): Promise<T> {
  const form = await request.formData().catch((error: Error) => {
    throw problem(400, `The body is not the form its type says: ${error.message}`)
  })
  const { facts, problems } = await read(form)
  if (facts === undefined)
    throw problem(400, 'The form is not as this route has it.', { errors: faultsIn(undefined, problems) })
  return facts
}
