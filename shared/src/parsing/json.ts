import { linesOf } from './lines.ts'
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
 * Problems of a text and then of its value. What a value lacks because the text stops being JSON is not a problem of
 * its own.
 */
export const withoutEchoes = (
  ofText: readonly Problem[],
  ofValue: readonly Problem[],
): readonly Problem[] => [
  ...ofText,
  ...ofValue.filter(({ found }) => ofText.length === 0 || found !== undefined),
]

/** A text being read, and who is told of each value: its path and where it begins. */
interface Reading {
  readonly text: string
  readonly meet: (path: string, at: number) => void
  /** Keys that paths leave out. */
  readonly hidden: readonly string[]
}

/**
 * Reads JSON; several documents in a row (JSON Lines, one object a row) read as a list. Where the text stops being
 * JSON (cut short, mended by hand) the problem names line and path, and the facts are all that was whole before it:
 * lists and objects closed there, the half-read item left out.
 */
export function readJson(text: string): Parsed<unknown> {
  const { json, depth } = asOneDocument(text)
  try {
    if (depth <= deepest) return { facts: JSON.parse(json), problems: [] }
  } catch {
    // falls through: the text is not JSON
  }
  const { value, next, fault } = readValue({ text: json, meet: () => {}, hidden: [] }, 0, '', 0)
  const broken = fault ?? { at: skipSpace(json, next), path: '', expected: 'end of text' }
  return { facts: value, problems: [problemAt(json, broken)] }
}

/** Path of a member, as it stands in `Problem.at`. */
export const memberPath = (path: string, key: string | number): string =>
  typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`

/** A value as a problem shows it: one short line. */
export const shown = (text: string): string => {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/**
 * Adds to problems that have a path the line on which that value begins, or else the nearest value around it.
 * `hidden` are keys that the paths leave out.
 */
export function located(
  text: string,
  problems: readonly Problem[],
  hidden: readonly string[] = [],
): readonly Problem[] {
  const wanted = new Set(
    problems.flatMap(({ at }) => (at.line === undefined && at.path !== undefined ? [at.path] : [])),
  )
  if (wanted.size === 0) return problems

  const around = new Set([...wanted].flatMap(enclosing))
  const begins = new Map<string, number>()
  const { json } = asOneDocument(text)
  const meet = (path: string, at: number) => {
    if (around.has(path) && !begins.has(path)) begins.set(path, at)
  }
  readValue({ text: json, meet, hidden }, 0, '', 0)
  const lineAt = linesOf(json)
  return problems.map((problem) => {
    const { path, line } = problem.at
    if (line !== undefined || path === undefined) return problem
    const nearest = enclosing(path).find((one) => begins.has(one)) ?? ''
    return { ...problem, at: { ...problem.at, line: lineAt(begins.get(nearest) ?? 0) } }
  })
}

/** A path, what it lies in, and so on to the whole document. */
const enclosing = (path: string): string[] => {
  const cuts = [...path.matchAll(/[.[]/g)].map(({ index }) => index)
  return [path, ...cuts.reverse().map((at) => path.slice(0, at)), '']
}

/** The text as one document, its lines kept, and how deep its lists and objects go. */
function asOneDocument(text: string): { readonly json: string; readonly depth: number } {
  const json = text.replace(/^\uFEFF/, '')
  const ends: number[] = []
  let depth = 0
  let deep = 0
  for (let at = 0; at < json.length; at++) {
    const char = json.charAt(at)
    if (char === '"') at = closingQuote(json, at)
    else if (char === '{' || char === '[') deep = Math.max(deep, ++depth)
    else if ((char === '}' || char === ']') && --depth === 0) ends.push(at + 1)
  }
  const documents = [0, ...ends].map((start, i) => json.slice(start, ends[i])).filter((one) => one.trim())
  const several = documents.length > 1 && documents.every((one) => /^\s*[{[]/.test(one))
  return { json: several ? `[${documents.join(',')}]` : json, depth: deep + Number(several) }
}

/** Where a string that opens here closes; the end of the text where it does not. */
function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charAt(at - 1 - escapes) === '\\') escapes++
    if (escapes % 2 === 0) return at
  }
  return text.length
}

function problemAt(text: string, fault: NonNullable<Read['fault']>): Problem {
  const line = linesOf(text)(fault.at)
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

function readValue(reading: Reading, from: number, path: string, depth: number): Read {
  const { text } = reading
  const at = skipSpace(text, from)
  reading.meet(path, at)
  const open = text.charAt(at)
  if (open !== '{' && open !== '[') return readScalar(text, at, path)
  if (depth > deepest) {
    return { value: undefined, next: at, fault: { at, path, expected: `at most ${deepest} levels` } }
  }
  return open === '[' ? readList(reading, at + 1, path, depth) : readObject(reading, at + 1, path, depth)
}

function readList(reading: Reading, from: number, path: string, depth: number): Read {
  const { text } = reading
  const items: unknown[] = []
  let at = skipSpace(text, from)
  if (text.charAt(at) === ']') return { value: items, next: at + 1 }
  for (;;) {
    const item = readValue(reading, at, memberPath(path, items.length), depth + 1)
    if (item.fault) return { ...item, value: items.concat(kept(item)) }
    items.push(item.value)
    at = skipSpace(text, item.next)
    if (text.charAt(at) === ']') return { value: items, next: at + 1 }
    if (text.charAt(at) !== ',')
      return { value: items, next: at, fault: { at, path, expected: '"," or "]"' } }
    at++
  }
}

function readObject(reading: Reading, from: number, path: string, depth: number): Read {
  const { text, hidden } = reading
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
    const inside = hidden.includes(key.value) ? path : memberPath(path, key.value)
    at = skipSpace(text, key.next)
    if (text.charAt(at) !== ':') return so(at, { at, path: inside, expected: '":"' })
    const member = readValue(reading, at + 1, inside, depth + 1)
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
