import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { freePort } from '../server/common/free-port.ts'
import { type ShopServer, startShop } from '../testing/shop-process.ts'
import { test as base } from './shop-test.ts'
import { call } from './test-data.ts'

const password = 'market-in-bangkok-1'

type PageFixtures = {
  /** Opens a page of a person of their own. */
  newPage: () => Promise<Page>
  /** Opens a page on which a member of the staff is signed in: `owner` or `manager`. */
  staffPage: (name: string) => Promise<Page>
  /** A page on which the shop's owner is signed in. */
  owner: Page
}

/**
 * Opens one shop with the Bangkok demo for all tests of a file, which run one after the other: it takes seconds to
 * open. Returns the `test` of that file.
 */
export function bangkokTest() {
  const test = base.extend<PageFixtures, { bangkok: ShopServer }>({
    bangkok: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
      async ({}, use) => {
        const dataDir = await mkdtemp(join(tmpdir(), 'talad-bangkok-'))
        const settings = { DEMO: 'bangkok', SELLER_EMAIL: 'owner@talad.example', SELLER_PASSWORD: password }
        const shop = await startShop({ port: await freePort(), dataDir, settings })
        await use(shop)
        await shop.end('SIGTERM')
        await rm(dataDir, { recursive: true, force: true })
      },
      { scope: 'worker' },
    ],
    baseURL: ({ bangkok }, use) => use(bangkok.url),
    newPage: async ({ browser }, use) => {
      const contexts: BrowserContext[] = []
      await use(async () => {
        const context = await browser.newContext({ reducedMotion: 'reduce' })
        contexts.push(context)
        return context.newPage()
      })
      for (const context of contexts) await context.close()
    },
    staffPage: ({ newPage }, use) =>
      use(async (name) => {
        const page = await newPage()
        await call(page, '/api/seller/login', { email: `${name}@talad.example`, password })
        return page
      }),
    owner: async ({ staffPage }, use) => use(await staffPage('owner')),
  })
  // A browser that asks for German gets the demo's own language.
  test.use({ locale: 'de-DE' })
  test.describe.configure({ mode: 'serial' })
  return test
}
