import { isDeepStrictEqual } from 'node:util'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of an answer that speak about the answer. */
const remarks = ['set_order_sensitive', 'sorted_order', 'overlooked']

/**
 * Whether an answer is Nova's. Nova walks Python sets, so which of equal CPUs it takes is not defined by Nova: where
 * its answer with sets in ascending order differs (`sorted_order`), either is right. An error is its class: texts of
 * exceptions differ between Python versions.
 */
export function agrees(ours: unknown, novas: Json): boolean {
  if (isDeepStrictEqual(comparable(ours), comparable(novas))) return true
  const sorted = novas.sorted_order
  if (sorted === undefined) return false
  const isWhole = isObject(sorted) && ('results' in sorted || 'xml' in sorted)
  const whole = isWhole ? sorted : { ...novas, topology: sorted }
  return isDeepStrictEqual(comparable(ours), comparable(whole))
}

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !remarks.includes(name))
      .map(([name, of]) => [name, comparableField(name, of)]),
  )
}

function comparableField(name: string, value: unknown): unknown {
  if (name === 'error' && isObject(value)) return value.class
  return name === 'xml' && typeof value === 'string' ? comparableXml(value) : comparable(value)
}

/** Without what names the domain and its firmware, and without space between elements. */
const comparableXml = (xml: string): string =>
  xml
    .replace(/<(uuid|name|os)>[\s\S]*?<\/\1>/g, '')
    .replace(/>\s+</g, '><')
    .trim()
