import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'web/**/*.test.{ts,tsx}',
      'demo/**/*.test.ts',
      'cli/**/*.test.ts',
      'scripts/**/*.test.ts',
      'testing/**/*.test.ts',
    ],
    globalSetup: ['testing/database.ts'],
    setupFiles: ['web/shop.test-setup.ts'],
    // One per CPU. By default Vitest leaves one CPU free, which is half of two.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
