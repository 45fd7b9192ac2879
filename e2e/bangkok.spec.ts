import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/common/free-port.ts'
import { startShop } from '../testing/shop-process.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { textsByLanguage } from './texts.ts'

const texts = textsByLanguage.th

// A browser that asks for German gets the demo's own language.
test.use({ locale: 'de-DE' })

test('the Bangkok demo is in Thai by default, has prices in baht with VAT included, and makes no claims of other shops', {
  tag: '@desktop',
}, async ({ page }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'talad-bangkok-'))
  const shop = await startShop({ port: await freePort(), dataDir, settings: { DEMO: 'bangkok' } })
  try {
    await page.goto(shop.url)
    await expect(page.locator('html')).toHaveAttribute('lang', 'th')
    await expect(page.getByText('฿79.00').first()).toBeVisible()
    await expect(page.getByText('10,000')).toHaveCount(0)

    await press(page.getByRole('link', { name: 'มะม่วงน้ำดอกไม้', exact: true }))
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: 'มะม่วงน้ำดอกไม้' })).toBeVisible()
    await expect(main.getByText('฿99.00').first()).toHaveCSS('text-decoration-line', 'line-through')
    await expect(main.getByText('MRP')).toHaveCount(0)
    await press(main.getByRole('button', { name: texts.addToCart, exact: true }))

    // Fresh milk carries VAT, the mango doesn't.
    await page.goto(`${shop.url}/products/dairy`)
    await press(page.getByRole('button', { name: texts.add('นมสดพาสเจอร์ไรส์') }))
    await page.goto(`${shop.url}/cart`)
    await expect(main.getByText('฿168.00').first()).toBeVisible()
    await expect(main.getByText('฿5.82')).toBeVisible()
    await expect(main.getByText('$')).toHaveCount(0)
  } finally {
    await shop.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
})
