import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const here = (...path: string[]) => join(import.meta.dirname, ...path)

/** MSW's service worker, taken from the package into the build that has no server. */
const mockServiceWorker: Plugin = {
  name: 'mock-service-worker',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'))
    this.emitFile({ type: 'asset', fileName: 'mockServiceWorker.js', source })
  },
}

/** The pages. `--mode scenarios` builds the twin that needs no server: the same API, mounted in the browser. */
const web = (mode: string): ViteUserConfig => ({
  root: here('web'),
  plugins: [react(), tailwindcss(), ...(mode === 'scenarios' ? [mockServiceWorker] : [])],
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '^/api/': `http://127.0.0.1:${process.env.HEADROOM_PORT ?? 8080}` },
  },
  build: {
    outDir: here('dist', mode === 'scenarios' ? 'scenarios' : 'web'),
    emptyOutDir: true,
    sourcemap: true,
    chunkSizeWarningLimit: 1024,
  },
  worker: { format: 'es' },
})

/** The server, one file beside its native SQLite. */
const api: ViteUserConfig = {
  build: {
    outDir: here('dist/api'),
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
  },
  ssr: { noExternal: true, external: ['better-sqlite3'] },
}

/** A test fails by what it finds, not by how busy the machine is; the limit only ends one that hangs. */
const limits = { testTimeout: 120_000, hookTimeout: 120_000 }

const unitTests: ViteUserConfig = {
  test: {
    projects: [
      { test: { ...limits, name: 'shared', root: here('shared'), include: ['src/**/*.test.ts'] } },
      { test: { ...limits, name: 'e2e', root: here('e2e'), include: ['{oracle,bench}/**/*.test.ts'] } },
      {
        test: { ...limits, name: 'api', root: here('api'), include: ['{src,bootstrap,probe}/**/*.test.ts'] },
      },
      {
        plugins: [react()],
        test: {
          ...limits,
          name: 'web',
          root: here('web'),
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
    ],
  },
}

export default defineConfig(({ mode, isSsrBuild }) => {
  if (mode === 'test') return unitTests
  return isSsrBuild ? api : web(mode)
})
