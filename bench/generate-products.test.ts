import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue } from '../demo/catalogue.ts'
import { insertProducts } from '../demo/queries.ts'
import { isId } from '../server/common/ids.ts'
import { shop } from '../shop.config.ts'
import { testDatabase } from '../testing/database/database.ts'
import { generateProducts } from './generate-products.ts'
import { indexesOf } from './generated-queries.ts'

let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const generated = () => database.db.selectFrom('product').selectAll().orderBy('id').execute()
const emptied = () => sql`truncate product cascade`.execute(database.db)

test('adds the requested number of products to all categories, after the existing ones', async () => {
  const { db } = database
  const [mango] = catalogue
  if (!mango) throw new Error('no mango')
  const { slug: _, ...record } = mango
  const id = '01900000-0000-7000-8000-000000000000'
  await insertProducts(db, [{ ...record, id, pictures: ['/pictures/a.webp'] }])
  await generateProducts(db, 2000, { seed: 7 })
  const [first, ...products] = await generated()
  expect(first?.id).toBe(id)
  expect(products).toHaveLength(2000)
  for (const { path } of shop.categories)
    expect(products.filter((product) => product.category === path).length, path).toBeGreaterThan(150)
  expect(products.every((product) => isId(product.id) && product.id[14] === '7' && product.id > id)).toBe(true)
  expect(products.every((product) => /[\u0e00-\u0e7f]/.test(product.nameTh ?? ''))).toBe(true)
  expect(products.every((product) => product.description.length >= 3)).toBe(true)
  expect(new Set(products.map((product) => product.name)).size).toBeGreaterThan(1900)
  const sellable = products.filter((product) => product.sellable).length
  expect(sellable).toBeGreaterThan(1700)
  expect(sellable).toBeLessThan(1950)
  expect(products.filter((product) => product.stock !== null).length).toBeGreaterThan(400)
  const offers = products.map((product) => product.offerPriceCents / product.priceCents)
  expect(offers.filter((offer) => offer === 1).length).toBeGreaterThan(700)
  expect(Math.min(...offers)).toBeGreaterThanOrEqual(0.7)
  const mangoes = products.filter((product) => product.name.includes(mango.name))
  expect(mangoes.length).toBeGreaterThan(5)
  expect(mangoes.every((product) => product.pictures[0] === '/pictures/a.webp')).toBe(true)
  await emptied()
})

test('the same seed makes the same products, another seed others', async () => {
  const { db } = database
  const lists: string[][] = []
  for (const seed of [3, 3, 4]) {
    await generateProducts(db, 100, { seed })
    lists.push((await generated()).map(({ name, priceCents, stock }) => `${name} ${priceCents} ${stock}`))
    await emptied()
  }
  expect(lists[0]).toEqual(lists[1])
  expect(lists[0]).not.toEqual(lists[2])
})

test('a large number restores every index', async () => {
  const { db } = database
  const indexes = async () => [
    ...(await db.transaction().execute((tx) => indexesOf(tx, 'product'))),
    ...(await db.transaction().execute((tx) => indexesOf(tx, 'search_entry'))),
  ]
  const before = await indexes()
  expect(before.map(({ name }) => name)).toContain('product_in_order')
  await generateProducts(db, 250, { batch: 100, rebuildFrom: 200 })
  expect(await indexes()).toEqual(before)
  const { rows: invalid } = await sql`select from pg_index where not indisvalid`.execute(db)
  expect(invalid).toEqual([])
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from product`.execute(db)
  expect(rows[0]?.count).toBe(250)
  await emptied()
})

test('refuses an invalid number of products', async () => {
  await expect(generateProducts(database.db, -1)).rejects.toThrow(RangeError)
  await expect(generateProducts(database.db, 1.5)).rejects.toThrow(RangeError)
  await expect(generateProducts(database.db, 1, { seed: Number.NaN })).rejects.toThrow(RangeError)
})
