import './node-version.mjs'
import { join } from 'node:path'
import { ensureDependencies } from './dependencies.mjs'
import { root, run, say } from './steps.mjs'

await ensureDependencies()

const env = { HEADROOM_DATA: process.env.HEADROOM_DATA || join(root, 'data') }
const together = new AbortController()
const runNode = (/** @type {string[]} */ ...args) =>
  run(process.execPath, args, env, together.signal).finally(() => together.abort())

say('pages on http://127.0.0.1:5173 as they are edited, and the API behind them restarted as it is')
const [status] = await Promise.all([
  runNode('node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'api/src/server.ts'),
  runNode('node_modules/vite/bin/vite.js'),
])
process.exitCode = status
