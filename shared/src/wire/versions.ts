import { z } from 'zod'
import type { Parsed, Problem } from '../parsing/parsed.ts'
import { same } from './form.ts'

type JsonRecord = Readonly<Record<string, unknown>>

/** `upgrades[n]` makes a document of version n one of version n + 1. Never edited once it has shipped. */
export type Upgrades = Readonly<Record<number, (document: JsonRecord) => JsonRecord>>

export const versionOf = <const Version extends number>(version: Version) =>
  same<Version>(z.literal(version) as z.ZodType as z.ZodType<Version>)

/** The document as this version has it; undefined where it is none of ours, or newer than this code. */
export function upgraded(json: unknown, key: string, current: number, upgrades: Upgrades): Parsed<unknown> {
  const problem = (found: unknown, expected: string): Problem => ({
    severity: 'error',
    at: { path: key },
    ...(found === undefined ? {} : { found: JSON.stringify(found) }),
    expected,
  })
  const isRecord = typeof json === 'object' && json !== null && key in json
  const version = isRecord ? (json as JsonRecord)[key] : undefined
  if (typeof version !== 'number' || !(version === current || version in upgrades)) {
    return { facts: undefined, problems: [problem(version, `a version, at most ${current}`)] }
  }
  let document = json as JsonRecord
  for (let at = version; at < current; at++) {
    const upgrade = upgrades[at]
    if (!upgrade) return { facts: undefined, problems: [problem(version, `a version from ${at + 1}`)] }
    document = { ...upgrade(document), [key]: at + 1 }
  }
  return { facts: document, problems: [] }
}
