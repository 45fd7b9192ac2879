import { PassThrough } from 'node:stream'
import fastify from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { shop } from '../../../shop.config.ts'
import { testDatabase } from '../../../testing/database/database.ts'
import { setUpApp } from '../../http/app/set-up-app.ts'
import type { App } from '../../http/calls/calls.ts'
import { ResponseCache } from '../../http/responses/response-cache.ts'
import { promotionReader } from '../../promotions/current-promotions.ts'
import { ProductSearch } from '../../search/finding/product-search.ts'
import { catalogRoutes } from '../routes.ts'

const { db, close } = await testDatabase()
afterAll(close)
const search = new ProductSearch({ db, shop, log: { warn: () => {} } })
const notFound = { count: () => {} }
const promotions = promotionReader(db, { symbol: '$', onChange: () => {} })

let app: App
let cache: ResponseCache
beforeEach(() => {
  cache = new ResponseCache(1_000_000)
  app = setUpApp(fastify(), { origins: [], production: false, symbol: '$' })
  catalogRoutes(app, { db, cache, shop, search, notFound, promotions })
  return () => app.close()
})

/** Requests these lists and returns how many responses had to be made, not found in the cache. */
async function madeCount(...queries: string[]): Promise<number> {
  const before = cache.made
  for (const query of queries) expect((await app.inject(`/api/product/list${query}`)).statusCode).toBe(200)
  return cache.made - before
}

test('makes a list once, whatever unknown parameters the requests add', async () => {
  expect(await madeCount('', '?x=1', '?x=2', '?utm_source=mail')).toBe(1)
  expect(await madeCount('?q=rice&limit=3', '?x=1&q=rice&limit=3', '?limit=3&q=rice&x=2', '?limit=3&q=%72ice')).toBe(1)
})

test('answers from the cache and into it without a word in the error log', async () => {
  const log = new PassThrough()
  const logged = setUpApp(fastify({ logger: { level: 'error', stream: log } }), {
    origins: [],
    production: false,
    symbol: '$',
  })
  catalogRoutes(logged, { db, cache, shop, search, notFound, promotions })
  for (const path of ['/api/product/list', '/api/product/list', '/api/product/list?q=rice'])
    expect((await logged.inject(path)).json().success).toBe(true)
  await logged.close()
  expect(log.read()?.toString()).toBeUndefined()
})

test('caches lists with different parameters separately', async () => {
  const differing = ['', '?category=fruits', '?q=fruits', '?inStock=true', '?inStock=false', '?sort=-price']
  const cursors = ['?limit=3', '?limit=4', '?cursor=100.01890a5d-ac96-774b-bcce-b302099a8057']
  expect(await madeCount(...differing, ...cursors)).toBe(9)
})

test.each(['price', '-price'])('refuses a cursor above the highest price in a list sorted by %s', async (sort) => {
  const pathAfter = (price: string) =>
    `/api/product/list?sort=${sort}&cursor=${price}.01890a5d-ac96-774b-bcce-b302099a8057`
  expect((await app.inject(pathAfter('999999999'))).statusCode).toBe(200)
  for (const price of ['1000000000', '2147483648', '9999999999'])
    expect((await app.inject(pathAfter(price))).statusCode, price).toBe(400)
})
