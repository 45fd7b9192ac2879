import { type APIRequestContext, test as base, type Page } from '@playwright/test'
import { asBuyer, type Buyer, signedInSeller } from './seller.ts'
import type { Caller } from './shopper.ts'
import { type Words, words } from './words.ts'

type ShopFixtures = {
  /** The language that people read: unless a test says otherwise English on the desktop, Thai on the phone. */
  language: keyof typeof words | undefined
  /** The words of that language. */
  say: Words
  /** Errors in the browser's console; a test fails that ends with any. */
  consoleErrors: string[]
  /** Removes the errors that match from the console's; throws if there are none, or not as many as `count`. */
  expectConsoleErrors: (pattern: RegExp, count?: number) => void
  /** Opens a client without a browser, for what others do in the shop meanwhile. It has cookies of its own. */
  aClient: () => Promise<Caller>
  /** The demo's seller on a client. */
  seller: Caller
  /** Registers a shopper with an address in that family name, on a client. */
  aBuyer: (lastName: string) => Promise<Buyer>
}

/** A test of the shop in the project's language. It fails if errors in the browser's console were not expected. */
export const test = base.extend<ShopFixtures>({
  language: [undefined, { option: true }],
  say: async ({ context, baseURL, language }, use, { project }) => {
    const say = words[language ?? (project.name === 'phone' ? 'th' : 'en')]
    await context.addCookies([{ name: 'language', value: say.language, url: baseURL ?? '' }])
    await use(say)
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
