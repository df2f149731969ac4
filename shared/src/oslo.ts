/*
 * Text as Nova's Python reads it: built-in int() and str(), and oslo.utils' strutils. Options, extra specs and image
 * properties are text, and what a release accepts of them is what these accept.
 */

const decimalDigit = /^\p{Nd}$/u
const isDigit = (codePoint: number) => codePoint >= 0 && decimalDigit.test(String.fromCodePoint(codePoint))

/** Digits of every script as ASCII: Unicode keeps each script's ten together, zero first. */
const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const at = digit.codePointAt(0) ?? 0
    let zero = at
    while (isDigit(zero - 1)) zero -= 1
    return String((at - zero) % 10)
  })

/** `int(text)`; undefined where Python raises ValueError. */
export function int(text: string): number | undefined {
  const plain = asciiDigits(text.trim())
  return /^[-+]?\d+(_\d+)*$/.test(plain) ? Number(plain.replaceAll('_', '')) : undefined
}

/** `float(text)`, infinities left out; undefined where Python raises ValueError. */
export function float(text: string): number | undefined {
  const plain = asciiDigits(text.trim())
  return /^[-+]?(\d+(_\d+)*\.?(\d+(_\d+)*)?|\.\d+(_\d+)*)(e[-+]?\d+(_\d+)*)?$/i.test(plain)
    ? Number(plain.replaceAll('_', ''))
    : undefined
}

/** `text.isdigit()`, short of superscripts. */
export const isdigit = (text: string): boolean => /^\p{Nd}+$/u.test(text)

/** strutils.is_int_like: an integer written as Python would write it. */
export const isIntLike = (text: string): boolean => /^(0|-?[1-9]\d*)$/.test(text)

/** strutils.bool_from_string, not strict: whatever is not yes is no. */
export const boolFromString = (text: string): boolean =>
  ['1', 't', 'true', 'on', 'y', 'yes'].includes(text.trim().toLowerCase())

const prefixes: Readonly<Record<string, number>> = { K: 1, M: 2, G: 3, T: 4 }

/**
 * strutils.string_to_bytes with `return_int`, IEC: `2MB`, `2MiB` and `16Mb` (bits) are each 2097152. The unit is needed,
 * its letters are case-sensitive. Rounded up; undefined where Python raises ValueError.
 */
export function stringToBytes(text: string): number | undefined {
  const match = /^([-+]?\p{Nd}*\.?\p{Nd}+)(?:([KMGT])i?)?(b|bit|B)$/u.exec(text)
  if (!match) return undefined
  const [, magnitude = '', prefix, unit] = match
  const bytes = Number(asciiDigits(magnitude)) * 1024 ** (prefix === undefined ? 0 : (prefixes[prefix] ?? 0))
  return Math.ceil(unit === 'B' ? bytes : bytes / 8)
}

/**
 * oslo.config's `types.Dict`: `node:0,size:2048,count:64`. A part without a colon is taken for text of the part after
 * it. Undefined where oslo.config raises ValueError.
 */
export function configDict(text: string): ReadonlyMap<string, string> | undefined {
  const pairs = new Map<string, string>()
  if (text.trim() === '') return pairs
  let carried = ''
  const parts = text.trim().split(',')
  for (const [index, part] of parts.entries()) {
    const pair = carried + part
    const colon = pair.indexOf(':')
    if (colon < 0) {
      if (index === parts.length - 1) return undefined
      carried = `${pair},`
      continue
    }
    carried = ''
    const key = pair.slice(0, colon).trim()
    if (key === '' || pairs.has(key)) return undefined
    pairs.set(key, pair.slice(colon + 1).trim())
  }
  return pairs
}
