import { randomUUID } from 'node:crypto'
import { aName, examineBothSizes } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { logIn, press } from './shopper.ts'
import { addByCall, aLastName, call, movedTo, savedAddress, signedInSeller, signedInShopper } from './test-data.ts'

test('products of one name are told apart by their size where money is decided', { tag: '@desktop' }, async ({
  page,
  aClient,
  texts,
}) => {
  await signedInSeller(page)
  const name = aName()
  const small = await addByCall(page, name, { price: 20, offerPrice: 20, Weight: '1 kg' })
  const large = await addByCall(page, name, { price: 95, offerPrice: 95, Weight: '5 kg' })
  const lastName = aLastName()
  const client = await aClient()
  const shopper = await signedInShopper(client)
  await savedAddress(client, { lastName })
  const { addresses } = await (await client.request.get('/api/address/get')).json()
  const items = [small, large].map((product) => ({ product, quantity: 2 }))
  const data = { items, address: addresses[0]._id }
  const placed = await client.request.post('/api/order/cod', { data, headers: { 'idempotency-key': randomUUID() } })
  const { orderNumber: number } = await placed.json()
  const id = await movedTo(page, number, 'Confirmed')

  await test.step('in the dialog that takes off the price, by pieces and by weight', async () => {
    await page.goto(`/seller/orders?q=${lastName}`)
    await press(page.getByRole('button', { name: `Totals and steps, order ${number}` }))
    await press(page.getByRole('button', { name: `Take off the price, order ${number}` }))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('listitem')).toHaveText([
      new RegExp(`^${name} 1 kg2 ordered · \\$20\\.00 each`),
      new RegExp(`^${name} 5 kg2 ordered · \\$95\\.00 each`),
    ])
    await expect(dialog.getByRole('group', { name: `${name} (5 kg): 0 to take off` })).toBeVisible()
    await examineBothSizes(page)
    await press(dialog.getByRole('radio', { name: 'Weight' }))
    const missing = dialog.getByRole('textbox', { name: `Missing from ${name} (5 kg)` })
    await expect(missing).toHaveAccessibleDescription('At most 10000 g · $95.00 each')
    await examineBothSizes(page)
  })

  await test.step('in a promotion, its suggestions and the list', async () => {
    const promotion = { id: randomUUID(), name, enabled: false, firstOrder: false }
    const terms = { kind: 'percent', basisPoints: 500, products: [small, large] }
    await call(page, '/api/promotion/save', { ...promotion, terms, seen: 0 })
    await page.goto('/seller/promotions')
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(`${name} (1 kg), ${name} (5 kg)`)
    await press(page.getByRole('button', { name: `Change ${name}` }))
    const chosen = page.getByRole('group', { name: 'Products' })
    await expect(chosen.getByRole('listitem')).toHaveText([`${name} 1 kg`, `${name} 5 kg`])
    await press(chosen.getByRole('button', { name: `Remove ${name} (5 kg)` }))
    await chosen.getByRole('searchbox').fill(name)
    await expect(chosen.getByRole('button', { name: `${name} 5 kg $95.00` })).toBeVisible()
    await examineBothSizes(page)
  })

  await test.step('in My orders, and in what was picked before signing in', async () => {
    const lines = [{ product: small, quantity: 1 }]
    await call(page, '/api/order/refund', { id, lines, reason: 'missing', seen: { reduction: 0 } })
    await call(client, '/api/cart/update', { cartItems: { [small]: 1 } })
    await page.request.get('/api/seller/logout')
    await page.goto(`/products/bakery/${large}`)
    await press(page.getByRole('main').getByRole('button', { name: texts.addToCart, exact: true }))
    await press(page.getByRole('banner').getByRole('link', { name: texts.login }))
    await logIn(page, texts, shopper, 'dialog')
    await expect(page.getByRole('button', { name: texts.profileOf(shopper.name) })).toBeVisible()
    await page.goto('/cart')
    const picked = page.getByRole('region', { name: texts.pickedBefore(1) })
    await expect(picked.getByRole('listitem')).toContainText(`${name} 5 kg1 × $95.00`)
    await page.goto('/my-orders')
    const order = page.getByRole('article')
    await expect(order).toContainText(`${name} 1 kg2 × $20.00`)
    await expect(order).toContainText(`${name} 5 kg2 × $95.00`)
    await expect(order).toContainText(`1 × ${name} (1 kg), `)
  })
})
