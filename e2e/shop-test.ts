import { type APIRequestContext, test as base, type Page } from '@playwright/test'
import { asBuyer, type Buyer, signedInSeller } from './seller.ts'
import type { Caller } from './shopper.ts'
import { type Texts, textsByLanguage } from './texts.ts'

type ShopFixtures = {
  /** The page's language: English in the project desktop and Thai in phone, unless a test sets it. */
  language: keyof typeof textsByLanguage | undefined
  /** The texts of that language. */
  texts: Texts
  /** Errors in the browser's console. A test fails if any are left at its end. */
  consoleErrors: string[]
  /** Removes matching errors from `consoleErrors`; throws if there are none, or not exactly `count`. */
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
  language: [undefined, { option: true }],
  texts: async ({ context, baseURL, language }, use, { project }) => {
    const texts = textsByLanguage[language ?? (project.name === 'phone' ? 'th' : 'en')]
    await context.addCookies([{ name: 'language', value: texts.language, url: baseURL ?? '' }])
    await use(texts)
  },
  consoleErrors: [
    async ({ context }, use) => {
      const errors: string[] = []
      context.on('page', (page) => listen(page, errors))
      await use(errors)
      base.expect(errors, 'errors in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
  expectConsoleErrors: ({ consoleErrors }, use) =>
    use((pattern, count) => {
      const expected = consoleErrors.filter((error) => pattern.test(error))
      const others = consoleErrors.filter((error) => !pattern.test(error))
      if (count === undefined) base.expect(consoleErrors).toContainEqual(base.expect.stringMatching(pattern))
      else base.expect(expected, `errors in the browser’s console like ${pattern}`).toHaveLength(count)
      consoleErrors.splice(0, consoleErrors.length, ...others)
    }),
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
