import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/property-seed.ts'],
    setupFiles: ['test/property-runs.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
