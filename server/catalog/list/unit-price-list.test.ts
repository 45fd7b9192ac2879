import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { aProduct } from '../../../testing/makers/rows.ts'
import { testShop } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { indexPending } from '../../search/index/index-products.ts'
import { idsOfPage } from '../list-queries.ts'
import { setArchived } from '../queries.ts'

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
  for (let index = 0; index < 120; index += 1) await aProduct(shop.db, { name: `Rice ${index}`, offerPrice: 2000 })
  await aProduct(shop.db, { name: 'Cheapest', offerPrice: 50 })
  await shop.catalogueNotified()
  await vi.waitFor(async () => expect((await list()).first).toBe('Cheapest'), eventually)
})

test('a category is listed by unit price, page by page, from the index alone', async () => {
  const category = `Dried | Goods ${newId()}`
  for (const offerPrice of [700, 300, 500])
    await aProduct(shop.db, { name: `Bean ${offerPrice}`, category, offerPrice })
  const { id } = await aProduct(shop.db, { name: 'Bean 100', category, offerPrice: 100 })
  await setArchived(shop.db, id, true)
  await aProduct(shop.db, { name: 'Other', category: category.replaceAll(' ', '_'), offerPrice: 200 })
  await indexPending(shop.db)
  const page = { sort: 'unit-price', limit: 2 } as const
  const product = shop.db.selectFrom('product').select(['id', 'name', 'offerPriceCents as priceCents'])
  const pageAfter = async (after?: { id: string; priceCents: number }) => {
    const ids = await idsOfPage(shop.db, { category }, { ...page, after }).execute()
    return Promise.all(ids.map((row) => product.where('id', '=', row.id).executeTakeFirstOrThrow()))
  }
  const first = await pageAfter()
  const all = [...first, ...(await pageAfter(first[1]))]
  expect(all.map(({ name }) => name)).toEqual(['Bean 300', 'Bean 500', 'Bean 700'])
  const plan = await shop.db.transaction().execute(async (tx) => {
    // Of so few products the planner would sort all.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    return JSON.stringify(await idsOfPage(tx, { category }, page).explain('json'))
  })
  expect(plan).toMatch(/Index Only Scan[^{}]*_unit_price_/)
})

test('the products behind the index are read one by one, also for what is sold out', async () => {
  const plan = await shop.db.transaction().execute(async (tx) => {
    // Among many products the planner would join all.
    await sql`set local enable_nestloop = off`.execute(tx)
    const filter = { category: 'Fruits', sellable: false }
    return JSON.stringify(await idsOfPage(tx, filter, { sort: 'unit-price', limit: 60 }).explain('json'))
  })
  expect(plan).not.toMatch(/Hash Join|Merge Join/)
})

test('within limits of the price, products of every kind of size are in one order, page by page', async () => {
  const category = `Sizes ${newId()}`
  const made = new Map<string, number>()
  for (const [weight, unit] of [
    ['500 g', 2],
    ['2 kg', 0.5],
    ['330 ml', 1000 / 330],
    ['6 pcs', 1e9],
    ['a few', 1e12],
    [null, 1e12],
  ] as const)
    for (const offerPrice of [100, 199, 200, 350, 400, 401]) {
      const { id } = await aProduct(shop.db, { name: `Size ${weight}`, category, offerPrice })
      await shop.db.updateTable('product').set({ weight }).where('id', '=', id).execute()
      made.set(id, offerPrice * unit * (unit === 1e9 ? 1 / 6 : 1))
      // Archived ones are never listed.
      if (offerPrice === 350 && weight === null) await setArchived(shop.db, id, true).then(() => made.delete(id))
    }
  await indexPending(shop.db)
  const priceOf = new Map(
    (await shop.db.selectFrom('product').select(['id', 'offerPriceCents']).execute()).map((row) => [
      row.id,
      row.offerPriceCents,
    ]),
  )
  for (const limits of [{ minPrice: 200, maxPrice: 400 }, { minPrice: 200 }, { maxPrice: 200 }]) {
    const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = limits
    const isWithin = (id: string) => (priceOf.get(id) ?? 0) >= minPrice && (priceOf.get(id) ?? 0) <= maxPrice
    const expected = [...made]
      .filter(([id]) => isWithin(id))
      .sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1))
    const pages = async (filter: object) => {
      const found: string[] = []
      for (;;) {
        const last = found.at(-1)
        const after = last === undefined ? undefined : { id: last, priceCents: priceOf.get(last) ?? 0 }
        const page = await idsOfPage(shop.db, filter, { sort: 'unit-price', limit: 4, after }).execute()
        if (page.length === 0) return found
        found.push(...page.map(({ id }) => id))
      }
    }
    expect(await pages({ ...limits, category })).toEqual(expected.map(([id]) => id))
    // In the whole shop the same ones are among others.
    expect((await pages(limits)).filter((id) => made.has(id))).toEqual(expected.map(([id]) => id))
  }
  expect(
    await idsOfPage(shop.db, { minPrice: 900, maxPrice: 800 }, { sort: 'unit-price', limit: 4 }).execute(),
  ).toEqual([])
})
