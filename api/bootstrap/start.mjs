import './node-version.mjs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { root, say } from './steps.mjs'

await ensureDependencies()
await ensureBuilt()

process.env.NODE_ENV = 'production'
process.env.HEADROOM_DATA = process.env.HEADROOM_DATA || join(root, 'data')
const { main } = await import(pathToFileURL(join(root, 'dist/api/server.js')).href)
const { url, data } = await main()
say(`serving ${url}, data in ${data}; Ctrl-C stops it`)
