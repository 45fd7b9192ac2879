import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

test('a first visitor sees products, and axe finds nothing on the page', async ({ page }) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/products')
  await expect(page.getByRole('link', { name: 'Broccoli' })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  expect(faults).toEqual([])
})
