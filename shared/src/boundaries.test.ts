import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What each folder of the core may import, itself aside; a file beside the folders counts as one. */
const base = ['units', 'collections', 'oslo']
const facts = [...base, 'model', 'releases']
const books = [...facts, 'accounting', 'reality']
const judgement = [...books, 'placement', 'migration']
const core = [...judgement, 'planner', 'divergence']
const edges = [...core, 'parsing', 'evidence', 'inspect', 'explain', 'wire']

const mayImport: Record<string, readonly string[]> = {
  units: [],
  collections: [],
  oslo: [],
  model: base,
  releases: [...base, 'model'],
  parsing: base,
  evidence: [...base, 'oslo', 'model', 'parsing', 'wire'],
  accounting: facts,
  reality: [...facts, 'accounting'],
  placement: books,
  migration: [...books, 'placement'],
  divergence: judgement,
  planner: [...judgement, 'divergence'],
  inspect: [...books, 'parsing', 'evidence'],
  explain: [...core, 'inspect'],
  wire: [...core, 'parsing'],
  jsonl: edges,
  testing: edges,
  scenarios: [...edges, 'testing'],
  index: [...edges, 'jsonl'],
}

/** Packages the core may use, by folder. */
const mayUse: Record<string, readonly string[]> = {
  parsing: ['fast-xml-parser', 'zod'],
  evidence: ['zod'],
  wire: ['zod'],
  jsonl: ['zod'],
  testing: ['fast-check'],
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/** Every source file of a folder but its tests, as paths from the root. */
const sourcesOf = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name}`)
        .filter((path) => /\.tsx?$/.test(path) && !isTest(path) && !path.includes('node_modules/'))
        .sort()
    : []

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
const codeOf = (path: string) => withoutComments(readFileSync(join(root, path), 'utf8'))

/** What a file imports or re-exports: packages by name, files as paths from the root. */
const importsOf = (path: string): string[] =>
  [...codeOf(path).matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm)]
    .map(([, specifier = '']) => specifier)
    .map((specifier) =>
      specifier.startsWith('.') ? relative(root, join(root, dirname(path), specifier)) : specifier,
    )

/** `placement` of shared/src/placement/fit/pages.ts, `units` of shared/src/units.ts. */
const partUnder = (folder: string, path: string) =>
  path
    .slice(folder.length + 1)
    .split('/')[0]
    ?.replace(/\.tsx?$/, '') ?? ''

const isFile = (imported: string) => /^(shared|api|web|e2e)\//.test(imported)
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Import lines of these files that a rule refuses, each as `file imports what`. */
const refused = (paths: readonly string[], allowed: (path: string, imported: string) => boolean) =>
  paths.flatMap((path) =>
    importsOf(path)
      .filter((imported) => !allowed(path, imported))
      .map((imported) => `${path} imports ${imported}`),
  )

const sharedFiles = sourcesOf('shared/src')
const webFiles = sourcesOf('web/src')
const apiFiles = sourcesOf('api/src')

test('every folder of the core has its line in the table', () => {
  const parts = new Set(sharedFiles.map((path) => partUnder('shared/src', path)))
  expect([...parts].filter((part) => !(part in mayImport))).toEqual([])
})

test('a folder of the core imports only those the table allows', () => {
  const allowed = (path: string, imported: string) => {
    if (!isFile(imported)) return true
    const from = partUnder('shared/src', path)
    const to = partUnder('shared/src', imported)
    return imported.startsWith('shared/src/') && (from === to || !!mayImport[from]?.includes(to))
  }
  expect(refused(sharedFiles, allowed)).toEqual([])
})

test('the core uses no package but pure parsers', () => {
  const allowed = (path: string, imported: string) =>
    isFile(imported) || !!mayUse[partUnder('shared/src', path)]?.includes(packageOf(imported))
  expect(refused(sharedFiles, allowed)).toEqual([])
})

test('the core reads no clock and throws no dice', () => {
  const forbidden = /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b|\bcrypto\./
  expect(sharedFiles.filter((path) => forbidden.test(codeOf(path)))).toEqual([])
})

test('a feature of the web is entered by the app, and what it shows by the desk, never its components', () => {
  const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const allowed = (path: string, imported: string) => {
    const to = featureOf(imported)
    if (to === undefined || path.startsWith('web/src/app/') || featureOf(path) === to) return true
    return /^web\/src\/(worker|api)\//.test(path) && imported.endsWith('.ts')
  }
  expect(refused(webFiles, allowed)).toEqual([])
})

test('nothing under the features of the web imports the app', () => {
  const allowed = (path: string, imported: string) =>
    !imported.startsWith('web/src/app/') || /^web\/src\/(app\/|testing\/|main\.tsx$)/.test(path)
  expect(refused(webFiles, allowed)).toEqual([])
})

test('only charts import recharts', () => {
  const allowed = (path: string, imported: string) =>
    packageOf(imported) !== 'recharts' || path.startsWith('web/src/charts/')
  expect(refused(webFiles, allowed)).toEqual([])
})

test('only the mocks of the web import the API', () => {
  const allowed = (path: string, imported: string) =>
    !(packageOf(imported) === '@headroom/api' || imported.startsWith('api/')) ||
    path.startsWith('web/src/mocks/')
  expect(refused(webFiles, allowed)).toEqual([])
})

test('a package is entered through its exports', () => {
  const homes = ['shared', 'api', 'web'] as const
  const allowed = (path: string, imported: string) =>
    !homes.some((home) => imported.startsWith(`${home}/src/`) && !path.startsWith(`${home}/`)) &&
    !/^@headroom\/\w+\/src\//.test(imported)
  expect(refused([...webFiles, ...apiFiles, ...sourcesOf('e2e')], allowed)).toEqual([])
})

test('what the browser mounts of the API touches no platform', () => {
  const reachable = new Set<string>()
  const visit = (path: string) => {
    if (reachable.has(path) || !existsSync(join(root, path))) return
    reachable.add(path)
    importsOf(path).filter(isFile).forEach(visit)
  }
  visit('api/src/app.ts')
  visit('api/src/store/memory.ts')
  const platform = /^(node:|better-sqlite3$|kysely$|@hono\/node-server)/
  expect(refused([...reachable], (_, imported) => !platform.test(imported))).toEqual([])
})

test('only the server listens', () => {
  const allowed = (path: string, imported: string) =>
    !/^(@hono\/node-server|node:http|node:net$)/.test(imported) || path === 'api/src/server.ts'
  expect(refused(apiFiles, allowed)).toEqual([])
})
