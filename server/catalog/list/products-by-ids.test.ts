import { afterAll, expect, test } from 'vitest'
import type { Product } from '../../../contract/entities/product.ts'
import { aProduct } from '../../../testing/makers/rows.ts'
import { person, testShop } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'

const shop = await testShop()
afterAll(() => shop.close())
const visitor = person(shop)
const byIds = async (...ids: string[]): Promise<Product[]> =>
  (await visitor.get(`/api/product/by-ids?ids=${ids.join(',')}`)).json.products

test('returns each known product once, in the order of the ids, as other calls send it', async () => {
  const first = await aProduct(shop.db, { stock: 3 })
  const second = await aProduct(shop.db)
  const archived = await aProduct(shop.db, { archivedAt: new Date() })
  const shown = async (id: string) => (await visitor.get(`/api/product/get?id=${id}`)).json.product
  expect(await byIds(second.id.toUpperCase(), first.id, second.id, archived.id, newId(), 'x')).toEqual([
    await shown(second.id),
    await shown(first.id),
  ])
  const { gone } = (await visitor.get(`/api/product/by-ids?ids=${archived.id}`)).json
  expect(gone).toEqual([{ _id: archived.id, name: 'Potato', nameTh: 'มันฝรั่ง', Weight: '1 kg' }])
  expect(await byIds()).toEqual([])
})

test('a change of a product is shown at once', async () => {
  const { id } = await aProduct(shop.db, { stock: 3 })
  expect(await byIds(id)).toMatchObject([{ stock: 3 }])
  await shop.db.updateTable('product').set({ stock: 2 }).where('id', '=', id).execute()
  expect(await byIds(id)).toMatchObject([{ stock: 2 }])
})
