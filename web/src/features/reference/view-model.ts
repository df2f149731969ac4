import { groupBy } from '@headroom/shared'
import { z } from 'zod'

const anySchema = z.record(z.string(), z.unknown())
type JsonSchema = z.output<typeof anySchema>

const media = z.record(z.string(), z.object({ schema: anySchema.optional() }))

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: anySchema.default({}),
})

const operation = z.object({
  summary: z.string().default(''),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ required: z.boolean().default(false), content: media }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: media.default({}) })),
})

const description = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), anySchema).default({}) }).default({ schemas: {} }),
})

/** An OpenAPI 3.1 document, as far as the page shows it. Throws for what is none. */
export const readDescription = (json: unknown) => description.parse(json)
export type Description = z.output<typeof description>

export interface ParameterView {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  /** `string`, `integer`, `one of a, b`. */
  readonly type: string
  readonly says: string
}

export interface BodyView {
  readonly types: readonly string[]
  /** Indented JSON Schema; undefined for a body without one. */
  readonly schema: string | undefined
}

export interface OperationView {
  /** Of the route on the page: `post-api-v1-plans-replay`. */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly says: string
  readonly parameters: readonly ParameterView[]
  readonly body: BodyView | undefined
  readonly responses: readonly (BodyView & { readonly status: string; readonly says: string })[]
  /** The least body the schema allows, indented; undefined where none is sent. */
  readonly example: string | undefined
  /** It reads, and it ends. */
  readonly canBeTried: boolean
}

export interface ReferenceView {
  readonly groups: readonly { readonly title: string; readonly operations: readonly OperationView[] }[]
  readonly schemas: readonly { readonly name: string; readonly schema: string }[]
}

const methods = ['get', 'post', 'put', 'delete'] as const

/** The routes, those of one kind of thing together, and the documents that cross. */
export function referenceView({ paths, components: { schemas } }: Description): ReferenceView {
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    methods.flatMap((method) => {
      const one = byMethod[method]
      return one ? [operationView(method, path, one, schemas)] : []
    }),
  )
  return {
    groups: [...groupBy(operations, ({ path }) => groupOf(path))]
      .map(([title, operations]) => ({ title, operations }))
      .toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    schemas: Object.entries(schemas).map(([name, schema]) => ({ name, schema: indented(schema) })),
  }
}

/** `/api/v1/plans/{id}` is of plans; what is beside the API watches the server. */
const groupOf = (path: string): string => /^\/api\/v1\/([^/]+)/.exec(path)?.[1] ?? 'server'

function operationView(
  method: string,
  path: string,
  { summary, parameters, requestBody, responses }: z.output<typeof operation>,
  schemas: Description['components']['schemas'],
): OperationView {
  const json = requestBody?.content['application/json']?.schema
  const types = Object.values(responses).flatMap(({ content }) => Object.keys(content))
  return {
    id: `${method}${path.replaceAll(/[^\w]+/g, '-')}`.replace(/-$/, ''),
    method: method.toUpperCase(),
    path,
    says: summary,
    parameters: parameters.map(({ name, in: where, required, description, schema }) => ({
      name,
      in: where,
      required,
      type: typeOf(schema),
      says: description ?? (typeof schema.description === 'string' ? schema.description : ''),
    })),
    body: requestBody && bodyView(requestBody.content),
    responses: Object.entries(responses).map(([status, { description: says, content }]) => ({
      status,
      says,
      ...bodyView(content),
    })),
    example: json && indented(exampleOf(json, schemas)),
    canBeTried: method === 'get' && !types.every((type) => type === 'text/event-stream'),
  }
}

const bodyView = (content: z.output<typeof media>): BodyView => {
  const schema = Object.values(content).find((one) => one.schema)?.schema
  return { types: Object.keys(content), schema: schema && indented(schema) }
}

const indented = (value: unknown): string => JSON.stringify(value, undefined, 2)

function typeOf({ enum: words, type, anyOf }: JsonSchema): string {
  if (Array.isArray(words)) return `one of ${words.join(', ')}`
  if (Array.isArray(anyOf)) return anyOf.map((one: JsonSchema) => typeOf(one)).join(' or ')
  return typeof type === 'string' ? type : 'any'
}

/** So deep an example goes: documents may hold themselves. */
const deepest = 6

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** The least a schema allows: what is required, and of choices the first. */
export function exampleOf(
  schema: JsonSchema,
  schemas: Description['components']['schemas'],
  depth = deepest,
): unknown {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  const of = name === undefined ? schema : schemas[name]
  if (!of || depth === 0) return {}
  if (of !== schema) return exampleOf(of, schemas, depth - 1)
  const below = (one: unknown) => (isSchema(one) ? exampleOf(one, schemas, depth - 1) : null)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const [choice] = [schema.oneOf, schema.anyOf, schema.allOf].flatMap((all) =>
    Array.isArray(all) ? all : [],
  )
  if (choice) return below(choice)
  switch (schema.type) {
    case 'object': {
      const required = Array.isArray(schema.required) ? schema.required.map(String) : []
      const properties = isSchema(schema.properties) ? schema.properties : {}
      return Object.fromEntries(required.map((key) => [key, below(properties[key])]))
    }
    case 'array':
      return typeof schema.minItems === 'number'
        ? Array.from({ length: schema.minItems }, () => below(schema.items))
        : []
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 0
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return typeof schema.type === 'string' ? schema.type : {}
  }
}

/** Where a request goes: path parameters in place, query parameters that have a value behind. */
export function addressOf(
  { path, parameters }: Pick<OperationView, 'path' | 'parameters'>,
  values: Readonly<Record<string, string>>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = parameters.flatMap(({ name, in: where }): [string, string][] => {
    const value = values[name] ?? ''
    return where === 'query' && value !== '' ? [[name, value]] : []
  })
  return query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled
}

/** The same request in a shell. */
export function curlOf(
  operation: Pick<OperationView, 'method' | 'path' | 'example'>,
  origin: string,
): readonly string[] {
  const { method, path, example } = operation
  const url = `${origin}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}`
  const verb = method === 'GET' || (method === 'POST' && example) ? '' : `-X ${method} `
  if (example === undefined) return [`curl ${verb}${url}`]
  return [`curl ${verb}--json @- ${url} <<'EOF'`, ...example.split('\n'), 'EOF']
}
