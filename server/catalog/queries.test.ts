import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { aProduct } from '../../testing/makers/rows.ts'
import { newId } from '../common/ids.ts'
import { countsOfList } from '../domain/product-count-queries.ts'
import type { ProductFilter } from '../domain/product-filter-queries.ts'
import { idsOfPage, type PageOptions } from './list-queries.ts'
import * as queries from './queries.ts'

const { db, close } = await testDatabase()
afterAll(close)

// A category of its own, so that products of other tests aren't in its lists.
const category = `Category ${newId()}`
const names = ['Apple', 'apple juice', '100% Apple_Pie', 'Banana', 'Cherry']

beforeAll(async () => {
  for (const [index, name] of names.entries())
    await aProduct(db, {
      name,
      nameTh: index === 3 ? 'กล้วยหอม' : `ผลไม้ ${index}`,
      category,
      offerPrice: 500 - index * 100,
    })
  await aProduct(db, { name: 'Gone apple', category, inStock: false })
  await aProduct(db, { name: 'Sold out apple', category, stock: 0 })
  await aProduct(db, { name: 'Archived apple', category, archivedAt: new Date() })
})

const namesOf = async (rows: Promise<{ name: string }[]>) => (await rows).map((row) => row.name)
const pageOf = (filter: ProductFilter, page: PageOptions = { sort: 'featured', limit: 20 }) =>
  queries.pageOfProducts(db, { category, ...filter }, page)
const rowsOf = async (...asked: Parameters<typeof pageOf>) => (await pageOf(...asked)).rows

describe('a list', () => {
  test.each(['name', 'name-th'] as const)('within limits of the price by %s reads the index alone', async (sort) => {
    const plan = await db.transaction().execute(async (tx) => {
      // Of so few products the planner would sort all.
      await sql`set local enable_seqscan = off`.execute(tx)
      await sql`set local enable_bitmapscan = off`.execute(tx)
      await sql`set local enable_sort = off`.execute(tx)
      const filter = { category, sellable: true, onOffer: true, minPrice: 100, maxPrice: 200 }
      return JSON.stringify(await idsOfPage(tx, filter, { sort, limit: 2 }).explain('json'))
    })
    expect(plan).toContain('"Index Only Scan"')
  })

  test('a list of products in stock omits those switched off and those with a count of zero', async () => {
    const { rows, total } = await pageOf({ sellable: true })
    expect(rows.map((row) => row.name)).toEqual(names)
    expect(total).toBe(5)
  })

  test.each([
    ['featured', names],
    ['newest', names.toReversed()],
    ['price', names.toReversed()],
    ['-price', names],
  ] as const)('sorted by %s returns every product once, page by page', async (sort, expected) => {
    const found: string[] = []
    let after: { id: string; priceCents: number } | undefined
    for (let page = 0; page < 5; page += 1) {
      const rows = await rowsOf({ sellable: true }, { sort, limit: 2, after })
      found.push(...rows.map((row) => row.name))
      const last = rows.at(-1)
      if (!last) break
      after = { id: last.id, priceCents: last.offerPriceCents }
    }
    expect(found).toEqual(expected)
  })

  test('a list by ids keeps their order, and leaves out unknown and archived products', async () => {
    const one = await aProduct(db)
    const archived = await aProduct(db, { archivedAt: new Date() })
    const other = await aProduct(db)
    const rows = await queries.productsInOrder(db, [other.id, one.id, archived.id, newId()])
    expect(rows.map((row) => row.id)).toEqual([other.id, one.id])
    expect(await queries.productsInOrder(db, [])).toEqual([])
  })

  test('related products are those in stock of the same category, without the product itself', async () => {
    const [apple] = await rowsOf({}, { sort: 'featured', limit: 1 })
    expect(await namesOf(queries.relatedProducts(db, category, apple?.id ?? '', 5))).toEqual(names.slice(1))
  })
})

test('setting the stock switch twice leaves it as set, and unknown products return false', async () => {
  const product = await aProduct(db)
  for (let time = 0; time < 2; time += 1) expect(await queries.setInStock(db, product.id, false)).toBe(true)
  expect((await queries.findProduct(db, product.id))?.sellable).toBe(false)
  expect(await queries.setInStock(db, newId(), true)).toBe(false)
})

test('the products of a category are counted in stock, as all products are listed, or as the list in view has them', async () => {
  const category = `Shelf ${newId()}`
  const soldOut = await aProduct(db, { category, inStock: false })
  await aProduct(db, { category, price: 500, offerPrice: 400 })
  await aProduct(db, { category, price: 500, offerPrice: 450, inStock: false })
  const countsIn = async (filter: ProductFilter, inStock: boolean) =>
    (await countsOfList(db, filter, [category], { inStock })).categories
  expect(await countsIn({}, true)).toEqual([{ path: category, count: 1 }])
  expect(await countsIn({ sellable: true }, false)).toEqual([{ path: category, count: 1 }])
  expect(await countsIn({}, false)).toEqual([{ path: category, count: 3 }])
  expect(await countsIn({ onOffer: true }, false)).toEqual([{ path: category, count: 2 }])
  expect(await countsIn({ onOffer: true }, true)).toEqual([{ path: category, count: 1 }])
  await db.updateTable('product').set({ archivedAt: new Date() }).where('id', '=', soldOut.id).execute()
  expect(await countsIn({}, false)).toEqual([{ path: category, count: 2 }])
})

test('products of a promotion are on offer too, whether named directly or by category, in pages and counts', async () => {
  const [named, other] = [`Shelf ${newId()}`, `Shelf ${newId()}`]
  const ids = []
  for (const category of [named, named, other, other]) ids.push((await aProduct(db, { category })).id)
  const reduced = await aProduct(db, { category: other, price: 500, offerPrice: 400 })
  const offers = { products: [ids[2] ?? ''], categories: [named] }
  const idsOf = async (filter: ProductFilter, page: Partial<PageOptions> = {}) =>
    (await queries.pageOfProducts(db, filter, { sort: 'featured', limit: 20, ...page })).rows.map(({ id }) => id)
  expect(await idsOf({ category: named, onOffer: true, offers })).toEqual(ids.slice(0, 2))
  expect(await idsOf({ category: other, onOffer: true, offers })).toEqual([ids[2], reduced.id])
  expect(await idsOf({ category: other, onOffer: true })).toEqual([reduced.id])
  const after = { id: ids[2] ?? '', priceCents: 1999 }
  expect(await idsOf({ category: other, onOffer: true, offers }, { after })).toEqual([reduced.id])
  for (const sort of ['price', 'name', 'newest'] as const)
    expect((await idsOf({ category: named, onOffer: true, offers }, { sort })).toSorted()).toEqual(
      ids.slice(0, 2).toSorted(),
    )
  const { onOffer } = await countsOfList(db, { category: other, offers }, [])
  expect(onOffer).toBe(2)
})
