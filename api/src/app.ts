import { problemsOf } from '@headroom/shared'
import { OpenAPIHono } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { findCloudIn } from './clouds.ts'
import { telling } from './events.ts'
import { gunzip } from './gunzip.ts'
import type { Ports } from './ports.ts'
import { faultsOfParameters, onError, problem, problemResponse } from './problem.ts'
import { divergences } from './routes/divergences.ts'
import { drain } from './routes/drain.ts'
import { events } from './routes/events.ts'
import { headroom } from './routes/headroom.ts'
import { health } from './routes/health.ts'
import { plans } from './routes/plans.ts'
import { releases } from './routes/releases.ts'
import { savedPlans } from './routes/saved-plans.ts'
import { scenarios } from './routes/scenarios.ts'
import { snapshots } from './routes/snapshots.ts'
import { verdicts } from './routes/verdicts.ts'
import { documentSchemas } from './schemas.ts'

/** A page of another site may not make this one's browser write here. Programs send neither header. */
const fromAnotherSite = (request: Request): boolean => {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  return origin !== null && origin !== `${new URL(request.url).protocol}//${request.headers.get('host')}`
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The whole API as one function: Node serves it, the browser mounts it over scenarios, tests call it. */
export function createApp(given: Ports) {
  const ports = { ...given, store: telling(given.store, given.events) }
  const app = new OpenAPIHono({
    defaultHook: (result) => {
      if (!result.success)
        throw problem(400, 'A parameter is not as this route has it.', {
          errors: faultsOfParameters(problemsOf(result.error, undefined)),
        })
    },
  })

  app.onError(onError(ports.report))
  app.notFound((c) => problemResponse(404, `Nothing is at ${c.req.path}.`))
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        const allow = methods.join(', ')
        return problemResponse(405, `${c.req.path} takes ${allow}.`, {}, { allow })
      },
    }),
  )
  app.use(async (c, next) => {
    if (!reads.has(c.req.method) && fromAnotherSite(c.req.raw))
      throw problem(403, 'A page of another site may not write here.')
    await next()
  })
  app.use(gunzip)
  app.use(
    bodyLimit({
      maxSize: ports.maxBodyBytes,
      onError: () => {
        throw problem(413, `A body may have ${ports.maxBodyBytes} bytes.`)
      },
    }),
  )

  const findCloud = findCloudIn(ports.store)
  app.route('/', health(ports))
  app.route('/api/v1', releases())
  app.route('/api/v1', snapshots(ports))
  app.route('/api/v1', scenarios())
  app.route('/api/v1', verdicts(findCloud))
  app.route('/api/v1', plans(findCloud, ports))
  app.route('/api/v1', divergences(findCloud))
  app.route('/api/v1', headroom(findCloud, ports))
  app.route('/api/v1', drain(findCloud, ports))
  app.route('/api/v1', savedPlans(ports))
  app.route('/api/v1', events(ports))
  for (const [name, schema] of documentSchemas())
    app.openAPIRegistry.registerComponent('schemas', name, schema)
  app.doc31('/api/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Headroom',
      version: '1',
      description:
        "Nova's book of a host beside the host's own, and what would happen if. Reads and computes; never changes a cloud.",
      license: { name: 'Apache-2.0' },
    },
  })
  return app
}
