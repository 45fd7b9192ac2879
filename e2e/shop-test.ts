import { type APIRequestContext, test as base, type Page } from '@playwright/test'
import { asBuyer, type Buyer, signedInSeller } from './seller.ts'
import type { Caller } from './shopper.ts'
import { type Words, words } from './words.ts'

type ShopFixtures = {
  /** The language that people read: unless a test says otherwise English on the desktop, Thai on the phone. */
  language: keyof typeof words | undefined
  /** The words of that language. */
  say: Words
  /** What the page complained about; a test that ends with anything in it has failed. */
  faults: string[]
  /** Opens a client without a browser, for what others do in the shop meanwhile. It has cookies of its own. */
  aClient: () => Promise<Caller>
  /** The demo's seller on a client. */
  seller: Caller
  /** Registers a shopper with an address in that family name, on a client. */
  aBuyer: (lastName: string) => Promise<Buyer>
}

/** A test of the shop: in the project's language, and with nothing wrong in the browser's console at its end. */
export const test = base.extend<ShopFixtures>({
  language: [undefined, { option: true }],
  say: async ({ context, baseURL, language }, use, { project }) => {
    const say = words[language ?? (project.name === 'phone' ? 'th' : 'en')]
    await context.addCookies([{ name: 'language', value: say.language, url: baseURL ?? '' }])
    await use(say)
  },
  faults: [
    async ({ context }, use) => {
      const faults: string[] = []
      context.on('page', (page) => listen(page, faults))
      await use(faults)
      base.expect(faults, 'errors in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
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

/** Scripts that throw, and everything that the console shows as an error: violations of the page's policy too. */
function listen(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()} (${message.location().url})`)
  })
}
