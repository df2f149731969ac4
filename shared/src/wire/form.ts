import { z } from 'zod'

/** How a value of the core looks on the wire: the schema of its JSON, and the way there and back. */
export interface Form<Value, Json> {
  readonly schema: z.ZodType<Json>
  readonly read: (json: Json) => Value
  readonly write: (value: Value) => Json
}

/** Any form of a value, whatever its JSON. */
interface FormOf<Value> {
  readonly schema: z.ZodType
  readonly read: (json: never) => Value
  readonly write: (value: Value) => unknown
}

/** Name on the wire, form, and what it means, for whoever reads the API's description. */
type Member<Value> = readonly [name: string, form: FormOf<Value>, meaning: string]
type Members<Value> = { readonly [Key in keyof Value]-?: Member<Value[Key]> }

type NameOf<M> = M extends readonly [infer Name extends string, ...unknown[]] ? Name : never
type JsonOf<M> = M extends readonly [string, { readonly schema: z.ZodType<infer Json> }, string]
  ? Json
  : never
type Required<Ms> = {
  readonly [Key in keyof Ms as undefined extends JsonOf<Ms[Key]> ? never : NameOf<Ms[Key]>]: JsonOf<Ms[Key]>
}
type Optional<Ms> = {
  readonly [Key in keyof Ms as undefined extends JsonOf<Ms[Key]> ? NameOf<Ms[Key]> : never]?: JsonOf<Ms[Key]>
}
type JsonObject<Ms> = Required<Ms> & Optional<Ms>
type JsonRecord = Readonly<Record<string, unknown>>

/** A form of an object, a member a line: a property of the value that has no line does not compile. */
export const object =
  <Value extends object>() =>
  <const Ms extends Members<Value>>(members: Ms): Form<Value, JsonObject<Ms>> => {
    const lines = Object.entries(members as Readonly<Record<string, Member<unknown>>>)
    const shape = Object.fromEntries(
      lines.map(([, [name, form, meaning]]) => [name, form.schema.describe(meaning)]),
    )
    return {
      schema: z.strictObject(shape) as z.ZodType as z.ZodType<JsonObject<Ms>>,
      read: (json) =>
        Object.fromEntries(
          lines.map(([key, [name, form]]) => [key, form.read((json as JsonRecord)[name] as never)]),
        ) as Value,
      write: (value) =>
        Object.fromEntries(
          lines
            .map(([key, [name, form]]) => [name, form.write((value as JsonRecord)[key])] as const)
            .filter(([, json]) => json !== undefined),
        ) as JsonObject<Ms>,
    }
  }

/** What is the same on the wire. */
export const same = <T>(schema: z.ZodType<T>): Form<T, T> => ({
  schema,
  read: (json) => json,
  write: (value) => value,
})

/** A value that the wire has without its brand. */
export const branded = <Json, Value extends Json>(
  schema: z.ZodType<Json>,
  brand: (json: Json) => Value,
): Form<Value, Json> => ({ schema, read: brand, write: (value) => value })

/** Undefined is a key that is not there. */
export const optional = <Value, Json>(
  form: Form<Value, Json>,
): Form<Value | undefined, Json | undefined> => ({
  schema: form.schema.optional(),
  read: (json) => (json === undefined ? undefined : form.read(json)),
  write: (value) => (value === undefined ? undefined : form.write(value)),
})

/** A key that may be left out where it is as usual. */
export const usually = <Value, Json>(
  form: Form<Value, Json>,
  usual: Value,
): Form<Value, Json | undefined> => ({
  schema: form.schema.optional(),
  read: (json) => (json === undefined ? usual : form.read(json)),
  write: form.write,
})

export const list = <Value, Json>(form: Form<Value, Json>): Form<readonly Value[], readonly Json[]> => ({
  schema: z.array(form.schema),
  read: (json) => json.map(form.read),
  write: (value) => value.map(form.write),
})

/** A value, or one of a few words for why there is none. */
export const orWord = <Value, Json, const Word extends string>(
  form: Form<Value, Json>,
  words: readonly [Word, ...Word[]],
): Form<Value | Word, Json | Word> => {
  const isWord = (one: unknown): one is Word => words.some((word) => word === one)
  return {
    schema: z.union([form.schema, z.enum(words)]),
    read: (json) => (isWord(json) ? json : form.read(json)),
    write: (value) => (isWord(value) ? value : form.write(value)),
  }
}

/** Objects told apart by the word under one key, which wire and value share. */
export const oneOf = <Value extends object, Key extends keyof Value & string>(
  key: Key,
  forms: { readonly [Word in Value[Key] & string]: FormOf<Extract<Value, Readonly<Record<Key, Word>>>> },
): Form<Value, JsonRecord> => {
  const byWord = forms as unknown as Readonly<Record<string, FormOf<Value>>>
  const formFor = (one: object): FormOf<Value> => byWord[(one as JsonRecord)[key] as string] as FormOf<Value>
  return {
    schema: z.discriminatedUnion(
      key,
      Object.values(byWord).map((form) => form.schema) as [z.ZodObject, ...z.ZodObject[]],
    ) as z.ZodType as z.ZodType<JsonRecord>,
    read: (json) => formFor(json).read(json as never),
    write: (value) => formFor(value).write(value) as JsonRecord,
  }
}
