import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { freePort } from '../server/common/free-port.ts'
import { type ShopServer, startShop } from '../testing/shop-process.ts'
import { test } from './shop-test.ts'

/** The account of the shop's owner. */
export const owner = { email: 'owner@talad.example', password: 'market-in-bangkok-1' }

type BangkokShop = {
  readonly url: string
  /** Opens a page of a person of their own. */
  newPage: (browser: Browser) => Promise<Page>
}

/**
 * Opens one shop with the Bangkok demo for all tests of a file, which run one after the other: it takes seconds to
 * open. Its address is known when the tests run.
 */
export function bangkokShop(): BangkokShop {
  let shop: ShopServer
  let dataDir: string
  // A browser that asks for German gets the demo's own language.
  test.use({ locale: 'de-DE' })
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'talad-bangkok-'))
    const settings = { DEMO: 'bangkok', SELLER_EMAIL: owner.email, SELLER_PASSWORD: owner.password }
    shop = await startShop({ port: await freePort(), dataDir, settings })
  })
  test.afterAll(async () => {
    await shop?.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    get url() {
      return shop.url
    },
    async newPage(browser) {
      return (await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' })).newPage()
    },
  }
}
