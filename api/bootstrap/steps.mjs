import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** One line that tells what is about to be done. @param {string} line */
export const say = (line) => console.log(`headroom: ${line}`)

/** Ends the run with what is wrong and what to do about it. @type {(line: string) => never} */
export const giveUp = (line) => {
  console.error(`headroom: ${line}`)
  process.exit(1)
}

const passedOn = /** @type {const} */ (['SIGINT', 'SIGTERM'])

/**
 * Runs a program in the repository with this terminal as its own. A signal to stop goes to the program, and then stops
 * this process too.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env] added to this process's
 * @param {AbortSignal} [until] when to end it
 * @returns {Promise<number>} its exit status; 127 where it could not be started
 */
export const run = (program, args, env, until) =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      signal: until,
    })
    /** @type {NodeJS.Signals | undefined} */
    let asked
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      asked = signal
      child.kill(signal)
    }
    for (const signal of passedOn) process.on(signal, stop)
    const done = (/** @type {number} */ status) => {
      for (const signal of passedOn) process.off(signal, stop)
      if (asked) process.exit(128 + constants.signals[asked])
      resolve(status)
    }
    child.on('error', (error) => {
      if (error.name === 'AbortError') return
      console.error(`headroom: ${program} could not be started: ${error.message}`)
      done(127)
    })
    child.on('exit', (status, signal) =>
      done(status === null ? 128 + (signal ? constants.signals[signal] : 0) : status),
    )
  })

/** Whether `program --version` runs and succeeds. @param {string} program */
export const answers = (program) =>
  spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0

/** Where a shell would find a program. @param {string} program name or path @returns {string | undefined} */
export const onPath = (program) => {
  const folders = program.includes('/') ? [''] : (process.env.PATH ?? '').split(':').map((one) => `${one}/`)
  return folders.map((folder) => `${folder}${program}`).find((path) => existsSync(path))
}

export const isRoot = () => typeof process.getuid === 'function' && process.getuid() === 0

const maySystemInstall = () => isRoot() && existsSync('/etc/debian_version') && answers('apt-get')

/**
 * Installs Debian packages where this process may (root, on Debian or a child of it).
 * @param {readonly string[]} packages
 * @returns {Promise<boolean>} whether they are installed now
 */
export const systemInstall = async (packages) => {
  if (!maySystemInstall()) return false
  say(`installing ${packages.join(' ')} with apt-get`)
  return aptGet('update') && aptGet('install', '-y', '--no-install-recommends', ...packages)
}

/** What it says is only shown where it fails. @param {readonly string[]} args */
const aptGet = (...args) => {
  const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) console.error(`${stdout}${stderr}`)
  return status === 0
}
