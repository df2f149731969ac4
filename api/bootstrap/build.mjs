import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, root, run, say } from './steps.mjs'

/** What the built product is made of. */
const sources = [
  'shared/src',
  'shared/package.json',
  'api/src',
  'api/package.json',
  'web',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.base.json',
]
const notSources = /(^|\/)(node_modules|fixtures|screenshots)$|\.test\.tsx?$|\.md$/

/** @param {string} path from the root @returns {string[]} every source file at or under it, in one order everywhere */
const filesUnder = (path) => {
  if (notSources.test(path)) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`))
}

/** A digest of the sources' names and contents: clocks and checkouts do not change it. */
const digest = () => {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesUnder))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

const record = join(root, 'dist/sources.sha256')
const outputs = ['dist/web/index.html', 'dist/api/server.js']

const isBuiltFrom = (/** @type {string} */ wanted) =>
  outputs.every((path) => existsSync(join(root, path))) &&
  existsSync(record) &&
  readFileSync(record, 'utf8') === wanted

/** Builds web and api. @returns {Promise<boolean>} whether that worked */
export const build = async () => {
  const wanted = digest()
  say('building (npm run build)')
  if ((await run('npm', ['run', '-s', 'build'])) !== 0) return false
  writeFileSync(record, wanted)
  return true
}

/** Builds web and api where the sources are not those that dist was built from. */
export const ensureBuilt = async () => {
  if (isBuiltFrom(digest())) return
  if (!(await build())) giveUp('the build failed; the lines above say why.')
}
