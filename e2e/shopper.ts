import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { type Words, words } from './words.ts'

export type Shopper = { name: string; email: string; password: string }

type Mail = { subject: string; text: string }

/** What makes calls to the shop with cookies of its own: a page, or a client without a browser. */
export type Caller = { request: APIRequestContext }

/** A person without an account. */
export function aShopper(): Shopper {
  const id = randomUUID().slice(0, 13)
  return { name: 'Mali Rak', email: `mali-${id}@example.com`, password: `market-${id}` }
}

/** Presses something as the project's people do: with a mouse, or on the phone with a finger, which rests on nothing. */
export function press(target: Locator): Promise<void> {
  return test.info().project.use.hasTouch ? target.tap() : target.click()
}

/** Fills in and sends the form of the register screen, on which the page is. */
export async function register(page: Page, say: Words, shopper: Shopper): Promise<void> {
  // Its screen alone: a login window that led here may still be fading out, with fields of the same names.
  const screen = page.getByRole('main')
  await expect(screen.getByRole('heading', { level: 1, name: say.registerTitle })).toBeVisible()
  await screen.getByRole('textbox', { name: say.name, exact: true }).fill(shopper.name)
  await screen.getByRole('textbox', { name: say.email, exact: true }).fill(shopper.email)
  await screen.getByRole('textbox', { name: say.password, exact: true }).fill(shopper.password)
  await press(screen.getByRole('button', { name: say.register, exact: true }))
  await expect(page.getByRole('button', { name: say.profileOf(shopper.name) })).toBeVisible()
}

/** Fills in and sends the login form, on its screen or in its window. */
export async function logIn(page: Page, say: Words, { email, password }: Shopper, place: 'main' | 'dialog') {
  const form = page.getByRole(place)
  await form.getByRole('textbox', { name: say.email, exact: true }).fill(email)
  await form.getByRole('textbox', { name: say.password, exact: true }).fill(password)
  await press(form.getByRole('button', { name: say.login, exact: true }))
}

/** Opens the profile menu and chooses from it. */
export async function chooseInProfile(page: Page, say: Words, shopper: Shopper, choice: string): Promise<void> {
  await press(page.getByRole('button', { name: say.profileOf(shopper.name) }))
  await press(page.getByRole('menuitem', { name: choice, exact: true }))
}

/** Pastes a code into the six boxes, as people do who come from their mailbox. The sixth digit sends it off. */
export async function pasteCode(page: Page, say: Words, code: string): Promise<void> {
  const first = page.getByRole('textbox', { name: say.code })
  await first.focus()
  await first.evaluate((box, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, code)
}

/** The newest code in the mailbox of a shopper, once there are this many mails to them. */
export async function codeFromMailbox(caller: Caller, { email }: Shopper, mails = 1): Promise<string> {
  const newest = await newestMail(caller, email, mails)
  const code = /\b\d{6}\b/.exec(newest.text)?.[0]
  if (!code) throw new Error(`There is no code in this mail:\n${newest.text}`)
  return code
}

/** Returns the newest mail to an address, once there are this many. */
export async function newestMail({ request }: Caller, email: string, mails: number): Promise<Mail> {
  let newest: Mail | undefined
  await expect(async () => {
    const reply = await request.get('/dev/mailbox', { params: { to: email, format: 'json' } })
    const found = (await reply.json()) as Mail[]
    expect(found).toHaveLength(mails)
    newest = found[0]
  }).toPass({ intervals: [100], timeout: 30_000 })
  return newest as Mail
}

/** Fills in and sends the address form, on which the page is. */
export async function saveAddress(page: Page, say: Words): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: say.addressTitle })).toBeVisible()
  const typed = ['Mali', 'Rak', '12 Charoen Krung Road', 'Bang Rak', 'Bangkok', '10500', 'Thailand', '+66 81 234 5678']
  for (const [at, label] of say.address.entries())
    await page
      .getByRole('main')
      .getByRole('textbox', { name: label, exact: true })
      .fill(typed[at] ?? '')
  await press(page.getByRole('button', { name: say.saveAddress }))
  await expect(page.getByRole('heading', { level: 1, name: say.cartTitle })).toBeVisible()
}

// --- For tests about something else: what the screens do, by the shop's calls --------------------------------------

/** Registers a shopper, signed in on the page or client, and verifies the e-mail address unless told otherwise. */
export async function signedInShopper(caller: Caller, { verified = true } = {}): Promise<Shopper> {
  const shopper = aShopper()
  await call(caller, '/api/user/register', shopper)
  if (!verified) return shopper
  await call(caller, '/api/user/send-verify-otp', {})
  await call(caller, '/api/user/verify-account', { otp: await codeFromMailbox(caller, shopper) })
  return shopper
}

/** Saves an address of the shopper who is signed in. */
export async function savedAddress(caller: Caller, more: { lastName?: string; note?: string } = {}): Promise<void> {
  const address = {
    firstName: 'Mali',
    lastName: 'Rak',
    street: '12 Charoen Krung Road',
    city: 'Bang Rak',
    state: 'Bangkok',
    zipcode: '10500',
    country: 'Thailand',
    phone: '+66 81 234 5678',
    ...more,
  }
  await call(caller, '/api/address/add', { address })
}

/** Puts one broccoli into the cart of the shopper who is signed in: $2.20, and $2.24 with 2% tax. */
export async function broccoliInCart(caller: Caller): Promise<void> {
  const reply = await caller.request.get('/api/product/list', { params: { q: words.en.broccoli } })
  const { products } = (await reply.json()) as { products: { _id: string; name: string }[] }
  const broccoli = products.find(({ name }) => name === words.en.broccoli)
  await call(caller, '/api/cart/update', { cartItems: { [broccoli?._id ?? '']: 1 } })
}

/** Makes a call that the shop must take. */
export async function call({ request }: Caller, path: string, data: object): Promise<void> {
  const reply = await request.post(path, { data })
  expect(await reply.json(), path).toMatchObject({ success: true })
}
