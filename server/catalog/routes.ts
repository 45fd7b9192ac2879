import type { FastifyRequest } from 'fastify'
import { calls, type ListSort } from '../../contract/calls.ts'
import { display, limits } from '../../contract/limits.ts'
import { findCategory, type ShopConfig } from '../../contract/shop.ts'
import type { PictureStore } from '../media/store.ts'
import type { Db } from '../platform/database.ts'
import { type App, isDeeperThan, noticeFor, on } from '../platform/edge.ts'
import { isId } from '../platform/ids.ts'
import { type KeptAnswers, sendKept } from '../platform/kept.ts'
import { refuse, refuseUnless } from '../platform/refusal.ts'
import { searchText } from '../platform/search-text.ts'
import { addProduct, type SentPicture } from './add-product.ts'
import { productRecord } from './product-record.ts'
import * as queries from './queries.ts'

export type CatalogDeps = { db: Db; kept: KeptAnswers; shop: ShopConfig; store: PictureStore }

const suggestions = 6
const nearMatches = 4
/** Public, but asked again each time: the ETag makes that cheap and nobody sees an old price. */
const publicHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, no-cache' }

/** The calls of the catalogue. Their answers are the same for everybody and kept until the catalogue changes. */
export function catalogRoutes(app: App, { db, kept, shop, store }: CatalogDeps): void {
  on(app, calls.product.list, async (request, reply) => {
    const { query } = request
    const key = JSON.stringify(['list', query.category, query.q, query.inStock, query.sort, query.limit, query.cursor])
    const answer = await kept.get(key, async () => jsonAnswer(await listReply(db, shop, query)))
    return sendKept(request, reply, answer)
  })

  on(app, calls.product.get, async (request, reply) => {
    const { id } = request.query
    refuseUnless(isId(id), 'not_found')
    const answer = await kept.get(JSON.stringify(['get', id.toLowerCase()]), async () => {
      const row = await queries.findProduct(db, id)
      refuseUnless(row, 'not_found')
      const related = await queries.relatedProducts(db, row.category, row.id, display.relatedProducts)
      return jsonAnswer({ success: true, product: productRecord(row), related: related.map(productRecord) })
    })
    return sendKept(request, reply, answer)
  })

  on(app, calls.product.byIds, async (request) => {
    const ids = request.query.ids.split(',').filter(isId)
    refuseUnless(ids.length <= limits.cartProducts, 'malformed')
    const rows = await queries.productsByIds(db, ids)
    return { success: true as const, products: rows.map(productRecord) }
  })

  on(app, calls.product.suggest, async (request, reply) => {
    const search = searchText(request.query.q)
    if (!search) return { success: true as const, products: [] }
    const answer = await kept.get(JSON.stringify(['suggest', search]), async () => {
      const rows = await queries.suggestedProducts(db, search, suggestions)
      return jsonAnswer({ success: true, products: rows.map(productRecord) })
    })
    return sendKept(request, reply, answer)
  })

  on(app, calls.product.add, async (request) => {
    const { productData, pictures } = await readForm(request)
    const row = await addProduct({ db, store, shop }, productData, pictures)
    kept.drop()
    return { success: true as const, message: noticeFor(request, 'product_added'), product: productRecord(row) }
  })

  on(app, calls.product.stock, async (request) => {
    const { id, inStock } = request.body
    refuseUnless(isId(id) && (await queries.setInStock(db, id, inStock)), 'product_unknown')
    kept.drop()
    return { success: true as const, message: noticeFor(request, 'stock_saved') }
  })
}

type ListQuery = {
  category?: string | undefined
  q?: string | undefined
  inStock?: 'true' | 'false' | undefined
  sort?: ListSort | undefined
  limit?: string | undefined
  cursor?: string | undefined
}

async function listReply(db: Db, shop: ShopConfig, query: ListQuery) {
  if (Object.values(query).every((value) => value === undefined)) {
    const rows = await queries.allProducts(db)
    return { success: true, products: rows.map(productRecord) }
  }
  const search = searchText(query.q)
  const filter: queries.ProductFilter = {
    // A category that the shop doesn't have is simply empty.
    category: query.category === undefined ? undefined : (findCategory(shop, query.category)?.path ?? query.category),
    search,
    sellable: query.inStock === undefined ? undefined : query.inStock === 'true',
  }
  const sort = query.sort ?? 'featured'
  const limit = Math.min(Math.max(Number(query.limit ?? display.listPage), 1), limits.pageSize)
  const after = query.cursor === undefined ? undefined : placeOf(query.cursor)
  const [rows, total] = await Promise.all([
    // One more than asked for tells whether there is a next page.
    queries.pageOfProducts(db, filter, { sort, limit: limit + 1, after }),
    queries.countOfProducts(db, filter),
  ])
  const products = rows.slice(0, limit)
  const last = products.at(-1)
  const near = search && total === 0 ? await queries.nearProducts(db, search, nearMatches) : undefined
  return {
    success: true,
    products: products.map(productRecord),
    nextCursor: rows.length > limit && last ? `${last.offerPriceCents}.${last.id}` : null,
    total,
    ...(near ? { near: near.map(productRecord) } : {}),
  }
}

function placeOf(cursor: string): { id: string; priceCents: number } {
  const [price = '', id = ''] = cursor.split('.')
  if (!/^[0-9]{1,10}$/.test(price) || !isId(id)) refuse('malformed', { fields: { cursor: 'invalid' } })
  return { id, priceCents: Number(price) }
}

function jsonAnswer(reply: unknown) {
  return { status: 200, headers: publicHeaders, body: Buffer.from(JSON.stringify(reply)) }
}

/**
 * Reads the multipart form of a new product. Some clients send empty picture slots as a text part named `images`;
 * such parts are passed over.
 */
async function readForm(request: FastifyRequest): Promise<{ productData: unknown; pictures: SentPicture[] }> {
  refuseUnless(request.isMultipart(), 'wrong_type')
  const pictures: SentPicture[] = []
  let productData: unknown
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      if (part.fieldname === 'images' && bytes.length > 0) pictures.push({ name: part.filename, bytes })
    } else if (part.fieldname === 'productData') productData = parsedJson(String(part.value))
  }
  return { productData, pictures }
}

function parsedJson(text: string): unknown {
  if (isDeeperThan(text, limits.jsonDepth)) refuse('malformed', { fields: { productData: 'type' } })
  try {
    return JSON.parse(text)
  } catch {
    refuse('malformed', { fields: { productData: 'type' } })
  }
}
