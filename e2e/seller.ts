import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { SellerProduct } from '../contract/entities/product.ts'
import type { OrderStatus } from '../contract/orders/order-status.ts'
import type { Role } from '../contract/staff/staff-roles.ts'
import { moveTo } from '../testing/orders.ts'
import { axeViolations } from './axe.ts'
import type { SellerTexts } from './seller-texts.ts'
import { type Caller, call, newestMail, press, savedAddress, signedInShopper } from './shopper.ts'
import { otherSize } from './viewports.ts'

/*
 * Helpers for tests of the seller area: its login, axe, and test data created by calls.
 */

/** Signs the demo's seller in with the login form; `here` if the page shows it already. */
export async function signIn(page: Page, texts: SellerTexts, { here = false } = {}): Promise<void> {
  const { email, password } = await demoSeller()
  if (!here) await page.goto('/seller')
  await page.getByRole('textbox', { name: texts.email }).fill(email)
  await page.getByRole('textbox', { name: texts.password }).fill(password)
  await press(page.getByRole('button', { name: texts.login, exact: true }))
  await expect(page.getByText(texts.greeting).filter({ visible: true })).toBeVisible()
  if (!here) await expect(page).toHaveURL('/seller')
}

/**
 * Ends the session just before the shop gets the page's next request to that path. Not before the press that sends it:
 * a page notices within seconds, at the latest when another test's order makes it read its list, and shows its login.
 */
export async function endSessionAt(page: Page, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      await page.request.get('/api/seller/logout')
      await route.continue()
    },
    { times: 1 },
  )
}

/** Returns the demo seller's login, which the shop generated at its first start. */
export async function demoSeller(): Promise<{ email: string; password: string }> {
  const { SELLER_EMAIL, SELLER_PASSWORD, E2E_STOCKED_DATA = '' } = process.env
  return {
    email: SELLER_EMAIL ?? 'seller@talad.example',
    password: SELLER_PASSWORD ?? (await readFile(join(E2E_STOCKED_DATA, 'demo-seller-password'), 'utf8')),
  }
}

/** Shows the filters of a list, which are collapsed on a phone. */
export async function showFilters(page: Page, texts: SellerTexts): Promise<void> {
  const button = page.getByRole('button', { name: texts.filters })
  if (await button.isVisible()) await press(button)
}

/** Returns a unique name for a product, without digits: the search may leave out a number that nothing has. */
export const aName = () =>
  `Loaf ${randomUUID()
    .slice(0, 8)
    .replace(/[0-9]/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`

/** Returns a picture of that width. */
export const bread = (width = 800) =>
  sharp({ create: { width, height: 600, channels: 3, background: '#c98b4a' } })
    .png()
    .toBuffer()

/** Expects no violations that axe finds and no horizontal scrolling at 320 px. */
export async function examine(page: Page): Promise<void> {
  const size = page.viewportSize()
  await settled(page)
  expect(await axeViolations(page)).toEqual([])
  await fitsNarrowest(page)
  if (size) await page.setViewportSize(size)
}

/** As `examine`, and axe also looks at the page in the other project's window: for a test that runs in one project. */
export async function examineBothSizes(page: Page): Promise<void> {
  const size = page.viewportSize()
  await examine(page)
  if (!size) return
  await page.setViewportSize(otherSize(size))
  await settled(page)
  expect(await axeViolations(page), 'in the other project’s window').toEqual([])
  await page.setViewportSize(size)
}

/** Waits until nothing moves. Lists are dimmed while they are loaded again. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
}

async function fitsNarrowest(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
}

// --- Test data, created by the shop's calls -----------------------------------------------------------------------

/** Signs the demo's seller in on a page or client, by call. */
export async function signedInSeller(caller: Caller): Promise<void> {
  await call(caller, '/api/seller/login', await demoSeller())
}

/** Signs the demo's seller in and opens a screen of the seller area. */
export async function openAsSeller(page: Page, path: string): Promise<void> {
  await signedInSeller(page)
  await page.goto(path)
}

/** The password of those who have joined. */
export const staffPassword = `a long password ${randomUUID()}`

/** Invites a person, who joins on the page, is signed in there, and is named as the email begins. */
export async function joined(page: Page, owner: Caller, role: Role): Promise<string> {
  const email = `nok-${randomUUID()}@seller.example`
  await call(owner, '/api/staff/invite', { email, role })
  const { text } = await newestMail(page, email, 1)
  const token = /#join=([\w-]+)/.exec(text)?.[1]
  const name = `Nok ${email.split('@', 1)[0]?.slice(-8)}`
  await call(page, '/api/staff/accept', { token, name, newPassword: staffPassword })
  return email
}

/** Adds a product; returns its id. */
export async function addByCall(
  { request }: Caller,
  name: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const productData = JSON.stringify({ name, description: [], category: 'Bakery', price: 3, offerPrice: 2.5, ...more })
  const reply = await request.post('/api/product/add', { multipart: { productData } })
  const { success, product } = await reply.json()
  expect(success).toBe(true)
  return product._id
}

/** Returns a product as its seller sees it. */
export async function sellerProduct({ request }: Caller, id: string): Promise<SellerProduct> {
  const { products } = await (await request.get('/api/product/seller', { params: { id } })).json()
  return products[0]
}

/** Returns the id of the order with that number. */
async function orderIdOf({ request }: Caller, number: number): Promise<string> {
  const { orders } = await (await request.get('/api/order/seller', { params: { q: `#${number}` } })).json()
  expect(orders).toMatchObject([{ number }])
  return orders[0]._id
}

/** Moves a new order, step by step, to a status; returns its id. */
export async function movedTo(seller: Caller, number: number, status: OrderStatus): Promise<string> {
  const id = await orderIdOf(seller, number)
  const post = async (url: string, data: object) => ({ json: await (await seller.request.post(url, { data })).json() })
  await moveTo({ post }, id, status)
  return id
}

export type Buyer = Caller & { buy: (product: string, quantity: number) => Promise<number> }

/** Registers a shopper with an address in that name on a client; `buy` places a cash order and returns its number. */
export async function asBuyer(caller: Caller, lastName: string): Promise<Buyer> {
  await signedInShopper(caller)
  await savedAddress(caller, { lastName, note: 'Side gate, ring twice' })
  const { addresses } = await (await caller.request.get('/api/address/get')).json()
  return {
    ...caller,
    async buy(product, quantity) {
      const data = { items: [{ product, quantity }], address: addresses[0]._id }
      const headers = { 'idempotency-key': randomUUID() }
      const placed = await (await caller.request.post('/api/order/cod', { data, headers })).json()
      expect(placed).toMatchObject({ success: true })
      return placed.orderNumber
    },
  }
}

/** Returns a unique family name. */
export const aLastName = () => `Rak${randomUUID().replaceAll(/[^a-z]/g, '')}`
