import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../api/bootstrap/chromium.mjs'
import { isRoot } from '../api/bootstrap/steps.mjs'

const root = join(import.meta.dirname, '..')
const port = process.env.HEADROOM_E2E_PORT ?? '18080'
const scenariosPort = process.env.HEADROOM_E2E_SCENARIOS_PORT ?? '18081'

// Workers read this file again; what the environment holds they inherit.
process.env.HEADROOM_E2E_DATA ??= join(tmpdir(), `headroom-e2e-${randomUUID()}`)
const executablePath = findChromium()
if (executablePath) process.env.HEADROOM_CHROMIUM = executablePath

const scenariosAreBuilt = existsSync(join(root, 'dist/scenarios/index.html'))

/** Nothing is asked of any host but the product: a browser looks up its maker's hosts at every start otherwise. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'tests',
  outputDir: join(root, 'test-results'),
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  retries: 0,
  workers: 2,
  globalTeardown: './remove-data.ts',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...quiet, ...(isRoot() ? ['--no-sandbox'] : [])],
    },
  },
  projects: [
    {
      name: 'product',
      testIgnore: 'scenarios-only/**',
      use: { baseURL: `http://127.0.0.1:${port}` },
    },
    ...(scenariosAreBuilt
      ? [
          {
            name: 'scenarios-only',
            testMatch: 'scenarios-only/**/*.spec.ts',
            use: { baseURL: `http://127.0.0.1:${scenariosPort}` },
          },
        ]
      : []),
  ],
  webServer: [
    {
      command: 'exec node dist/api/server.js',
      cwd: root,
      url: `http://127.0.0.1:${port}/readyz`,
      env: { NODE_ENV: 'production', HEADROOM_PORT: port, HEADROOM_DATA: process.env.HEADROOM_E2E_DATA },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
    ...(scenariosAreBuilt
      ? [
          {
            command: `exec node node_modules/vite/bin/vite.js preview --mode scenarios --host 127.0.0.1 --port ${scenariosPort} --strictPort`,
            cwd: root,
            url: `http://127.0.0.1:${scenariosPort}/`,
          },
        ]
      : []),
  ],
})
