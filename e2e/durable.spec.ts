import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/common/free-port.ts'
import { startShop } from '../testing/shop-process.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { savedAddress, signedInShopper } from './test-data.ts'

test('an order survives if the server is killed right after it was placed', { tag: '@desktop' }, async ({
  browser,
  texts,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'talad-durable-'))
  await cp(process.env.E2E_STOCKED_DATA ?? '', dataDir, { recursive: true })
  const port = await freePort()
  let shop = await startShop({ port, dataDir })
  const context = await browser.newContext({ baseURL: shop.url })
  try {
    const page = await context.newPage()
    await signedInShopper(page)
    await savedAddress(page)
    await page.goto('/products/vegetables')
    await press(page.getByRole('button', { name: texts.add(texts.broccoli) }))
    await press(page.getByRole('link', { name: texts.cartWith(1) }))
    const place = page.getByRole('button', { name: texts.placeOrder })
    await expect(place).toContainText('$2.24')
    await press(place)
    await expect(page).toHaveURL('/my-orders')
    await shop.end('SIGKILL')

    shop = await startShop({ port, dataDir })
    await page.goto('/my-orders')
    const order = page.getByRole('article')
    await expect(order).toHaveCount(1)
    await expect(order).toContainText(texts.broccoli)
    await expect(order.getByText('$2.24', { exact: true })).toBeVisible()
  } finally {
    await context.close()
    await shop.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
})
