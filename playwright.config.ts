import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './e2e/launch-options.ts'
import { viewports } from './e2e/viewports.ts'
import { findBrowser } from './scripts/browser.ts'
import { keepTempFilesInMemory } from './testing/memory-folder.ts'

keepTempFilesInMemory()

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/open-shop.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A machine that is busy with other things may make a browser late once. The last lines of npm test name each test
  // that needed this.
  retries: 1,
  // Half of a test's time is waiting, for frames and for the next look at the page. Decision 093 says why not four.
  workers: 3,
  // Only what will never happen takes as long: a busy machine mustn't fail a test.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT ?? 4170}`,
    locale: 'en-GB',
    timezoneId: 'Asia/Bangkok',
    // Elements that fade in have too little contrast for axe until they are fully visible.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(findBrowser(process.env, { shell: true })),
  },
  projects: [
    // A test with a tag runs in the project of that name only: docs/tests.md says which tests have one.
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: viewports.desktop },
    },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: {
        ...devices['Desktop Chrome'],
        viewport: viewports.phone,
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
})
