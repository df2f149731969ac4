import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSnapshot } from '@headroom/shared'
import { scenarioById } from '@headroom/shared/scenarios'
import { describe, expect, test } from 'vitest'
import { findCloudIn } from '../clouds.ts'
import { memoryStore } from '../store/memory.ts'
import { testApp } from '../testing.ts'
import { version } from '../version.ts'
import { metricsOf } from './metrics.ts'

const packageVersion = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version

async function scraped(scenario: string | undefined) {
  const store = memoryStore()
  const metrics = metricsOf({ store, now: () => '2026-01-15T10:30:00Z' }, findCloudIn(store), version)
  const snapshot = scenario === undefined ? undefined : scenarioById(scenario)?.snapshot
  if (snapshot)
    await testApp({ store, maxBodyBytes: 10_000_000 }).post('/api/v1/snapshots', writeSnapshot(snapshot))
  metrics.count('GET', 200)
  return metrics.text()
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

describe('metrics', () => {
  test('the version is that of the package', () => {
    expect(version).toBe(packageVersion())
  })

  test('without a snapshot the server tells of itself', async () => {
    expect(linesOf(await scraped(undefined))).toEqual([
      `headroom_build_info{version="${version}"} 1`,
      'headroom_http_requests_total{method="GET",status="200"} 1',
    ])
  })

  test('the newest snapshot’s pools have pages and bytes by holder, and by Nova’s book', async () => {
    const lines = linesOf(await scraped('pages-nobody-told-nova-about'))
    const pool = 'host="compute-07",cell="0",page_size_bytes="2097152"'
    expect(lines).toContain(`headroom_pool_pages{${pool},holder="third_party"} 256`)
    expect(lines).toContain(`headroom_pool_bytes{${pool},holder="third_party"} ${256 * 2 ** 21}`)
    expect(lines).toContain(`headroom_nova_pool_pages{${pool},state="total"} 16384`)
  })

  test('divergences are counted by kind, also where there are none', async () => {
    const lines = linesOf(await scraped('pages-nobody-told-nova-about'))
    const counts = lines.filter((line) => line.startsWith('headroom_divergences{'))
    const of = (kind: string) => counts.find((line) => line.includes(`kind="${kind}"`))
    expect(of('phantom-capacity')).toBe('headroom_divergences{kind="phantom-capacity"} 6')
    expect(of('drift')).toBe('headroom_divergences{kind="drift"} 0')
  })

  test('a source’s age is in seconds', async () => {
    expect(linesOf(await scraped('pages-nobody-told-nova-about'))).toContain(
      'headroom_source_age_seconds{kind="headroom-probe"} 3600',
    )
  })
})

const monitoring = join(import.meta.dirname, '../../monitoring')
const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find((path) => existsSync(path))
const names = async () =>
  new Set(
    [...(await scraped('pages-nobody-told-nova-about')).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
  )

describe('dashboard and alerts', () => {
  test.each(readdirSync(monitoring))('%s asks for no series that there is not', async (file) => {
    const asked = readFileSync(join(monitoring, file), 'utf8').match(/headroom_[a-z_]+/g) ?? []
    const known = await names()
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((name) => !known.has(name))).toEqual([])
  })

  test('the dashboard’s panels each have a title, a unit and a query', () => {
    const { panels } = JSON.parse(readFileSync(join(monitoring, 'grafana-dashboard.json'), 'utf8'))
    for (const { title, fieldConfig, targets } of panels) {
      expect([title, fieldConfig.defaults.unit, targets[0].expr]).not.toContain(undefined)
    }
  })

  const ask = (input: string | undefined, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(promtool ?? '', words, { input, encoding: 'utf8' })
    return { status, said: `${stdout}${stderr}` }
  }

  if (!promtool)
    console.info(
      'promtool is not installed: rules and names are not checked by it (apt-get install prometheus)',
    )
  describe.skipIf(!promtool)('promtool', () => {
    test('accepts the names and the types', async () => {
      expect(ask(await scraped('pages-nobody-told-nova-about'), 'check', 'metrics')).toEqual({
        status: 0,
        said: '',
      })
    })

    test('accepts the rules', () => {
      expect(ask(undefined, 'check', 'rules', join(monitoring, 'alerts.yaml'))).toMatchObject({ status: 0 })
    })

    test('sees each alert fire when it should', () => {
      expect(ask(undefined, 'test', 'rules', join(monitoring, 'alerts.test.yaml'))).toMatchObject({
        status: 0,
      })
    })
  })
})
