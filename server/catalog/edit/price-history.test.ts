import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { person } from '../../../testing/shop.ts'
import { sellerShop } from '../../../testing/shops/seller-shop.ts'
import { deleteOldPrices } from '../queries.ts'

const { shop, seller, added } = await sellerShop()
afterAll(() => shop.close())

/** The offer price and the price of a product, in whole units. */
type Prices = [offerPrice: number, price: number]

/** Adds a product that has had its price for some days. */
async function sold({ at, days = 0 }: { at: number; days?: number }): Promise<string> {
  const { _id: id } = await added({ price: at, offerPrice: at })
  await passDays(id, days)
  return id
}

/** Moves what is known about a product's prices into the past. */
async function passDays(id: string, days: number) {
  const by = sql`make_interval(hours => ${Math.round(days * 24)})`
  await sql`update price_history set asked_from = asked_from - ${by}, asked_until = asked_until - ${by}
            where product_id = ${id}`.execute(shop.db)
  await sql`update product set asked_since = asked_since - ${by}, struck_until = struck_until - ${by}
            where id = ${id}`.execute(shop.db)
}

async function setPrices(id: string, [offerPrice, price]: Prices) {
  const { products } = (await seller.get(`/api/product/seller?id=${id}`)).json
  const seen = { price: products[0].price, offerPrice: products[0].offerPrice }
  expect((await seller.post('/api/product/price', { id, price, offerPrice, seen })).json.success).toBe(true)
}

const shown = async (id: string) => (await person(shop).get(`/api/product/get?id=${id}`)).json.product

test('a price that was asked for may be struck through for 30 days', async () => {
  const id = await sold({ at: 50, days: 3 })
  expect(await shown(id)).not.toHaveProperty('struckUntil')
  await setPrices(id, [40, 50])
  const { struckUntil, price, offerPrice } = await shown(id)
  expect([price, offerPrice]).toEqual([50, 40])
  expect((Date.parse(struckUntil) - Date.now()) / 86_400_000).toBeCloseTo(30, 2)
  const listed = (await person(shop).get('/api/product/list')).json.products
  expect(listed.find((each) => each._id === id)).toMatchObject({ struckUntil })
})

test('a price that was never asked for may not', async () => {
  const id = await sold({ at: 50, days: 3 })
  await setPrices(id, [40, 60])
  expect(await shown(id)).not.toHaveProperty('struckUntil')
  await setPrices(id, [40, 50])
  expect(await shown(id)).toHaveProperty('struckUntil')
  await setPrices(id, [50, 50])
  expect(await shown(id)).not.toHaveProperty('struckUntil')
})

test('a price that was asked for less than a day may not', async () => {
  const id = await sold({ at: 40, days: 3 })
  await setPrices(id, [90, 90])
  await passDays(id, 0.9)
  await setPrices(id, [40, 90])
  expect(await shown(id)).not.toHaveProperty('struckUntil')
})

test('the 30 days end, though the offer goes on or is changed', async () => {
  const id = await sold({ at: 50, days: 3 })
  await setPrices(id, [40, 50])
  await passDays(id, 20)
  await setPrices(id, [35, 50])
  const { struckUntil } = await shown(id)
  expect((Date.parse(struckUntil) - Date.now()) / 86_400_000).toBeCloseTo(10, 2)
  await passDays(id, 11)
  await setPrices(id, [30, 50])
  expect(await shown(id)).not.toHaveProperty('struckUntil')
})

test('where struck prices have to be true, a reduced price is on offer only while the regular one is shown', async () => {
  const own = await sellerShop({ shop: { struckPrices: 'asked' } })
  try {
    const reduced = { price: 50, offerPrice: 40 }
    const [fresh, struck] = [(await own.added(reduced))._id, (await own.added(reduced))._id]
    await sql`update product set struck_until = now() + interval '9 days' where id = ${struck}`.execute(own.shop.db)
    const { json } = await person(own.shop).get('/api/product/list?onOffer=true&limit=100&counts=true')
    const ids = json.products.map(({ _id }) => _id)
    expect([fresh, struck].map((id) => ids.includes(id))).toEqual([false, true])
    expect(json.counts.onOffer).toBe(ids.length)
  } finally {
    await own.shop.close()
  }
  const fresh = (await added({ price: 50, offerPrice: 40 }))._id
  const { json } = await person(shop).get('/api/product/list?onOffer=true&limit=100&sort=newest')
  expect(json.products.map(({ _id }) => _id)).toContain(fresh)
})

test('the time in the archive doesn’t count as asked for', async () => {
  const id = await sold({ at: 50, days: 3 })
  const archive = (archived: boolean) => seller.post('/api/product/archive', { id, archived })
  await archive(true)
  await passDays(id, 31)
  await archive(false)
  await setPrices(id, [40, 50])
  expect(await shown(id)).not.toHaveProperty('struckUntil')
})

test('an edit of the form follows prices too, and orders don’t', async () => {
  const id = await sold({ at: 50, days: 3 })
  await sql`update product set stock = 3, name = 'Other' where id = ${id}`.execute(shop.db)
  const history = () => shop.db.selectFrom('priceHistory').select('cents').where('productId', '=', id).execute()
  expect(await history()).toEqual([])
  await sql`update product set offer_price_cents = 4000, name = 'Third' where id = ${id}`.execute(shop.db)
  expect(await history()).toEqual([{ cents: 5000 }])
  expect(await shown(id)).toHaveProperty('struckUntil')
})

test('tidying removes prices of more than 30 days ago, and those that are struck until within the hour', async () => {
  const [old, ending, going] = [
    await sold({ at: 50, days: 3 }),
    await sold({ at: 50, days: 3 }),
    await sold({ at: 50, days: 3 }),
  ]
  for (const [id, days] of [
    [old, 31],
    [ending, 30 - 1 / 24],
    [going, 29],
  ] as const) {
    await setPrices(id, [40, 50])
    await passDays(id, days)
  }
  await deleteOldPrices(shop.db)
  const left = await shop.db
    .selectFrom('priceHistory')
    .select('productId')
    .where('productId', 'in', [old, ending, going])
    .execute()
  expect(left.map(({ productId }) => productId).sort()).toEqual([ending, going].sort())
  const struck = await shop.db
    .selectFrom('product')
    .select('id')
    .where('struckUntil', 'is not', null)
    .where('id', 'in', [old, ending, going])
    .execute()
  expect(struck).toEqual([{ id: going }])
})
