import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import type { Texts } from './texts.ts'

export type Shopper = { name: string; email: string; password: string }

type Mail = { subject: string; text: string }

/** A page or an HTTP client, which makes calls with its own cookies. */
export type Caller = { request: APIRequestContext }

/** Returns the data of a shopper who has no account yet. */
export function aShopper(): Shopper {
  const id = randomUUID().slice(0, 13)
  return { name: 'Mali Rak', email: `mali-${id}@example.com`, password: `market-${id}` }
}

/** Presses an element: by mouse, or by tap in the project phone, where nothing is hovered. */
export function press(target: Locator): Promise<void> {
  return test.info().project.use.hasTouch ? target.tap() : target.click()
}

/**
 * Presses the button of a list that failed to load. Unlike `press`, this also passes if the list has loaded by itself
 * meanwhile, as orders of other tests make the seller's screens do.
 */
export async function pressAgain(button: Locator): Promise<void> {
  await button.evaluateAll((shown) => {
    for (const element of shown) (element as HTMLButtonElement).click()
  })
}

/** Fills in and submits the form of the register screen, which the page shows. */
export async function register(page: Page, texts: Texts, shopper: Shopper): Promise<void> {
  // Not the login dialog that led here, which may still be closing and has fields of the same names.
  const screen = page.getByRole('main')
  await expect(screen.getByRole('heading', { level: 1, name: texts.registerTitle })).toBeVisible()
  await screen.getByRole('textbox', { name: texts.name, exact: true }).fill(shopper.name)
  await screen.getByRole('textbox', { name: texts.email, exact: true }).fill(shopper.email)
  await screen.getByRole('textbox', { name: texts.password, exact: true }).fill(shopper.password)
  await press(screen.getByRole('button', { name: texts.register, exact: true }))
  await expect(page.getByRole('button', { name: texts.profileOf(shopper.name) })).toBeVisible()
}

/** Fills in and submits the login form, on its screen or in its dialog. */
export async function logIn(page: Page, texts: Texts, { email, password }: Shopper, region: 'main' | 'dialog') {
  const form = page.getByRole(region)
  await form.getByRole('textbox', { name: texts.email, exact: true }).fill(email)
  await form.getByRole('textbox', { name: texts.password, exact: true }).fill(password)
  await press(form.getByRole('button', { name: texts.login, exact: true }))
}

/** Chooses an entry of the profile menu. */
export async function chooseInProfile(page: Page, texts: Texts, shopper: Shopper, choice: string): Promise<void> {
  await press(page.getByRole('button', { name: texts.profileOf(shopper.name) }))
  await press(page.getByRole('menuitem', { name: choice, exact: true }))
}

/** Pastes a code into the six boxes. A complete code is sent at once. */
export async function pasteCode(page: Page, texts: Texts, code: string): Promise<void> {
  const first = page.getByRole('textbox', { name: texts.code })
  await first.focus()
  await first.evaluate((box, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, code)
}

/** Returns the newest code in a shopper's mailbox, once there are this many mails. */
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

/** Fills in and submits the address form, which the page shows. */
export async function saveAddress(page: Page, texts: Texts): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: texts.addressTitle })).toBeVisible()
  const typed = ['Mali', 'Rak', '12 Charoen Krung Road', 'Bang Rak', 'Bangkok', '10500', 'Thailand', '+66 81 234 5678']
  for (const [index, label] of texts.address.entries())
    await page
      .getByRole('main')
      .getByRole('textbox', { name: label, exact: true })
      .fill(typed[index] ?? '')
  await press(page.getByRole('button', { name: texts.saveAddress }))
  await expect(page.getByRole('heading', { level: 1, name: texts.cartTitle })).toBeVisible()
}
