import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { SellerProduct } from '../contract/entities/product.ts'
import type { OrderStatus } from '../contract/orders/order-status.ts'
import type { Role } from '../contract/staff/staff-roles.ts'
import { maliAddress } from '../testing/makers/mali-address.ts'
import { stepTo } from '../testing/makers/orders.ts'
import { demoSeller } from './seller.ts'
import { aShopper, type Caller, codeFromMailbox, newestMail, type Shopper } from './shopper.ts'
import { textsByLanguage } from './texts.ts'

/*
 * Test data, created by the shop's calls.
 */

/** Registers a shopper and signs in on a page or client; verifies the email address by default. */
export async function signedInShopper(caller: Caller, { verified = true } = {}): Promise<Shopper> {
  const shopper = aShopper()
  await call(caller, '/api/user/register', shopper)
  if (!verified) return shopper
  await call(caller, '/api/user/send-verify-otp', {})
  await call(caller, '/api/user/verify-account', { otp: await codeFromMailbox(caller, shopper) })
  return shopper
}

/** Saves an address of the signed-in shopper. */
export async function savedAddress(caller: Caller, more: { lastName?: string; note?: string } = {}): Promise<void> {
  await call(caller, '/api/address/add', { address: { ...maliAddress, ...more } })
}

/** Puts one broccoli into the cart of the signed-in shopper: $2.20, and $2.24 with 2% tax. */
export async function broccoliInCart(caller: Caller): Promise<void> {
  const reply = await caller.request.get('/api/product/list', { params: { q: textsByLanguage.en.broccoli } })
  const { products } = (await reply.json()) as { products: { _id: string; name: string }[] }
  const broccoli = products.find(({ name }) => name === textsByLanguage.en.broccoli)
  await call(caller, '/api/cart/update', { cartItems: { [broccoli?._id ?? '']: 1 } })
}

/** Makes a call and expects success. */
export async function call({ request }: Caller, path: string, data: object): Promise<void> {
  const reply = await request.post(path, { data })
  expect(await reply.json(), path).toMatchObject({ success: true })
}

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
  await stepTo({ post }, id, status)
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
