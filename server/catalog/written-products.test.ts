import { afterAll, expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { testDatabase } from '../../testing/database.ts'
import { aProduct } from '../../testing/makers.ts'
import { newId } from '../common/ids.ts'
import { promotionReader } from '../promotions/current-promotions.ts'
import { productRecord } from './product-record.ts'
import * as queries from './queries.ts'
import { writtenProducts } from './written-products.ts'

const { db, close } = await testDatabase()
afterAll(close)
const promotions = promotionReader(db, { symbol: shop.currency.symbol, onChange: () => {} })

function aReader({ maxSize, read = promotions.read }: { maxSize?: number; read?: typeof promotions.read } = {}) {
  let generation = 0
  const written = writtenProducts({ db, promotions: { read }, generation: () => generation }, maxSize)
  const drop = () => {
    generation += 1
  }
  return { written, drop }
}
const stocks = (products: string[]) => products.map((json) => JSON.parse(json).stock)
const setStock = (id: string, stock: number) => db.updateTable('product').set({ stock }).where('id', '=', id).execute()

test('returns each known product once, as other calls send it', async () => {
  const { written } = aReader()
  const [first, second] = [await aProduct(db, { stock: 3 }), await aProduct(db)]
  const gone = await aProduct(db, { archivedAt: new Date() })
  const ids = [first.id, second.id.toUpperCase(), first.id, gone.id, newId()]
  const expected = (await queries.productsInOrder(db, [first.id, second.id])).map((row) =>
    JSON.stringify(productRecord(row)),
  )
  expect(await written(ids)).toEqual(expected)
  expect(await written(ids)).toEqual(expected)
  expect(await written([])).toEqual([])
})

test('keeps products until the catalogue changes', async () => {
  const { drop, written } = aReader()
  const [first, second] = [await aProduct(db, { stock: 3 }), await aProduct(db, { stock: 5 })]
  expect(stocks(await written([first.id]))).toEqual([3])
  await setStock(first.id, 2)
  await setStock(second.id, 4)
  expect(stocks(await written([first.id, second.id]))).toEqual([3, 4])
  drop()
  expect(stocks(await written([first.id, second.id]))).toEqual([2, 4])
})

test('doesn’t keep what was read while the catalogue changed', async () => {
  const reading = Promise.withResolvers<void>()
  const change = Promise.withResolvers<void>()
  const read = async () => {
    reading.resolve()
    await change.promise
    return promotions.read()
  }
  const { drop, written } = aReader({ read })
  const product = await aProduct(db, { stock: 3 })
  const early = written([product.id])
  await reading.promise
  drop()
  change.resolve()
  expect(stocks(await early)).toEqual([3])
  await setStock(product.id, 2)
  expect(stocks(await written([product.id]))).toEqual([2])
})

test('keeps no more than its size, and returns all the same', async () => {
  const { written } = aReader({ maxSize: 1 })
  const product = await aProduct(db, { stock: 3 })
  expect(stocks(await written([product.id]))).toEqual([3])
  await setStock(product.id, 2)
  expect(stocks(await written([product.id]))).toEqual([2])
})
