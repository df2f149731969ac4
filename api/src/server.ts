import { existsSync, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { argv, env, exit, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { serve as listen, type ServerType } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { secureHeaders } from 'hono/secure-headers'
import { createApp } from './app.ts'
import { findCloudIn } from './clouds.ts'
import { type Config, parseConfig } from './config.ts'
import { storeEvents } from './events.ts'
import { jsonLog, type Log } from './log.ts'
import { type Metrics, metricsOf, metricsType } from './metrics/metrics.ts'
import { onError, problemResponse } from './problem.ts'
import { postgresStore } from './store/postgres.ts'
import { sqliteStore } from './store/sqlite.ts'
import type { Store } from './store/store.ts'
import { version } from './version.ts'

const loopback = '127.0.0.1'
const builtPages = fileURLToPath(new URL('../web', import.meta.url))
const now = () => new Date().toISOString()

/** Only pages and programs that called this machine by a name of its own: a foreign name may be rebound to it. */
const ownNamesOnly: MiddlewareHandler = async (c, next) => {
  const { hostname } = new URL(c.req.url)
  if (hostname === loopback || hostname === 'localhost') return next()
  return problemResponse(403, `This server is ${loopback} or localhost, not ${hostname}.`)
}

const logged =
  (log: Log, metrics: Metrics): MiddlewareHandler =>
  async (c, next) => {
    const began = performance.now()
    await next()
    metrics.count(c.req.method, c.res.status)
    log.info('request', {
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round((performance.now() - began) * 10) / 10,
    })
  }

const headers = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    workerSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'same-origin',
  strictTransportSecurity: false,
})

/** Built files carry a digest in their name; a page does not. */
const cacheFor = (path: string, c: Context) =>
  c.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')

/** The built pages; every path that is no file and no API is a page of the one application. */
const pages = (root: string): Hono =>
  new Hono()
    .use(serveStatic({ root, onFound: cacheFor }))
    .get('*', serveStatic({ path: join(root, 'index.html'), onFound: cacheFor }))

const isPage = ({ method, path }: Context['req']) =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api\/|(healthz|readyz|metrics)(\/|$))/.test(path)

async function storeOf({ data, database }: Config, report: (error: unknown) => void): Promise<Store> {
  if (database !== undefined) return postgresStore(database, report)
  mkdirSync(data, { recursive: true })
  return sqliteStore(join(data, 'headroom.sqlite'))
}

export interface Running {
  readonly url: string
  /** Lets requests under way end, then closes the database. */
  readonly stop: () => Promise<void>
}

/** Starts the server on 127.0.0.1. Rejects with the system's error where the port or the folder is not to be had. */
export async function start(config: Config, log: Log, root = builtPages): Promise<Running> {
  const report = (error: unknown) => log.error('unforeseen', error)
  const store = await storeOf(config, report)
  const events = storeEvents()
  const app = createApp({ store, events, now, report, maxBodyBytes: config.maxBodyBytes })
  const metrics = metricsOf({ store, now }, findCloudIn(store), version)
  const site = existsSync(root) ? pages(root) : undefined
  const server = new Hono()
    .use(logged(log, metrics), ownNamesOnly, headers, compress())
    .get('/metrics', async (c) => c.text(await metrics.text(), 200, { 'content-type': metricsType }))
    .onError(onError(report))
    .all('*', (c) => (site && isPage(c.req) ? site.fetch(c.req.raw) : app.fetch(c.req.raw)))

  const http = await listening(server, config.port).catch(async (error) => {
    await store.close()
    throw error
  })
  const { port } = http.address() as AddressInfo
  return {
    url: `http://${loopback}:${port}`,
    stop: async () => {
      events.end()
      await closed(http)
      await store.close()
    },
  }
}

const patienceMs = 5000

/** Requests under way may end; a connection is closed once it only waits, and all of them after a while. */
const closed = (http: ServerType): Promise<void> =>
  new Promise((resolve) => {
    if (!('closeAllConnections' in http)) {
      http.close(() => resolve())
      return
    }
    const closeWaiting = setInterval(() => http.closeIdleConnections(), 20)
    const closeAll = setTimeout(() => http.closeAllConnections(), patienceMs)
    http.close(() => {
      clearInterval(closeWaiting)
      clearTimeout(closeAll)
      resolve()
    })
  })

const listening = ({ fetch }: Hono, port: number): Promise<ServerType> =>
  new Promise((resolve, reject) => {
    const http = listen({ fetch, port, hostname: loopback }, () => resolve(http))
    http.on('error', reject)
  })

const said = (error: NodeJS.ErrnoException, config: Config): string => {
  if (error.code === 'EADDRINUSE')
    return `Port ${config.port} of ${loopback} is in use. Another one: HEADROOM_PORT=${config.port + 1} npm start`
  if (error.code === 'EACCES') return `Not permitted: ${error.message}`
  return `Headroom cannot start with its data in ${placeOf(config)}: ${error.message}`
}

/** Where snapshots are kept, without what a URL may hide. */
const placeOf = ({ data, database }: Config): string => (database === undefined ? data : 'PostgreSQL')

/** Starts as the environment says and runs until it is asked to stop. */
export async function main(): Promise<{ readonly url: string; readonly data: string }> {
  const log = jsonLog((line) => stdout.write(line), now)
  const parsed = parseConfig(env)
  if (!parsed.ok) {
    for (const problem of parsed.problems) console.error(problem)
    exit(1)
  }
  const running = await start(parsed.config, log).catch((error) => {
    console.error(said(error, parsed.config))
    return exit(1)
  })
  log.info('listening', { url: running.url, data: placeOf(parsed.config) })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      log.info('stopping', { signal })
      await running.stop()
      log.info('stopped')
    })
  }
  return { url: running.url, data: placeOf(parsed.config) }
}

if (argv[1] === fileURLToPath(import.meta.url)) await main()
