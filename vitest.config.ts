import { defineConfig } from 'vitest/config'
import { keepTempFilesInMemory } from './testing/memory-folder.ts'

keepTempFilesInMemory()

export default defineConfig({
  test: {
    // One per CPU. By default Vitest leaves one CPU free, which is half of two.
    maxWorkers: '100%',
    // Only what will never happen takes as long: a busy machine mustn't fail a test.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Before each test, so a spy of `beforeAll` or of the module itself wouldn't live to see the first one.
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['contract', 'server', 'demo', 'cli', 'scripts', 'testing', 'bench'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          globalSetup: ['testing/database/database.ts'],
          setupFiles: ['testing/undo-mocks.test-setup.ts'],
          // Files share loaded modules, which would take a third of the CPU time to load for each file again. So a file
          // leaves no module changed.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['testing/undo-mocks.test-setup.ts', 'web/shop.test-setup.ts'],
          // Loading React and the messages for each file again took seven eighths of the CPU time.
          isolate: false,
        },
      },
    ],
  },
})
