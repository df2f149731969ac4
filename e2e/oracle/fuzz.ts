/*
 * Requests at random to the Nova of this machine and to ours; where the two differ, the smallest request that tells them
 * apart.
 *
 *   npm run -s fuzz [-- --seed N] [--cases N] [--kind KIND …]
 */
import { parseArgs } from 'node:util'
import { type OracleKind, oracleKinds } from '@headroom/shared/testing'
import { fuzz } from './fuzzing.ts'
import { startNova } from './nova.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    cases: { type: 'string', default: '1000' },
    kind: { type: 'string', multiple: true },
  },
})

const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
const cases = Number(values.cases)
const kinds = (values.kind ?? oracleKinds) as readonly OracleKind[]
const unknown = kinds.filter((kind) => !oracleKinds.includes(kind))

const say = (line: string) => process.stdout.write(`${line}\n`)

if (unknown.length > 0 || !Number.isInteger(seed) || !Number.isInteger(cases) || cases < 1) {
  process.stderr.write(
    `fuzz: --seed and --cases are whole numbers, --kind is one of ${oracleKinds.join(' ')}\n`,
  )
  process.exit(2)
}

const nova = await startNova()
if (typeof nova === 'string') {
  process.stderr.write(`fuzz: ${nova}\n`)
  process.exit(1)
}

say(`Nova ${nova.version} (${nova.release.name}), seed ${seed}`)
let differing = 0
for (const kind of kinds) {
  const begin = performance.now()
  const { outcomes, differences, undefinedByNova } = await fuzz(kind, { seed, cases }, nova)
  const seconds = (performance.now() - begin) / 1000
  const told = [...outcomes].sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${outcome} ${count}`)
  say(
    `${kind}: ${cases} cases, ${differences.length} differences, ${undefinedByNova} that depend on set order, ` +
      `${seconds.toFixed(1)} s (${told.slice(0, 12).join(', ')})`,
  )
  for (const { index, smallest, nova: theirs, ours } of differences) {
    say(`  case ${index}, smallest request that differs:`)
    say(`    asked ${JSON.stringify(smallest)}`)
    say(`    nova  ${JSON.stringify(theirs)}`)
    say(`    ours  ${JSON.stringify(ours)}`)
  }
  differing += differences.length
}
nova.end()
process.exitCode = differing === 0 ? 0 : 1
