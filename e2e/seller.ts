import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { axeViolations } from './axe.ts'
import type { SellerTexts } from './seller-texts.ts'
import { press } from './shopper.ts'
import { otherSize } from './viewports.ts'

/*
 * Helpers for tests of the seller area: its login, its lists, axe, and names and pictures of products.
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
