import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { shop } from '../../../shop.config.ts'
import { testDatabase } from '../../../testing/database/database.ts'
import { aProduct } from '../../../testing/makers/rows.ts'
import { setUpApp } from '../../http/app/set-up-app.ts'
import { ResponseCache } from '../../http/responses/response-cache.ts'
import { promotionReader } from '../../promotions/current-promotions.ts'
import { ProductSearch } from '../../search/finding/product-search.ts'
import { catalogRoutes } from '../routes.ts'

const { db, close } = await testDatabase()
afterAll(close)
const search = new ProductSearch({ db, shop, log: { warn: () => {} } })
const notFound = { count: () => {} }
const promotions = promotionReader(db, { symbol: '$', onChange: () => {} })

test('returns the whole list up to a number of products, and refuses larger ones without paging', async () => {
  const cache = new ResponseCache(1_000_000)
  const app = setUpApp(fastify(), { origins: [], production: false, symbol: '$' })
  catalogRoutes(app, { db, cache, shop, search, notFound, promotions, wholeList: 3 })
  const list = async (query = '') => (await app.inject(`/api/product/list${query}`)).json()
  for (let index = 0; index < 3; index += 1) await aProduct(db)
  expect((await list()).products).toHaveLength(3)

  await aProduct(db)
  cache.drop()
  expect(await list()).toMatchObject({
    success: false,
    code: 'list_too_long',
    message: 'The shop has more than 3 products: ask for a page at a time, with limit and cursor',
  })
  expect((await list('?limit=100')).products).toHaveLength(4)
  await app.close()
})
