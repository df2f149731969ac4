/*
 * A slice of recorded answers small enough to keep in the repository:
 *
 *   npx tsx e2e/oracle/slice.ts FOLDER OF ALL > /dev/null
 *
 * Cases are taken by what the releases make of them. The pattern of a case is its outcome in every release and where
 * its answer changes; of every pattern the first few are kept, then the first cases of the kind, which are boundaries.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { releases } from '@headroom/shared'
import { agrees } from './agree.ts'
import { type Kind, kinds, type Recorded, recorded } from './replay.ts'

/** Of every pattern, and of the kind's first cases. */
const kept: Record<Kind, readonly [ofPattern: number, first: number]> = {
  constraints: [3, 290],
  fit: [2, 464],
  sequence: [1, 12],
  usage: [1, 60],
  reserved: [1, 60],
  livemig: [2, 40],
  host: [2, 20],
  domain_xml: [2, 20],
}

const [all = ''] = process.argv.slice(2)
const slice = join(import.meta.dirname, 'golden')

/** Answers of one kind: by release, by case. */
type ByRelease = ReadonlyMap<string, ReadonlyMap<string, Recorded>>

function outcome({ out }: Recorded): string {
  const { result, error, allowed, results } = out as Record<string, unknown>
  const named = (of: unknown) => (typeof of === 'object' && of !== null && 'class' in of ? `${of.class}` : '')
  const sequence = Array.isArray(results) ? results.map((step) => step.result ?? named(step.error)) : []
  return [result, named(error), allowed, Object.keys(out), ...sequence].join(' ')
}

/** Outcomes of every release, `=` where the answer is the one before it. */
function patternOf(id: string, byRelease: ByRelease): string {
  const answers = [...byRelease.values()].map((cases) => cases.get(id))
  return answers
    .map((answer, index) => {
      const before = answers[index - 1]
      if (!answer) return '-'
      return before && agrees(before.out, answer.out) ? '=' : outcome(answer)
    })
    .join('|')
}

function picked(kind: Kind, byRelease: ByRelease): ReadonlySet<string> {
  const [ofPattern, first] = kept[kind]
  const ids = [...new Set([...byRelease.values()].flatMap((cases) => [...cases.keys()]))]
  const seen = new Map<string, number>()
  const patterned = ids.filter((id) => {
    const pattern = patternOf(id, byRelease)
    seen.set(pattern, (seen.get(pattern) ?? 0) + 1)
    return (seen.get(pattern) ?? 0) <= ofPattern
  })
  return new Set([...ids.slice(0, first), ...patterned])
}

rmSync(slice, { recursive: true, force: true })
const manifest: Record<string, Record<string, { file: string }>> = {}
const written = new Map<string, string>()
for (const kind of kinds) {
  const byRelease: ByRelease = new Map(
    releases
      .map(({ id }) => [id, new Map(recorded(all, id, kind).map((one) => [one.id, one]))] as const)
      .filter(([, cases]) => cases.size > 0),
  )
  const ids = picked(kind, byRelease)
  for (const [release, cases] of byRelease) {
    const lines = [...cases.values()].filter(({ id }) => ids.has(id)).map((one) => JSON.stringify(one))
    const text = `${lines.join('\n')}\n`
    const hash = createHash('sha256').update(text).digest('hex')
    const file = written.get(hash) ?? `${release}/${kind}.jsonl.gz`
    if (!written.has(hash)) {
      mkdirSync(join(slice, release), { recursive: true })
      writeFileSync(join(slice, file), gzipSync(text, { level: 9 }))
      written.set(hash, file)
    }
    manifest[release] = { ...manifest[release], [kind]: { file } }
  }
  process.stderr.write(`${kind}: ${ids.size} cases\n`)
}
writeFileSync(join(slice, 'MANIFEST.json'), `${JSON.stringify(manifest, null, 2)}\n`)
