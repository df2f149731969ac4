import { z } from 'zod'
import { Instant } from '../model/ids.ts'

/** What clients make of NULL where they have no word of their own for it. */
export const isNull = (value: unknown) =>
  value === null || value === '' || value === 'NULL' || value === 'None'

const numeric = (value: unknown): unknown => {
  if (isNull(value)) return null
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
}
export const textual = (value: unknown): unknown => {
  if (isNull(value)) return null
  return typeof value === 'number' ? `${value}` : value
}
const boolean = (value: unknown): unknown => {
  const number = numeric(value)
  if (typeof number === 'number') return number !== 0
  const yes = /^(true|disabled)$/i.test(`${number}`)
  return yes || /^(false|enabled)$/i.test(`${number}`) ? yes : number
}

/** Columns: numbers, also as text; any of them may be NULL or not selected. */
export const whole = z.preprocess(numeric, z.int().nullish()).nullable()
export const real = z.preprocess(numeric, z.number().nullish()).nullable()
export const text = z.preprocess(textual, z.string().nullish()).nullable()
export const flag = z.preprocess(boolean, z.boolean().nullish()).nullable()
/** A column of JSON that is kept as it stands, also where a client has opened it. */
export const jsonText = z.preprocess(
  (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : textual(value)),
  z.string().nullish(),
)
/** Columns without which a row says nothing. */
export const wholeNeeded = z.preprocess(numeric, z.int())
export const realNeeded = z.preprocess(numeric, z.number())
export const textNeeded = z.preprocess(textual, z.string())
/** Any time of MySQL or of an API, in UTC. */
export const time = z
  .preprocess(
    textual,
    z
      .string()
      .refine((at) => /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/.test(at), 'a time such as 2026-11-30 18:36:01')
      .transform((at) => Instant(`${at.slice(0, 10)}T${at.slice(11, 19)}Z`))
      .nullish(),
  )
  .nullable()
export const words = z.record(z.string(), z.preprocess(textual, z.string()))
