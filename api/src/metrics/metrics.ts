import { Counter, Gauge, Registry } from 'prom-client'
import type { FindCloud } from '../clouds.ts'
import type { Ports } from '../ports.ts'
import { snapshotMetrics } from './snapshot-metrics.ts'

export interface Metrics {
  /** A request that was answered. */
  readonly count: (method: string, status: number) => void
  /** All series, in Prometheus' text format. */
  readonly text: () => Promise<string>
}

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE

/** What the server has done, and what the newest snapshot that names its release says. */
export function metricsOf(
  { store, now }: Pick<Ports, 'store' | 'now'>,
  findCloud: FindCloud,
  version: string,
): Metrics {
  const registry = new Registry()
  const build = new Gauge({
    name: 'headroom_build_info',
    help: 'The version that runs.',
    labelNames: ['version'],
    registers: [registry],
  })
  build.set({ version }, 1)
  const requests = new Counter({
    name: 'headroom_http_requests_total',
    help: 'Requests answered, by method and status.',
    labelNames: ['method', 'status'],
    registers: [registry],
  })
  return {
    count: (method, status) => requests.inc({ method, status: `${status}` }),
    text: async () => {
      const newest = (await store.list({ limit: 100, after: undefined })).find(({ release }) => release)
      const own = await registry.metrics()
      if (!newest) return own
      const cloud = await findCloud({ snapshot: newest.id, release: undefined })
      return `${own.trimEnd()}\n\n${await snapshotMetrics(cloud, newest, now())}`
    },
  }
}
