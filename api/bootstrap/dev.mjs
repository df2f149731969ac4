import './node-version.mjs'
import { join } from 'node:path'
import { ensureDependencies } from './dependencies.mjs'
import { root, run, say } from './steps.mjs'

await ensureDependencies()

const env = { HEADROOM_DATA: process.env.HEADROOM_DATA || join(root, 'data') }
say('pages on http://127.0.0.1:5173, the API behind them restarted whenever it changes')
const status = await Promise.race([
  run('npx', ['tsx', 'watch', '--clear-screen=false', 'api/src/server.ts'], env),
  run('npx', ['vite'], env),
])
process.kill(-process.pid, 'SIGTERM')
process.exit(status)
