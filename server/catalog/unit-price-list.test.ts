import { afterAll, expect, test, vi } from 'vitest'
import { aProduct } from '../../testing/makers.ts'
import { testShop } from '../../testing/shop.ts'

const shop = await testShop()
afterAll(() => shop.close())

const list = async () => {
  const { products, total } = (await shop.app.inject('/api/product/list?sort=unit-price&limit=5')).json()
  return { first: products[0]?.name, total }
}

test('a product that was just added is in the list by unit price', async () => {
  await aProduct(shop.db, { name: 'Dear', offerPrice: 5000 })
  await shop.catalogueNotified()
  expect(await list()).toEqual({ first: 'Dear', total: 1 })
  await aProduct(shop.db, { name: 'Cheap', offerPrice: 100 })
  await shop.catalogueNotified()
  expect(await list()).toEqual({ first: 'Cheap', total: 2 })
})

test('of more than are indexed at once, each is there soon', async () => {
  for (let at = 0; at < 120; at += 1) await aProduct(shop.db, { name: `Rice ${at}`, offerPrice: 2000 })
  await aProduct(shop.db, { name: 'Cheapest', offerPrice: 50 })
  await shop.catalogueNotified()
  await vi.waitFor(async () => expect((await list()).first).toBe('Cheapest'), { timeout: 20_000 })
})
