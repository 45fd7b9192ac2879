import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aProduct } from '../../../testing/makers/rows.ts'
import { testShop } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { indexPending } from '../../search/index/index-products.ts'
import { idsOfPage } from '../list-queries.ts'

const shop = await testShop()
const { db } = shop
afterAll(() => shop.close())

type Page = { names: string[]; next: string | null }

/** Returns a page of two products of a list; their English names. */
async function pageOf(category: string, sort: string, cursor?: string | null): Promise<Page> {
  const query = new URLSearchParams({ category, sort, limit: '2', ...(cursor && { cursor }) })
  const { products, nextCursor } = (await shop.app.inject(`/api/product/list?${query}`)).json()
  return { names: products.map(({ name }: { name: string }) => name), next: nextCursor }
}

/** Products of a new category, sorted alike by price, unit price and both names; returns the category. */
async function shelf() {
  const category = `Shelf ${newId()}`
  const names = ['Apple', 'B. & 100% + Co.', 'Cherry', 'Date', 'Elderberry']
  for (const [index, name] of names.entries())
    await aProduct(db, { name, nameTh: `${name} ไทย`, category, offerPrice: 100 + index * 10 })
  // Sorted by their English name.
  const untranslated = ['Apple', 'Cherry']
  await db.updateTable('product').set({ nameTh: null }).where('name', 'in', untranslated).execute()
  await shop.catalogueNotified()
  await indexPending(db)
  return category
}

test.each(['name', 'name-th', 'unit-price', 'price'] as const)(
  'a list by %s continues where its last product was, wherever that product is now',
  async (sort) => {
    for (const changed of [
      { name: 'AA', nameTh: 'AA', offerPriceCents: 1 },
      { name: 'Zucchini', nameTh: 'Zucchini', offerPriceCents: 900 },
    ]) {
      const category = await shelf()
      const first = await pageOf(category, sort)
      expect(first.names).toEqual(['Apple', 'B. & 100% + Co.'])
      await db
        .updateTable('product')
        .set({ ...changed, priceCents: 1000 })
        .where('category', '=', category)
        .where('name', 'like', 'B%')
        .execute()
      await indexPending(db)
      await shop.catalogueNotified()
      const second = await pageOf(category, sort, first.next)
      expect(second.names).toEqual(['Cherry', 'Date'])
      const third = await pageOf(category, sort, second.next)
      expect(third).toEqual({ names: ['Elderberry', ...(changed.name === 'AA' ? [] : ['Zucchini'])], next: null })
    }
  },
)

test.each(['name', 'name-th', 'unit-price'] as const)('a list by %s takes a cursor without a key', async (sort) => {
  const category = await shelf()
  const { next } = await pageOf(category, sort)
  const [price, id] = next?.split('.') ?? []
  expect((await pageOf(category, sort, `${price}.${id}`)).names).toEqual(['Cherry', 'Date'])
})

test('a cursor with a key that can’t be one is refused', async () => {
  const refused = async (sort: string, key: string) => {
    const query = new URLSearchParams({ sort, cursor: `100.${newId()}.${key}` })
    const { success, code } = (await shop.app.inject(`/api/product/list?${query}`)).json()
    return success ? undefined : code
  }
  for (const key of ['', 'x', 'Infinity', 'NaN']) expect(await refused('unit-price', key), key).toBe('malformed')
  for (const sort of ['name', 'name-th']) expect(await refused(sort, 'a\u0000'), sort).toBe('malformed')
  expect(await refused('name', 'Any. name')).toBeUndefined()
  expect(await refused('unit-price', '1e-7')).toBeUndefined()
})

test.each([
  ['name', 'Apple'],
  ['name-th', 'แอปเปิล'],
  ['unit-price', '100.5'],
] as const)('the next page of a list by %s reads the index from its cursor on', async (sort, key) => {
  const plan = await db.transaction().execute(async (tx) => {
    // Of so few products the planner would sort all.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    const after = { id: newId(), priceCents: 100, key }
    return JSON.stringify(await idsOfPage(tx, { sellable: true }, { sort, limit: 2, after }).explain('json'))
  })
  expect(plan).toMatch(/"Index (Only )?Scan"[^{}]*"Index Cond":"\(ROW\(/)
  expect(plan).not.toContain('"Sort"')
})
