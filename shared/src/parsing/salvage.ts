import { z } from 'zod'
import { memberPath, shown } from './json.ts'
import type { Parsed, Problem } from './parsed.ts'

/**
 * As much of a value as has the schema's shape: what is not known becomes null (or undefined) where the schema allows
 * it, an absent list is empty, and a row that lacks more is left out. Every such place is a problem with its path; a
 * key that a strict schema does not know is a warning. `path` is where the value stands.
 */
export function salvage<S extends z.ZodType>(schema: S, value: unknown, path = ''): Parsed<z.infer<S>> {
  const { fits, problems } = take(schema, value, path)
  return { facts: fits[0] as z.infer<S> | undefined, problems }
}

interface Taken {
  /** The value, or nothing. */
  readonly fits: readonly [] | readonly [unknown]
  readonly problems: readonly Problem[]
}

function take(schema: unknown, value: unknown, path: string): Taken {
  if (!(schema instanceof z.ZodType)) return { fits: [], problems: [] }
  const whole = schema.safeParse(value)
  if (whole.success) return { fits: [whole.data], problems: [] }
  const unfit: Taken = {
    fits: [],
    problems: problemsOf(whole.error, value, path),
  }

  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = schema.unwrap()
    const anotherKind = inner instanceof z.ZodArray && !Array.isArray(value)
    const { fits, problems } = anotherKind ? unfit : take(inner, value, path)
    const unknown = schema instanceof z.ZodNullable ? null : undefined
    return { fits: fits.length === 1 ? fits : [unknown], problems }
  }
  if (schema instanceof z.ZodUnion) {
    const tries = schema.options
      .filter((option) => isOfKind(option, value))
      .map((option) => take(option, value, path))
      .filter(({ fits }) => fits.length === 1)
      .sort((a, b) => a.problems.length - b.problems.length)
    return tries[0] ?? unfit
  }
  if (schema instanceof z.ZodArray) {
    return Array.isArray(value) ? takeItems(schema, value, path) : { ...unfit, fits: [[]] }
  }
  if (schema instanceof z.ZodObject) {
    return isRecord(value)
      ? takeMembers(schema, value, path)
      : { ...unfit, fits: takeMembers(schema, {}, path).fits }
  }
  return unfit
}

function takeItems(schema: z.ZodArray, items: readonly unknown[], path: string): Taken {
  const each = items.map((item, i) => take(schema.element, item, memberPath(path, i)))
  return { fits: [each.flatMap(({ fits }) => fits)], problems: each.flatMap(({ problems }) => problems) }
}

function takeMembers(schema: z.ZodObject, value: Readonly<Record<string, unknown>>, path: string): Taken {
  const members = Object.entries(schema.shape).map(
    ([key, inner]) => [key, take(inner, value[key], memberPath(path, key))] as const,
  )
  const problems = [...unknownKeys(schema, value, path), ...members.flatMap(([, { problems }]) => problems)]
  if (members.some(([, { fits }]) => fits.length === 0)) return { fits: [], problems }
  return { fits: [Object.fromEntries(members.map(([key, { fits }]) => [key, fits[0]]))], problems }
}

/** Keys that a strict schema does not know. */
const unknownKeys = (
  schema: z.ZodObject,
  value: Readonly<Record<string, unknown>>,
  path: string,
): Problem[] =>
  schema.def.catchall instanceof z.ZodNever
    ? Object.keys(value)
        .filter((key) => !(key in schema.shape))
        .map((key) => ({
          severity: 'warning',
          at: { path: memberPath(path, key) },
          expected: `one of ${Object.keys(schema.shape).join(', ')}`,
        }))
    : []

/** Whether salvaging by this option would keep anything of the value. */
const isOfKind = (option: unknown, value: unknown): boolean =>
  option instanceof z.ZodArray ? Array.isArray(value) : option instanceof z.ZodObject ? isRecord(value) : true

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a schema has to say of a value that stands at `path`. */
export const problemsOf = (error: z.ZodError, value: unknown, path = ''): readonly Problem[] =>
  error.issues
    .flatMap((issue): z.core.$ZodIssue[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] }))
        : [issue],
    )
    .map((issue) => problemOf(issue, value, path))

function problemOf(issue: z.core.$ZodIssue, value: unknown, path: string): Problem {
  const keys = issue.path.filter((key) => typeof key !== 'symbol')
  const found = keys.reduce<unknown>(
    (inside, key) => (isRecord(inside) || Array.isArray(inside) ? Reflect.get(inside, key) : undefined),
    value,
  )
  return {
    severity: 'error',
    at: { path: keys.reduce<string>(memberPath, path) },
    ...(found === undefined ? {} : { found: shown(JSON.stringify(found)) }),
    expected: expectedBy(issue),
  }
}

const quoted = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : `${value}`)).join(' or ')

function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'whole number' : issue.expected
    case 'invalid_value':
      return quoted(issue.values)
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      return `at most ${issue.maximum}`
    case 'invalid_format':
      return issue.pattern ?? issue.format
    case 'unrecognized_keys':
      return 'no such key'
    case 'invalid_union':
      if ('options' in issue && Array.isArray(issue.options)) return quoted(issue.options)
      return issue.errors.flatMap((errors) => errors.map(expectedBy)).join(' or ')
    default:
      return issue.message
  }
}
