import type { FastifyRequest } from 'fastify'
import type { ShopSort } from '../../contract/calls/product.ts'
import { calls } from '../../contract/calls.ts'
import type { Because } from '../../contract/entities.ts'
import { counted, display, limits, serverLimits } from '../../contract/limits.ts'
import { centsOf } from '../../contract/money.ts'
import { findCategory, type ShopConfig } from '../../contract/shop.ts'
import { isId } from '../common/ids.ts'
import { searchText } from '../common/normalise-text.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { type App, on, successMessage } from '../http/edge.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { languageOf } from '../http/language.ts'
import { pageSizeOf } from '../http/page-size.ts'
import { type ResponseCache, sendCached } from '../http/response-cache.ts'
import { requireSeller } from '../http/sessions.ts'
import type { PictureStore } from '../media/store.ts'
import type { PromotionReader } from '../promotions/current-promotions.ts'
import type { NotFoundCounter } from '../search/not-found.ts'
import type { ProductFilter } from '../search/product-filter.ts'
import type { ProductSearch } from '../search/product-search.ts'
import { addProduct } from './add-product.ts'
import { archiveProduct } from './archive-product.ts'
import { countStock } from './count-stock.ts'
import { editProduct } from './edit-product.ts'
import { countsOfList, type PageOptions } from './list-queries.ts'
import { priceProduct } from './price-product.ts'
import { acceptForms, productFormReader } from './product-form.ts'
import { type ProductRow, productRecord, sellerProductRecord } from './product-record.ts'
import * as queries from './queries.ts'

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
  { db, cache, shop, store, promotions, search, notFound, wholeList = serverLimits.wholeList }: CatalogDeps,
): void {
  on(app, calls.product.list, async (request, reply) => {
    const { query } = request
    // Only parameters of the contract, not the URL: requests with made-up parameters could fill the cache.
    const key = JSON.stringify([
      'list',
      ...Object.keys(calls.product.list.schema.querystring.shape).map((name) => query[name as keyof typeof query]),
    ])
    const response = await cache.get(key, async () =>
      jsonResponse(await listReply({ db, shop, promotions, search }, query, wholeList)),
    )
    // Counted for each request, also if the response is cached.
    const q = searchText(query.q)
    if (q && isWholeSearch(query) && response.body.includes(noProducts)) notFound.count(q)
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

  on(app, calls.product.byIds, async (request) => {
    const ids = request.query.ids.split(',').filter(isId)
    refuseUnless(ids.length <= limits.cartProducts, 'malformed')
    const [rows, { offers, labelOf }] = await Promise.all([queries.productsByIds(db, ids), promotions.read()])
    return {
      products: rows.map((row) => productRecord(row, labelOf)),
      ...(offers.length > 0 ? { offers } : {}),
    }
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
        ...(found.shelves.length > 0 && { shelves: found.shelves }),
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
    const { id, attempt, archived, switchedOn, ...query } = request.query
    if (id !== undefined || attempt !== undefined) {
      const added = attempt !== undefined && { key: attempt, sellerId: requireSeller(request).id }
      const wantedId = added ? (await queries.findProductOfAttempt(db, added))?.id : id
      const row = wantedId && isId(wantedId) ? await queries.findSellerProduct(db, wantedId) : undefined
      const products = row ? [sellerProductRecord(row)] : []
      return { products, nextCursor: null, total: products.length }
    }
    const { filter, page } = parseListQuery(shop, query)
    const sellerFilter = {
      ...filter,
      archived: archived === 'true',
      switchedOn: switchedOn === undefined ? undefined : switchedOn === 'true',
    }
    const typed = searchText(query.q)
    if (typed) {
      const found = await search.find(typed, sellerFilter, { sort: page.sort })
      // A seller looks for what has these words; what they may mean besides is for shoppers.
      const complete = found.hits.filter(({ because, hasAll }) => because.length === 0 && hasAll)
      const hits = complete.length > 0 ? complete : found.hits
      const { ids, nextCursor } = pageOfHits(hits, page.limit, query.cursor)
      const rows = await queries.sellerProductsInOrder(db, ids)
      return { products: rows.map(sellerProductRecord), nextCursor, total: Math.min(hits.length, counted.found) }
    }
    const { rows, total } = await queries.pageOfSellerProducts(db, sellerFilter, { ...page, limit: page.limit + 1 })
    const products = rows.slice(0, page.limit)
    const nextCursor = cursorAfter(rows, page.limit)
    return { products: products.map(sellerProductRecord), nextCursor, total }
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

type ListQuery = {
  category?: string | undefined
  q?: string | undefined
  inStock?: 'true' | 'false' | undefined
  onOffer?: 'true' | undefined
  minPrice?: string | undefined
  maxPrice?: string | undefined
  counts?: 'true' | undefined
  sort?: ShopSort | undefined
  limit?: string | undefined
  cursor?: string | undefined
}

type ListDeps = Pick<CatalogDeps, 'db' | 'shop' | 'promotions' | 'search'>

async function listReply({ db, shop, promotions, search }: ListDeps, query: ListQuery, max: number) {
  const record = await publicRecord(promotions)
  if (Object.values(query).every((value) => value === undefined)) {
    // Checked first: reading all products to count them would take the memory that this limit saves.
    if (await queries.hasMoreThan(db, max)) refuse('list_too_long', { values: { max: max.toLocaleString('en') } })
    const rows = await queries.allProducts(db, max)
    return { success: true, products: rows.map(record) }
  }
  const typed = searchText(query.q)
  const { filter, page } = parseListQuery(shop, query)
  const counts = query.counts === 'true'
  if (typed) return foundReply({ db, search, record }, typed, filter, { ...page, cursor: query.cursor, counts })
  const [{ rows, total }, countsOf] = await Promise.all([
    queries.pageOfProducts(db, filter, { ...page, limit: page.limit + 1 }),
    counts
      ? countsOfList(
          db,
          filter,
          shop.categories.map(({ path }) => path),
          counted.all,
        )
      : undefined,
  ])
  return {
    success: true,
    products: rows.slice(0, page.limit).map(record),
    nextCursor: cursorAfter(rows, page.limit),
    total,
    ...(countsOf && { counts: countsOf }),
  }
}

/** Returns what makes the record of a product for everyone, with the label of its promotion. */
async function publicRecord(promotions: CatalogDeps['promotions']) {
  const { labelOf } = await promotions.read()
  return (row: ProductRow) => productRecord(row, labelOf)
}

/** Returns a page of what a search found. */
async function foundReply(
  { db, search, record }: Pick<ListDeps, 'db' | 'search'> & { record: (row: ProductRow) => object },
  typed: string,
  filter: ProductFilter,
  { sort, limit, cursor, counts }: { sort: ShopSort; limit: number; cursor: string | undefined; counts: boolean },
) {
  const found = await search.find(typed, filter, { sort, counts })
  const { ids, nextCursor } = pageOfHits(found.hits, limit, cursor)
  const shown = new Set(ids)
  const rows = await queries.productsInOrder(db, ids)
  return {
    success: true,
    products: rows.map(record),
    nextCursor,
    total: Math.min(found.hits.length, counted.found),
    ...reasonsOf(found.hits.filter(({ id }) => shown.has(id))),
    ...(found.understood.length > 0 && { understood: found.understood }),
    ...(found.shelves.length > 0 && { shelves: found.shelves }),
    ...(found.counts && { counts: found.counts }),
  }
}

/** The reasons of the hits that have some, by id, if there are any. */
function reasonsOf(hits: readonly { id: string; because: Because[] }[]) {
  const reasons = hits.filter(({ because }) => because.length > 0).map(({ id, because }) => [id, because] as const)
  return reasons.length > 0 ? { because: Object.fromEntries(reasons) } : {}
}

/** Returns a page of a ranked list. Its cursor is the number of products before the page. */
function pageOfHits(hits: readonly { id: string }[], limit: number, cursor = '0') {
  const from = /^[0-9]{1,3}$/.test(cursor) ? Number(cursor) : refuse('malformed', { fields: { cursor: 'invalid' } })
  const ids = hits.slice(from, from + limit).map(({ id }) => id)
  return { ids, nextCursor: hits.length > from + limit ? String(from + limit) : null }
}

/** How the reply of a list without products begins. */
const noProducts = '"products":[]'

/** Whether a search is the first page of the whole shop: with a filter, finding nothing says little. */
const isWholeSearch = ({ category, onOffer, minPrice, maxPrice, cursor }: ListQuery) =>
  [category, onOffer, minPrice, maxPrice, cursor].every((value) => value === undefined)

/** Returns the filter and the page that a list's query parameters ask for. */
function parseListQuery(shop: ShopConfig, query: ListQuery): { filter: ProductFilter; page: PageOptions } {
  return {
    filter: {
      // An unknown category is a list without products.
      category: query.category === undefined ? undefined : (findCategory(shop, query.category)?.path ?? query.category),
      sellable: query.inStock === undefined ? undefined : query.inStock === 'true',
      onOffer: query.onOffer === 'true' || undefined,
      minPrice: query.minPrice === undefined ? undefined : centsOf(Number(query.minPrice)),
      maxPrice: query.maxPrice === undefined ? undefined : centsOf(Number(query.maxPrice)),
    },
    page: {
      sort: query.sort ?? 'featured',
      limit: pageSizeOf(query.limit, display.listPage),
      // A search has a cursor of another kind.
      after: query.cursor === undefined || searchText(query.q) ? undefined : parseCursor(query.cursor),
    },
  }
}

/** Returns the cursor of the next page, or null. `rows` holds one row more than `limit` if there is a next page. */
function cursorAfter(rows: readonly ProductRow[], limit: number): string | null {
  const last = rows[limit - 1]
  return rows.length > limit && last ? `${last.offerPriceCents}.${last.id}` : null
}

function parseCursor(cursor: string): { id: string; priceCents: number } {
  const [price = '', id = ''] = cursor.split('.')
  // A number above every price could overflow PostgreSQL's integer.
  const isPrice = /^[0-9]{1,10}$/.test(price) && Number(price) <= limits.priceCents
  if (!isPrice || !isId(id)) refuse('malformed', { fields: { cursor: 'invalid' } })
  return { id, priceCents: Number(price) }
}

function jsonResponse(reply: unknown) {
  return { status: 200, headers: publicHeaders, body: Buffer.from(JSON.stringify(reply)) }
}
