import type { FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import { display, limits } from '../../contract/limits.ts'
import type { ShopConfig } from '../../contract/shop.ts'
import { isId } from '../common/ids.ts'
import { searchText } from '../common/normalise-text.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { type App, on, successMessage } from '../http/edge.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { languageOf } from '../http/language.ts'
import { type ResponseCache, sendCached } from '../http/response-cache.ts'
import { requireSeller } from '../http/sessions.ts'
import type { PictureStore } from '../media/store.ts'
import type { PromotionReader } from '../promotions/current-promotions.ts'
import type { NotFoundCounter } from '../search/not-found.ts'
import type { ProductSearch } from '../search/product-search.ts'
import { addProduct } from './add-product.ts'
import { archiveProduct } from './archive-product.ts'
import { countStock } from './count-stock.ts'
import { editProduct } from './edit-product.ts'
import { isWholeSearch, listForSeller, listProducts, publicRecord, reasonsOf } from './list-products.ts'
import { priceProduct } from './price-product.ts'
import { acceptForms, productFormReader } from './product-form.ts'
import { type ProductRow, productRecord, sellerProductRecord } from './product-record.ts'
import * as queries from './queries.ts'
import { writtenProducts } from './written-products.ts'

export type CatalogDeps = {
  db: Db
  cache: ResponseCache
  shop: ShopConfig
  store: PictureStore
  promotions: Pick<PromotionReader, 'read'>
  search: ProductSearch
  /** Counts searches that found nothing. */
  notFound: Pick<NotFoundCounter, 'count'>
  /** Most products that are returned in one reply without paging. */
  wholeList?: number
}

const suggestions = 6
/** Public, but revalidated on each use: the ETag makes that cheap, and no client shows an old price. */
const publicHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, no-cache' }

/** The calls of the catalogue. Public replies are the same for every caller and cached until the catalogue changes. */
export function catalogRoutes(
  app: App,
  { db, cache, shop, store, promotions, search, notFound, wholeList }: CatalogDeps,
): void {
  on(app, calls.product.list, async (request, reply) => {
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
    // Counted for each request, also if the response is cached.
    const q = searchText(query.q)
    if (q && isWholeSearch(query) && response.isEmpty) notFound.count(q)
    return sendCached(request, reply, response)
  })

  on(app, calls.product.get, async (request, reply) => {
    const { id } = request.query
    refuseUnless(isId(id), 'not_found')
    const response = await cache.get(JSON.stringify(['get', id.toLowerCase()]), async () => {
      const row = await queries.findProduct(db, id)
      refuseUnless(row, 'not_found')
      const related = await queries.relatedProducts(db, row.category, row.id, display.relatedProducts)
      const record = await publicRecord(promotions)
      return jsonResponse({ success: true, product: record(row), related: related.map(record) })
    })
    return sendCached(request, reply, response)
  })

  const written = writtenProducts({ db, promotions, generation: () => cache.generation })
  on(app, calls.product.byIds, async (request, reply) => {
    const ids = request.query.ids.split(',').filter(isId)
    refuseUnless(ids.length <= limits.cartProducts, 'malformed')
    const [products, { promotions: automatic }] = await Promise.all([written(ids), promotions.read()])
    const gone = products.length < ids.length ? await queries.archivedProducts(db, ids) : []
    const others = Object.entries({
      success: true,
      ...(gone.length > 0 ? { gone: gone.map(({ id, ...names }) => ({ _id: id, ...names })) } : {}),
      ...(automatic.length > 0 ? { promotions: automatic } : {}),
    })
    const fields = [
      `"products":[${products.join(',')}]`,
      ...others.map((field) => field.map((part) => JSON.stringify(part)).join(':')),
    ]
    return reply.header('content-type', publicHeaders['content-type']).send(Buffer.from(`{${fields.join(',')}}`))
  })

  on(app, calls.product.suggest, async (request, reply) => {
    const typed = searchText(request.query.q)
    if (!typed) return { products: [] }
    const response = await cache.get(JSON.stringify(['suggest', typed]), async () => {
      const found = await search.suggest(typed, suggestions)
      const rows = await queries.productsInOrder(
        db,
        found.hits.map(({ id }) => id),
      )
      return jsonResponse({
        success: true,
        products: rows.map((row) => productRecord(row)),
        ...reasonsOf(found.hits),
        ...(found.categories.length > 0 && { categories: found.categories }),
        ...(found.words.length > 0 && { words: found.words }),
      })
    })
    return sendCached(request, reply, response)
  })

  app.register(async (forms: App) => {
    await acceptForms(forms)
    const withForm = productFormReader()
    on(forms, calls.product.add, async (request) => {
      const key = idempotencyKeyOf(request)
      const attempt = key && request.seller ? { key, sellerId: request.seller.id } : undefined
      const row = await withForm(request, (form) =>
        addProduct({ db, store, shop }, form.productData, form.pictures, attempt),
      )
      cache.drop()
      logChange(request, row.id, 'added a product', logFields(row))
      return { message: successMessage(request, 'product_added'), product: productRecord(row) }
    })

    on(forms, calls.product.edit, async (request) => {
      const row = await withForm(request, (form) => editProduct({ db, store, shop }, form.productData, form.pictures))
      cache.drop()
      logChange(request, row.id, 'edited a product', logFields(row))
      return { message: successMessage(request, 'product_saved'), product: sellerProductRecord(row) }
    })
  })

  on(app, calls.product.stock, async (request) => {
    const { id, inStock } = request.body
    refuseUnless(isId(id) && (await queries.setInStock(db, id, inStock)), 'product_unknown')
    cache.drop()
    logChange(request, id, 'switched a product', { inStock })
    return { message: successMessage(request, 'stock_saved') }
  })

  on(app, calls.product.count, async (request) => {
    const { id, stock, seen } = request.body
    const row = await countStock(db, id, { stock, seen }, languageOf(request))
    cache.drop()
    logChange(request, id, 'counted a product', { stock, before: seen })
    return { message: successMessage(request, 'stock_saved'), product: sellerProductRecord(row) }
  })

  on(app, calls.product.price, async (request) => {
    const { id, seen, ...prices } = request.body
    const row = await priceProduct(db, id, prices, seen)
    cache.drop()
    const { price, offerPrice } = productRecord(row)
    logChange(request, id, 'priced a product', { price, offerPrice, before: seen })
    return { message: successMessage(request, 'price_saved'), product: sellerProductRecord(row) }
  })

  on(app, calls.product.archive, async (request) => {
    const { id, archived } = request.body
    const row = await archiveProduct(db, id, archived)
    cache.drop()
    logChange(request, id, archived ? 'archived a product' : 'restored a product', {})
    const message = successMessage(request, archived ? 'product_archived' : 'product_restored')
    return { message, product: sellerProductRecord(row) }
  })

  // Never cached, so that sellers see their changes at once, whichever server process replies.
  on(app, calls.product.seller, async (request) => {
    const { id, attempt, ...query } = request.query
    if (id !== undefined || attempt !== undefined) {
      const added = attempt !== undefined && { key: attempt, sellerId: requireSeller(request).id }
      const wantedId = added ? (await queries.findProductOfAttempt(db, added))?.id : id
      const row = wantedId && isId(wantedId) ? await queries.findSellerProduct(db, wantedId) : undefined
      const products = row ? [sellerProductRecord(row)] : []
      return { products, nextCursor: null, total: products.length }
    }
    return listForSeller({ db, shop, search }, query)
  })
}

/** Logs which seller changed which product to what: goods and prices, nothing about people. */
function logChange(request: FastifyRequest, product: string, what: string, to: Record<string, unknown>): void {
  request.log.info({ seller: requireSeller(request).id, product, ...to }, what)
}

function logFields(row: ProductRow) {
  const { name, category, price, offerPrice, image } = productRecord(row)
  return { name, category, price, offerPrice, pictures: image.length }
}

function jsonResponse(reply: unknown) {
  return { status: 200, headers: publicHeaders, body: Buffer.from(JSON.stringify(reply)) }
}
