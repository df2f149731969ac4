import { answer, type Release } from '@headroom/shared'
import { type OracleKind, oracleRequests } from '@headroom/shared/testing'
import fc from 'fast-check'
import { agrees } from './agree.ts'
import type { Nova } from './nova.ts'

type Json = Readonly<Record<string, unknown>>

export interface Run {
  /** Everything asked follows from it. */
  readonly seed: number
  readonly cases: number
}

export interface Difference {
  /** Which case of the run it was, before it was made smaller. */
  readonly index: number
  readonly smallest: object
  readonly nova: Json
  readonly ours: unknown
}

export interface Fuzzed {
  /** How often Nova answered what, by result or exception. */
  readonly outcomes: ReadonlyMap<string, number>
  /** Answers that Nova leaves to the order of a set. */
  readonly undefinedByNova: number
  /** The first few. */
  readonly differences: readonly Difference[]
}

const batch = 500
/** One defect shows in many cases: a few are made smaller, then the run ends. */
const enough = 3

export async function fuzz(kind: OracleKind, { seed, cases }: Run, nova: Nova): Promise<Fuzzed> {
  const requests: fc.Arbitrary<object> = oracleRequests[kind]
  const outcomes = new Map<string, number>()
  const differences: Difference[] = []
  let undefinedByNova = 0

  const asked = fc.sample(requests, { seed, numRuns: cases, unbiased: true })
  for (let from = 0; from < cases && differences.length < enough; from += batch) {
    const these = asked.slice(from, from + batch)
    const answers = nova.ask(these)
    const ours = these.map((request) => ask(request, nova.release))
    for (const [at, theirs] of (await answers).entries()) {
      for (const outcome of outcomesOf(theirs)) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if ('set_order_sensitive' in theirs) undefinedByNova += 1
      if (agrees(ours[at], theirs) || differences.length >= enough) continue
      differences.push(await smallest(requests, seed, from + at, nova))
    }
  }
  return { outcomes, undefinedByNova, differences }
}

const ask = (request: object, release: Release): unknown =>
  (JSON.parse(answer(JSON.stringify(request), release)) as { out: unknown }).out

/** The case, made smaller for as long as the answers differ. */
async function smallest(
  requests: fc.Arbitrary<object>,
  seed: number,
  index: number,
  nova: Nova,
): Promise<Difference> {
  let found: Difference | undefined
  const differs = fc.asyncProperty(requests, async (request) => {
    const [theirs = {}] = await nova.ask([request])
    const ours = ask(request, nova.release)
    if (agrees(ours, theirs)) return true
    found = { index, smallest: request, nova: theirs, ours }
    return false
  })
  await fc.check(differs, { seed, path: `${index}`, numRuns: 1, unbiased: true })
  if (!found) throw new Error(`case ${index} of seed ${seed} differs no more when asked alone`)
  return found
}

/** By result or exception; of a sequence, each of its steps. */
function outcomesOf(out: Json): readonly string[] {
  const { error, result, results, topology, allowed } = out
  if (Array.isArray(results)) return results.flatMap(outcomesOf)
  if (typeof error === 'object' && error !== null && 'class' in error) return [String(error.class)]
  if (typeof result === 'string') return [result]
  if (topology !== undefined) return [topology === null ? 'no topology' : 'topology']
  return [allowed === undefined ? 'answered' : `allowed: ${allowed}`]
}
