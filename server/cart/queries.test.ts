import { afterAll, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { testDatabase } from '../platform/testing.ts'
import { aProduct, aShopper } from '../platform/testing-makers.ts'
import { findCart, replaceCart } from './queries.ts'

const { db, close } = await testDatabase()
afterAll(close)

test('a shopper without a saved cart has an empty one', async () => {
  expect(await findCart(db, (await aShopper(db)).id)).toEqual({})
})

test('saving replaces the whole cart, less what the catalogue does not have', async () => {
  const shopper = await aShopper(db)
  const [potato, mango] = [await aProduct(db), await aProduct(db)]
  const archived = await aProduct(db, { archivedAt: new Date() })
  await replaceCart(db, shopper.id, { [potato.id]: 2, [mango.id]: 1 }, 1000)
  await replaceCart(db, shopper.id, { [mango.id]: 3, [archived.id]: 1, [newId()]: 4 }, 2000)
  expect(await findCart(db, shopper.id)).toEqual({ [mango.id]: 3 })
  await replaceCart(db, shopper.id, {}, 3000)
  expect(await findCart(db, shopper.id)).toEqual({})
})

test('a product that was archived since is left out, and is there again when it comes back', async () => {
  const shopper = await aShopper(db)
  const [potato, mango] = [await aProduct(db), await aProduct(db)]
  await replaceCart(db, shopper.id, { [potato.id]: 2, [mango.id]: 1 }, 1000)
  const archive = (archivedAt: Date | null) =>
    db.updateTable('product').set({ archivedAt }).where('id', '=', mango.id).execute()
  await archive(new Date())
  expect(await findCart(db, shopper.id)).toEqual({ [potato.id]: 2 })
  await archive(null)
  expect(await findCart(db, shopper.id)).toEqual({ [potato.id]: 2, [mango.id]: 1 })
})

test('of two calls the one that came later is kept, in whatever order they are stored', async () => {
  const shopper = await aShopper(db)
  const potato = await aProduct(db)
  const now = Date.now() * 1000
  await replaceCart(db, shopper.id, { [potato.id]: 2 }, now + 1)
  await replaceCart(db, shopper.id, { [potato.id]: 1 }, now)
  expect(await findCart(db, shopper.id)).toEqual({ [potato.id]: 2 })
})
