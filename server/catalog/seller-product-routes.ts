import type { FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { isId } from '../common/ids.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller } from '../http/calls/sessions.ts'
import { idempotencyKeyOf } from '../http/request/idempotency-key.ts'
import type { ResponseCache } from '../http/responses/response-cache.ts'
import type { PictureStore } from '../media/store.ts'
import type { ProductSearch } from '../search/finding/product-search.ts'
import { addProduct } from './edit/add-product.ts'
import { archiveProduct } from './edit/archive-product.ts'
import { countStock } from './edit/count-stock.ts'
import { editProduct } from './edit/edit-product.ts'
import { priceProduct } from './edit/price-product.ts'
import { acceptForms, productFormReader } from './edit/product-form.ts'
import { listForSeller } from './list/list-products.ts'
import { type ProductRow, productToWire, sellerProductToWire } from './product-to-wire.ts'
import * as queries from './queries.ts'

type SellerProductDeps = {
  db: Db
  /** The cache of the public calls, dropped with each change. */
  cache: Pick<ResponseCache, 'drop'>
  shop: ShopConfig
  store: PictureStore
  search: ProductSearch
}

/** The calls by which sellers list and change products. */
export function sellerProductRoutes(app: App, { db, cache, shop, store, search }: SellerProductDeps): void {
  app.register(async (forms: App) => {
    await acceptForms(forms)
    const withForm = productFormReader()
    addCall(forms, calls.product.add, async (request) => {
      const key = idempotencyKeyOf(request)
      const idempotencyKey = key && request.seller ? { key, sellerId: request.seller.id } : undefined
      const row = await withForm(request, (form) =>
        addProduct({ db, store, shop }, form.productData, form.pictures, idempotencyKey),
      )
      cache.drop()
      logChange(request, row.id, 'added a product', logFields(row))
      return { message: successMessage(request, 'product_added'), product: productToWire(row) }
    })

    addCall(forms, calls.product.edit, async (request) => {
      const row = await withForm(request, (form) => editProduct({ db, store, shop }, form.productData, form.pictures))
      cache.drop()
      logChange(request, row.id, 'edited a product', logFields(row))
      return { message: successMessage(request, 'product_saved'), product: sellerProductToWire(row) }
    })
  })

  addCall(app, calls.product.stock, async (request) => {
    const { id, inStock } = request.body
    refuseUnless(isId(id) && (await queries.setInStock(db, id, inStock)), 'product_unknown')
    cache.drop()
    logChange(request, id, 'switched a product', { inStock })
    return { message: successMessage(request, 'stock_saved') }
  })

  addCall(app, calls.product.count, async (request) => {
    const { id, stock, seen } = request.body
    const row = await countStock(db, id, { stock, seen })
    cache.drop()
    logChange(request, id, 'counted a product', { stock, before: seen })
    // What is on the shelf for orders is sold already: a count that includes it would sell it twice.
    const reserved = stock === null ? 0 : await queries.reservedPieces(db, id)
    const message =
      stock === null || reserved === 0
        ? successMessage(request, 'stock_saved')
        : successMessage(request, 'stock_saved_reserved', { stock, reserved })
    return { message, product: sellerProductToWire(row) }
  })

  addCall(app, calls.product.price, async (request) => {
    const { id, seen, ...prices } = request.body
    const row = await priceProduct(db, id, prices, seen)
    cache.drop()
    const { price, offerPrice } = productToWire(row)
    logChange(request, id, 'priced a product', { price, offerPrice, before: seen })
    return { message: successMessage(request, 'price_saved'), product: sellerProductToWire(row) }
  })

  addCall(app, calls.product.archive, async (request) => {
    const { id, archived } = request.body
    const row = await archiveProduct(db, id, archived)
    cache.drop()
    logChange(request, id, archived ? 'archived a product' : 'restored a product', {})
    const message = successMessage(request, archived ? 'product_archived' : 'product_restored')
    return { message, product: sellerProductToWire(row) }
  })

  addCall(app, calls.product.usualTaxClasses, async () => ({
    usual: await queries.usualTaxClasses(
      db,
      shop.categories.map(({ path }) => path),
    ),
  }))

  // Never cached, so that sellers see their changes at once, whichever server process replies.
  addCall(app, calls.product.seller, async (request) => {
    const { id, idempotencyKey, ...query } = request.query
    if (id !== undefined || idempotencyKey !== undefined) {
      const added = idempotencyKey !== undefined && { key: idempotencyKey, sellerId: requireSeller(request).id }
      const wantedId = added ? (await queries.findProductByKey(db, added))?.id : id
      const row = wantedId && isId(wantedId) ? await queries.findSellerProduct(db, wantedId) : undefined
      const products = row ? [sellerProductToWire(row)] : []
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
  const { name, category, price, offerPrice, image } = productToWire(row)
  return { name, category, price, offerPrice, pictures: image.length }
}
