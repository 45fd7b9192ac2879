import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productForm } from '../../testing/makers/product-form.ts'
import { type Person, seller, type TestShop, testShop } from '../../testing/shop.ts'

let shop: TestShop
let owner: Person
const lines: string[] = []

beforeAll(async () => {
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).split('\n').filter(Boolean))
      done()
    },
  })
  shop = await testShop({ log })
  owner = await seller(shop)
})
afterAll(() => shop.close())

test('logs each change of a product with its seller, the product and the new values', async () => {
  const { id: sellerId } = await shop.db.selectFrom('seller').select('id').executeTakeFirstOrThrow()
  const potato = { name: 'Potato', description: ['Fresh'], category: 'Vegetables', price: 30, offerPrice: 25 }
  const added = await productForm(potato, [])
  const { product } = (await owner.post('/api/product/add', added.body, added.headers)).json
  const { _id: id, updatedAt: seenAt } = product
  const edited = await productForm({ ...potato, name: 'New potato', id, seenAt, image: [] }, [])
  expect((await owner.post('/api/product/edit', edited.body, edited.headers)).json.success).toBe(true)
  await owner.post('/api/product/price', { id, price: 32, offerPrice: 28, seen: { price: 30, offerPrice: 25 } })
  await owner.post('/api/product/count', { id, stock: 8, seen: null })
  await owner.post('/api/product/stock', { id, inStock: false })
  await owner.post('/api/product/archive', { id, archived: true })
  // Refused: nothing was changed.
  await owner.post('/api/product/count', { id, stock: 9, seen: 1 })

  const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.product === id)
  expect(logged.map(({ seller, msg }) => [seller, msg])).toEqual([
    [sellerId, 'added a product'],
    [sellerId, 'edited a product'],
    [sellerId, 'priced a product'],
    [sellerId, 'counted a product'],
    [sellerId, 'switched a product'],
    [sellerId, 'archived a product'],
  ])
  expect(logged[1]).toMatchObject({ name: 'New potato', price: 30, offerPrice: 25, pictures: 0 })
  expect(logged[2]).toMatchObject({ price: 32, offerPrice: 28, before: { price: 30, offerPrice: 25 } })
  expect(logged[3]).toMatchObject({ stock: 8, before: null })
  expect(logged[4]).toMatchObject({ inStock: false })
})
