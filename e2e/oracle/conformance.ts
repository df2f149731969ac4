/*
 * How many of Nova's recorded answers ours agree with, by kind and release, and how many of them each rule decides.
 *
 *   npm run -s conformance [-- [--golden FOLDER] [--kind KIND] [--release RELEASE] [--show N] [--rules] [--write]]
 *
 * `--rules` counts, of every rule a release changed, the recorded requests that are answered otherwise without the
 * change. `--write` keeps both counts for the Releases page, of the answers in the repository.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Conformance, releases } from '@headroom/shared'
import { decidedBy } from './decided-by.ts'
import { type Kind, kinds, recorded, replay } from './replay.ts'

const { values } = parseArgs({
  options: {
    golden: { type: 'string' },
    kind: { type: 'string', multiple: true },
    release: { type: 'string', multiple: true },
    show: { type: 'string', default: '0' },
    rules: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const folder = values.golden ?? join(import.meta.dirname, 'golden')
const wanted = (all: string[] | undefined, one: string) => !all || all.includes(one)
const shownKinds = kinds.filter((kind) => wanted(values.kind, kind))
const width = 13

const say = (line: string) => process.stdout.write(`${line}\n`)
const row = (cells: readonly string[]) => cells.map((cell) => cell.padStart(width)).join('')
say(row(['', ...shownKinds]))

const conformance: Record<string, Conformance[string]> = {}
let agreeing = 0
let total = 0
for (const release of releases.filter(({ id }) => wanted(values.release, id))) {
  const scores = shownKinds.map((kind: Kind) => ({
    kind,
    ...replay(recorded(folder, release.id, kind), release),
  }))
  const answered = scores.filter((score) => score.total > 0)
  if (answered.length === 0) continue
  say(row([release.id, ...scores.map((score) => (score.total ? `${score.agreeing}/${score.total}` : '-'))]))
  for (const score of scores) {
    agreeing += score.agreeing
    total += score.total
    for (const { asked, ours } of score.disagreements.slice(0, Number(values.show))) {
      say(`  ${asked.id}\n    asked ${JSON.stringify(asked.in)}`)
      say(`    nova  ${JSON.stringify(asked.out)}\n    ours  ${JSON.stringify(ours)}`)
    }
  }
  const kindScores = answered.map(({ kind, agreeing, total }) => [kind, { agreeing, total }] as const)
  conformance[release.id] = { kinds: Object.fromEntries(kindScores), rules: {} }
}
say(`${agreeing} of ${total} agree`)

if (values.rules || values.write) {
  say('\nrecorded requests that a rule decides, where a release changed it')
  for (const { release, rules } of decidedBy(folder, Object.keys(conformance), shownKinds)) {
    for (const [rule, requests] of Object.entries(rules)) {
      say(`${release.padStart(width)}  ${rule.padEnd(32)} ${requests}`)
    }
    const { kinds } = conformance[release] as Conformance[string]
    conformance[release] = { kinds, rules }
  }
}
if (values.write) {
  const file = join(import.meta.dirname, '../../shared/src/releases/conformance.json')
  writeFileSync(file, `${JSON.stringify(conformance, null, 2)}\n`)
}
process.exitCode = agreeing === total ? 0 : 1
