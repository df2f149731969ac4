/*
 * How many of Nova's recorded answers ours agree with, by kind and release.
 *
 *   npm run -s conformance [-- [FOLDER] [--kind KIND] [--release RELEASE] [--show N]]
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { releases } from '@headroom/shared'
import { type Kind, kinds, recorded, replay } from './replay.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string', multiple: true },
    release: { type: 'string', multiple: true },
    show: { type: 'string', default: '0' },
  },
})
const folder = positionals[0] ?? join(import.meta.dirname, 'golden')
const wanted = (all: string[] | undefined, one: string) => !all || all.includes(one)
const shownKinds = kinds.filter((kind) => wanted(values.kind, kind))
const width = 13

const row = (cells: readonly string[]) => cells.map((cell) => cell.padStart(width)).join('')
process.stdout.write(`${row(['', ...shownKinds])}\n`)

let agreeing = 0
let total = 0
for (const release of releases.filter(({ id }) => wanted(values.release, id))) {
  const scores = shownKinds.map((kind: Kind) => ({
    kind,
    ...replay(recorded(folder, release.id, kind), release),
  }))
  if (scores.every((score) => score.total === 0)) continue
  const cells = scores.map((score) => (score.total === 0 ? '-' : `${score.agreeing}/${score.total}`))
  process.stdout.write(`${row([release.id, ...cells])}\n`)
  for (const score of scores) {
    agreeing += score.agreeing
    total += score.total
    for (const { asked, ours } of score.disagreements.slice(0, Number(values.show))) {
      process.stdout.write(`  ${asked.id}\n    asked ${JSON.stringify(asked.in)}\n`)
      process.stdout.write(`    nova  ${JSON.stringify(asked.out)}\n    ours  ${JSON.stringify(ours)}\n`)
    }
  }
}
process.stdout.write(`${agreeing} of ${total} agree\n`)
process.exitCode = agreeing === total ? 0 : 1
