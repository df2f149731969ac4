import './node-version.mjs'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { onPath, run, say, systemInstall } from './steps.mjs'
import { journeys, oneCheck, summary, unitTests, withRunner } from './tally.mjs'

const reports = mkdtempSync(join(tmpdir(), 'headroom-test-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

/** @param {string} file */
const report = (file) => {
  try {
    return JSON.parse(readFileSync(join(reports, file), 'utf8'))
  } catch {
    return undefined
  }
}

/** A port of 127.0.0.1 that nothing listens on. @returns {Promise<string>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(String(port)))
    })
  })

/** @param {string} name @param {string} script in package.json */
const npmRun = async (name, script) => {
  say(`${name} (npm run ${script})`)
  return oneCheck(name, (await run('npm', ['run', '-s', script])) === 0)
}

const runUnitTests = async () => {
  say('unit tests (npm run unit)')
  const outputFile = join(reports, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`]
  const status = await run('npm', ['run', '-s', 'unit', '--', ...reporters])
  const told = report('unit.json')
  return withRunner('unit tests', status, told && unitTests(told))
}

const runJourneys = async () => {
  if (!(await ensureChromium())) return oneCheck('a Chromium for the journeys', false)
  say('journeys through the built product in Chromium (npm run journeys)')
  const status = await run('npm', ['run', '-s', 'journeys', '--', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'journeys.json'),
    HEADROOM_E2E_PORT: await freePort(),
    HEADROOM_E2E_SCENARIOS_PORT: await freePort(),
  })
  const told = report('journeys.json')
  return withRunner('journeys', status, told && journeys(told))
}

/** The probe is to print the same under every shell and awk; those that cannot be had are skipped by name. */
const ensureShells = async () => {
  const missing = ['gawk', 'busybox'].filter((program) => !onPath(program))
  if (missing.length > 0) await systemInstall(missing)
}

await ensureDependencies()
await ensureShells()

const tallies = [
  await npmRun('types', 'types'),
  await npmRun('lint', 'lint'),
  await npmRun('dead code', 'dead'),
  await runUnitTests(),
  oneCheck('build', await build()),
  await npmRun('build of the scenarios', 'build:scenarios'),
  await runJourneys(),
]

const { lines, ok } = summary(tallies)
for (const line of lines) console.log(line)
process.exitCode = ok ? 0 : 1
