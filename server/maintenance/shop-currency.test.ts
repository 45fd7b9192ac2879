import { afterEach, beforeEach, expect, test } from 'vitest'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { type TestShop, testShop, verified } from '../../testing/shop.ts'
import { otherCurrency, refuseOtherCurrency } from './shop-currency.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await testShop()
})
afterEach(() => shop.close())

const opened = (code: string) => refuseOtherCurrency(shop.db, { currency: { code, symbol: '' } }, '/srv/shop')

test('a shop without orders may change its currency, and one with orders only back to theirs', async () => {
  await aProduct(shop.db, {})
  await opened('USD')
  // Asked, it changes nothing.
  expect(await otherCurrency(shop.db, { currency: { code: 'EUR', symbol: '' } }, '')).toBeUndefined()
  await opened('THB')
  const shopper = await verified(shop)
  const product = await aProduct(shop.db, {})
  const items = [{ product: product.id, quantity: 1 }]
  const address = await anAddress(shop.db, shopper.user._id)
  expect((await shopper.post('/api/order/cod', { items, address })).json.success).toBe(true)
  await expect(opened('USD')).rejects.toThrow(/^This shop has orders in THB, and shop.config.ts says USD/)
  await expect(opened('USD')).rejects.toThrow('/srv/shop')
  await opened('THB')
  const said = (code: string) => otherCurrency(shop.db, { currency: { code, symbol: '' } }, '/srv/shop')
  expect([await said('THB'), await said('USD')]).toEqual([undefined, expect.stringContaining('orders in THB')])
})

test('a shop of an earlier version has the currency with which it is opened first', async () => {
  const shopper = await verified(shop)
  const product = await aProduct(shop.db, {})
  const items = [{ product: product.id, quantity: 1 }]
  await shopper.post('/api/order/cod', { items, address: await anAddress(shop.db, shopper.user._id) })
  await opened('THB')
  await expect(opened('USD')).rejects.toThrow('orders in THB')
})
