import { calls } from '../../contract/calls.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { display, limits } from '../../contract/values/limits.ts'
import { isId } from '../common/ids.ts'
import { searchText } from '../common/normalise-text.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { type App, addCall } from '../http/calls/calls.ts'
import { type ResponseCache, sendCached } from '../http/responses/response-cache.ts'
import type { PromotionReader } from '../promotions/current-promotions.ts'
import type { ProductSearch } from '../search/finding/product-search.ts'
import type { NotFoundCounter } from '../search/synonyms/not-found.ts'
import { isWholeSearch, listProducts, publicToWire, reasonsOf } from './list/list-products.ts'
import { productToWire } from './product-to-wire.ts'
import * as queries from './queries.ts'

export type CatalogDeps = {
  db: Db
  cache: ResponseCache
  shop: ShopConfig
  promotions: Pick<PromotionReader, 'read'>
  search: ProductSearch
  /** Counts searches that found nothing. */
  notFound: Pick<NotFoundCounter, 'count'>
  /** Most products that are returned in one reply without paging. */
  wholeList?: number
}

const maxSuggestions = 6
/** Public, but revalidated on each use: the ETag makes that cheap, and no client shows an old price. */
const publicHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, no-cache' }

/**
 * The public calls of the catalogue. Replies are the same for every caller and, except for products by their ids,
 * cached until the catalogue changes.
 */
export function catalogRoutes(
  app: App,
  { db, cache, shop, promotions, search, notFound, wholeList }: CatalogDeps,
): void {
  addCall(app, calls.product.list, async (request, reply) => {
    const { query } = request
    // Only parameters of the contract, not the URL: requests with made-up parameters could fill the cache.
    const key = JSON.stringify([
      'list',
      ...Object.keys(calls.product.list.schema.querystring.shape).map((name) => query[name as keyof typeof query]),
    ])
    const response = await cache.get(key, async () => {
      const list = await listProducts({ db, shop, promotions, search, wholeList }, query)
      return { ...jsonResponse(list), isEmpty: list.products.length === 0 }
    })
    // Incremented for each request, also if the response is cached.
    const q = searchText(query.q)
    if (q && response.isEmpty && isWholeSearch(shop, query)) notFound.count(q)
    return sendCached(request, reply, response)
  })

  addCall(app, calls.product.get, async (request, reply) => {
    const { id } = request.query
    refuseUnless(isId(id), 'not_found')
    const response = await cache.get(JSON.stringify(['get', id.toLowerCase()]), async () => {
      const row = await queries.findProduct(db, id)
      refuseUnless(row, 'not_found')
      const related = await queries.relatedProducts(db, row.category, row.id, display.relatedProducts)
      const toWire = await publicToWire(promotions)
      return jsonResponse({ product: toWire(row), related: related.map(toWire) })
    })
    return sendCached(request, reply, response)
  })

  addCall(app, calls.product.byIds, async (request) => {
    const given = request.query.ids.split(',').filter(isId)
    refuseUnless(given.length <= limits.cartProducts, 'malformed')
    const ids = [...new Set(given.map((id) => id.toLowerCase()))]
    const [rows, current] = await Promise.all([queries.productsInOrder(db, ids), promotions.read()])
    const archived = rows.length < ids.length ? await queries.archivedProducts(db, ids) : []
    return {
      products: rows.map((row) => productToWire(row, current.labelOf)),
      gone:
        archived.length > 0
          ? archived.map(({ id, weight, ...names }) => ({ _id: id, ...names, Weight: weight ?? undefined }))
          : undefined,
      promotions: current.promotions.length > 0 ? current.promotions : undefined,
    }
  })

  addCall(app, calls.product.suggest, async (request, reply) => {
    const typed = searchText(request.query.q)
    if (!typed) return { products: [] }
    const response = await cache.get(JSON.stringify(['suggest', typed]), async () => {
      const found = await search.suggest(typed, maxSuggestions)
      const rows = await queries.productsInOrder(
        db,
        found.hits.map(({ id }) => id),
      )
      return jsonResponse({
        products: rows.map((row) => productToWire(row)),
        ...reasonsOf(found.hits),
        categories: found.categories.length > 0 ? found.categories : undefined,
        words: found.words.length > 0 ? found.words : undefined,
      })
    })
    return sendCached(request, reply, response)
  })
}

/** Returns a success reply as a response that can be cached. */
function jsonResponse(reply: object) {
  return { status: 200, headers: publicHeaders, body: Buffer.from(JSON.stringify({ success: true, ...reply })) }
}
