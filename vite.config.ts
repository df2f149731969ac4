import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [{ test: { name: 'shared', root: 'shared', include: ['src/**/*.test.ts'] } }],
  },
})
