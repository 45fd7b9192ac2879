import { type APIRequestContext, test as base, type Page } from '@playwright/test'
import { type SellerTexts, sellerTexts } from './seller-texts.ts'
import type { Caller } from './shopper.ts'
import { asBuyer, type Buyer, signedInSeller } from './test-data.ts'
import { type Texts, textsByLanguage } from './texts.ts'

type ExpectedErrors = { pattern: RegExp; count?: number }

type ShopFixtures = {
  /** The texts of the page's language: English in the project desktop, and Thai in phone. */
  texts: Texts
  /** The texts of the seller's area in that language. */
  sellerTexts: SellerTexts
  /** The errors that a test expects in the browser's console. It fails at its end if there are others. */
  consoleErrors: ExpectedErrors[]
  /**
   * Expects matching errors in the browser's console by the end of the test: at least one, or exactly `count`. The
   * browser reports them a moment after what they are about.
   */
  expectConsoleErrors: (pattern: RegExp, count?: number) => void
  /** Opens an HTTP client with its own cookies, for what other users do during a test. */
  aClient: () => Promise<Caller>
  /** An HTTP client that is signed in as the demo's seller. */
  seller: Caller
  /** Registers a shopper with an address in that family name, on an HTTP client. */
  aBuyer: (lastName: string) => Promise<Buyer>
}

/** A test of the shop in the project's language. It fails if errors in the browser's console were not expected. */
export const test = base.extend<ShopFixtures>({
  texts: async ({ context, baseURL }, use, { project }) => {
    const texts = textsByLanguage[project.name === 'phone' ? 'th' : 'en']
    await context.addCookies([{ name: 'language', value: texts.language, url: baseURL ?? '' }])
    await use(texts)
  },
  sellerTexts: ({ texts }, use) => use(sellerTexts(texts.language)),
  consoleErrors: [
    async ({ context }, use) => {
      const errors: string[] = []
      const expected: ExpectedErrors[] = []
      context.on('page', (page) => listen(page, errors))
      await use(expected)
      for (const { pattern, count } of expected) {
        const found = base.expect.poll(() => errors.filter((error) => pattern.test(error)).length, {
          message: `errors in the browser’s console like ${pattern}`,
        })
        await (count === undefined ? found.toBeGreaterThan(0) : found.toBe(count))
      }
      const others = errors.filter((error) => !expected.some(({ pattern }) => pattern.test(error)))
      base.expect(others, 'errors in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
  expectConsoleErrors: ({ consoleErrors }, use) =>
    use((pattern, count) => void consoleErrors.push(count === undefined ? { pattern } : { pattern, count })),
  aClient: async ({ playwright, baseURL }, use) => {
    const opened: APIRequestContext[] = []
    await use(async () => {
      const request = await playwright.request.newContext(baseURL ? { baseURL } : {})
      opened.push(request)
      return { request }
    })
    for (const request of opened) await request.dispose()
  },
  seller: async ({ aClient }, use) => {
    const seller = await aClient()
    await signedInSeller(seller)
    await use(seller)
  },
  aBuyer: ({ aClient }, use) => use(async (lastName) => asBuyer(await aClient(), lastName)),
})

export const { expect } = base

/** Collects uncaught exceptions and the console's errors, among them violations of the Content-Security-Policy. */
function listen(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()} (${message.location().url})`)
  })
}
