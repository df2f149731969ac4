import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answers, giveUp, root, run, say, systemInstall } from './steps.mjs'

/**
 * @typedef {{ version?: string, resolved?: string, link?: boolean, optional?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/** @param {string} file @returns {Lock | undefined} undefined where there is none */
const readLock = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * What the lock file asks for and node_modules does not hold. Packages for other platforms are optional.
 * @param {Lock} asked package-lock.json
 * @param {Lock | undefined} installed npm's record of what it put into node_modules
 * @returns {string[]} paths as the lock file names them
 */
export const notInstalled = (asked, installed) =>
  Object.entries(asked.packages)
    .filter(([path, wanted]) => {
      if (path === '' || !path.includes('node_modules/')) return false
      const found = installed?.packages[path]
      return found ? found.version !== wanted.version : !wanted.optional
    })
    .map(([path]) => path)

const compilers = [
  { program: 'python3', deb: 'python3' },
  { program: 'make', deb: 'make' },
  { program: 'g++', deb: 'g++' },
]

const missingCompilers = () => compilers.filter(({ program }) => !answers(program))

/** A process of its own: a build for another Node.js can end the one that loads it. */
const sqliteLoads = () =>
  spawnSync(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:').close()"], {
    cwd: join(root, 'api'),
    stdio: 'ignore',
  }).status === 0

/** @param {string} what could not be done @param {() => Promise<boolean>} again */
const withCompilers = async (what, again) => {
  const missing = missingCompilers()
  const names = missing.map(({ program }) => program).join(', ')
  if (missing.length === 0) giveUp(`${what}; the lines above say why.`)
  if (!(await systemInstall(missing.map(({ deb }) => deb)))) {
    giveUp(`${what}. SQLite has to be compiled on this machine and these programs are missing: ${names}.`)
  }
  if (!(await again())) giveUp(`${what}; the lines above say why.`)
}

/** Brings node_modules to what the lock file says, SQLite's native part included. */
export const ensureDependencies = async () => {
  const asked = readLock(join(root, 'package-lock.json'))
  if (!asked) giveUp('package-lock.json is missing or broken; restore it with git.')

  if (notInstalled(asked, readLock(join(root, 'node_modules/.package-lock.json'))).length > 0) {
    say('installing dependencies (npm ci)')
    const install = async () => (await run('npm', ['ci', '--no-audit', '--no-fund'])) === 0
    if (!(await install())) await withCompilers('npm ci failed', install)
  }

  if (!sqliteLoads()) {
    say('building SQLite for this Node.js (npm rebuild better-sqlite3)')
    const rebuild = async () => (await run('npm', ['rebuild', 'better-sqlite3'])) === 0 && sqliteLoads()
    if (!(await rebuild())) await withCompilers('better-sqlite3 cannot be loaded', rebuild)
  }
}
