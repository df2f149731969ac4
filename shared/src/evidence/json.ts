import type { Parsed, Problem } from './parsed.ts'

/** Deeper than any document of ours, shallow enough for any stack. */
const deepest = 200

/** A value as far as it could be read, where reading stopped, and what stood in the way. */
interface Read {
  /** Undefined where nothing of the value was there. */
  readonly value: unknown
  readonly next: number
  readonly fault?: { readonly at: number; readonly path: string; readonly expected: string }
}

/**
 * Reads JSON. Where the text stops being JSON (cut short, mended by hand) the problem names line and path, and the
 * facts are all that was whole before it: lists and objects closed there, the half-read item left out.
 */
export function readJson(text: string): Parsed<unknown> {
  const json = text.replace(/^\uFEFF/, '')
  try {
    return { facts: JSON.parse(json), problems: [] }
  } catch {
    const { value, next, fault } = readValue(json, 0, '', 0)
    const end = skipSpace(json, next)
    const broken = fault ?? { at: end, path: '', expected: 'end of text' }
    return { facts: value, problems: [problemAt(json, broken)] }
  }
}

/** Path of a member, as it stands in `Problem.at`. */
export const memberPath = (path: string, key: string | number): string =>
  typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`

/** A value as a problem shows it: one short line. */
export const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

function problemAt(text: string, fault: NonNullable<Read['fault']>): Problem {
  const line = text.slice(0, fault.at).split('\n').length
  const found = text.slice(fault.at).split('\n', 1)[0] ?? ''
  return {
    severity: 'error',
    at: fault.path === '' ? { line } : { line, path: fault.path },
    ...(found === '' ? {} : { found: shown(found) }),
    expected: fault.expected,
  }
}

const skipSpace = (text: string, at: number): number => {
  let next = at
  while (next < text.length && ' \t\n\r'.includes(text.charAt(next))) next++
  return next
}

const scalar = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null/y

function readScalar(text: string, at: number, path: string): Read {
  scalar.lastIndex = at
  const token = scalar.exec(text)?.[0]
  try {
    if (token !== undefined) return { value: JSON.parse(token), next: at + token.length }
  } catch {
    // falls through: the token is not JSON
  }
  return { value: undefined, next: at, fault: { at, path, expected: 'a JSON value' } }
}

function readValue(text: string, from: number, path: string, depth: number): Read {
  const at = skipSpace(text, from)
  const open = text.charAt(at)
  if (open !== '{' && open !== '[') return readScalar(text, at, path)
  if (depth > deepest) {
    return { value: undefined, next: at, fault: { at, path, expected: `at most ${deepest} levels` } }
  }
  return open === '[' ? readList(text, at + 1, path, depth) : readObject(text, at + 1, path, depth)
}

function readList(text: string, from: number, path: string, depth: number): Read {
  const items: unknown[] = []
  let at = skipSpace(text, from)
  if (text.charAt(at) === ']') return { value: items, next: at + 1 }
  for (;;) {
    const item = readValue(text, at, memberPath(path, items.length), depth + 1)
    if (item.fault) return { ...item, value: items.concat(kept(item)) }
    items.push(item.value)
    at = skipSpace(text, item.next)
    if (text.charAt(at) === ']') return { value: items, next: at + 1 }
    if (text.charAt(at) !== ',')
      return { value: items, next: at, fault: { at, path, expected: '"," or "]"' } }
    at++
  }
}

function readObject(text: string, from: number, path: string, depth: number): Read {
  const members: [string, unknown][] = []
  const so = (next: number, fault?: Read['fault']): Read => ({
    value: Object.fromEntries(members),
    next,
    ...(fault ? { fault } : {}),
  })
  let at = skipSpace(text, from)
  if (text.charAt(at) === '}') return so(at + 1)
  for (;;) {
    at = skipSpace(text, at)
    const key = readScalar(text, at, path)
    if (typeof key.value !== 'string') return so(at, { at, path, expected: 'a name in quotes' })
    const inside = memberPath(path, key.value)
    at = skipSpace(text, key.next)
    if (text.charAt(at) !== ':') return so(at, { at, path: inside, expected: '":"' })
    const member = readValue(text, at + 1, inside, depth + 1)
    for (const value of kept(member)) members.push([key.value, value])
    if (member.fault) return so(member.next, member.fault)
    at = skipSpace(text, member.next)
    if (text.charAt(at) === '}') return so(at + 1)
    if (text.charAt(at) !== ',') return so(at, { at, path, expected: '"," or "}"' })
    at++
  }
}

/** Half a list or object is worth keeping. */
const kept = ({ value }: Read): readonly unknown[] => (value === undefined ? [] : [value])
