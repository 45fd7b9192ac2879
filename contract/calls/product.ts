import * as z from 'zod'
import { idField, priceInput, textField, wireMoney } from '../entities/fields.ts'
import { product, productEdit, productInput, sellerProduct } from '../entities/product.ts'
import { availablePromotion } from '../entities/promotion.ts'
import { because, listCounts, reasons, suggestedSearch } from '../entities/search.ts'
import { callPaths } from '../paths/call-paths.ts'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { limits } from '../values/limits.ts'
import { call, doneReply, flagQuery, pageQuery, seenNumber } from './call.ts'

const listQuery = z.object({
  category: textField(limits.shortText, 0).optional(),
  q: z.string().optional(),
  inStock: flagQuery,
  sort: z.enum(['featured', 'newest', 'price', '-price']).optional(),
  ...pageQuery,
})
export type ListSort = NonNullable<z.infer<typeof listQuery>['sort']>

/** An amount of the shop's currency in a URL. */
const amount = z
  .string()
  .regex(/^[0-9]{1,7}(\.[0-9]{1,2})?$/)
  .optional()

/** The shopper's list. With a search text, `featured` is the best match first. */
const shopQuery = listQuery.extend({
  sort: z.enum(['featured', 'newest', 'price', '-price', 'unit-price', 'name', 'name-th']).optional(),
  onOffer: z.enum(['true']).optional(),
  /** Limits of the offer price, both inclusive. */
  minPrice: amount,
  maxPrice: amount,
  /**
   * Adds `counts` to the reply. With `in-stock`, those of the categories are of what is in stock, as “All products” has
   * it.
   */
  counts: z.enum(['true', 'in-stock']).optional(),
})
export type ShopListQuery = z.infer<typeof shopQuery>
export type ShopSort = NonNullable<ShopListQuery['sort']>

/** The seller's list. */
const sellerQuery = listQuery.extend({
  id: idField.optional(),
  archived: flagQuery,
  /** The seller's switch. A product that is switched on but not in stock is sold out. */
  switchedOn: flagQuery,
  /** The Idempotency-Key of an earlier product.add: returns that product alone, if it was added. */
  idempotencyKey: textField(limits.idempotencyKey).optional(),
})
export type SellerListQuery = z.infer<typeof sellerQuery>

/** The calls of products: the lists of the shop and the work on them. */
export const productCalls = {
  list: call(callPaths.product.list, {
    summary: 'Every product; with a filter, a limit or a cursor, one page',
    access: 'anyone',
    query: shopQuery,
    reply: {
      success: z.literal(true),
      products: z.array(product),
      /** Only with a query: the `cursor` of the next page; null on the last one. */
      nextCursor: z.string().nullable().optional(),
      /** Only with a query: the number of matches, counted up to 1,000, or up to 100 for a search. */
      total: z.int().optional(),
      /** Only for a search: why products were found that don't have the typed words, by the product's id. Ours. */
      because: reasons.optional(),
      /** Only if no product has the typed words, and all of these were found by others: which. Ours. */
      understood: z.array(because).optional(),
      /** Only if a search found nothing, though it knows what the words mean: the shop doesn't sell it. Ours. */
      isKnown: z.literal(true).optional(),
      /** Only for a search: paths of the categories that the text names. Ours. */
      categories: z.array(z.string()).optional(),
      /** Only with `counts`. Ours. */
      counts: listCounts.optional(),
    },
  }),
  get: call(callPaths.product.get, {
    summary: 'One product with up to five related ones that are in stock',
    access: 'anyone',
    ours: true,
    // No limit on the length: an id that names no product answers "not found".
    query: z.object({ id: z.string() }),
    reply: { success: z.literal(true), product: product, related: z.array(product) },
  }),
  byIds: call(callPaths.product.byIds, {
    summary: 'The products of a cart; unknown ids are left out, and archived products come with their names only',
    access: 'anyone',
    ours: true,
    query: z.object({ ids: z.string().max(limits.cartProducts * 37) }),
    reply: {
      success: z.literal(true),
      products: z.array(product),
      /** Those that the shop no longer sells; absent if there are none. */
      gone: z.array(product.pick({ _id: true, name: true, nameTh: true, Weight: true })).optional(),
      /** The current automatic promotions; absent if there are none. */
      promotions: z.array(availablePromotion).optional(),
    },
  }),
  suggest: call(callPaths.product.suggest, {
    summary: 'Up to six products, categories and other searches for the text typed so far',
    access: 'anyone',
    ours: true,
    query: z.object({ q: z.string() }),
    reply: {
      success: z.literal(true),
      products: z.array(product),
      because: reasons.optional(),
      /** Paths of categories. */
      categories: z.array(z.string()).optional(),
      /** Searches that the text could be the beginning of, or a misspelling of. */
      words: z.array(suggestedSearch).optional(),
    },
  }),
  add: call(sellerCallPaths.product.add, {
    summary: 'Adds a product with up to four pictures',
    access: 'seller',
    form: { productData: productInput, images: 'pictures' },
    takesKey: true,
    reply: { ...doneReply, product: product },
  }),
  stock: call(sellerCallPaths.product.stock, {
    summary: 'Sets whether a product is in stock',
    access: 'seller',
    body: z.object({ id: idField, inStock: z.boolean() }),
    reply: doneReply,
  }),
  seller: call(sellerCallPaths.product.seller, {
    summary: "The seller's list of products, a page at a time; with an id, that product alone",
    access: 'seller',
    ours: true,
    query: sellerQuery,
    reply: {
      success: z.literal(true),
      products: z.array(sellerProduct),
      nextCursor: z.string().nullable(),
      /** The number of matches, counted up to 1,000, or up to 100 for a search. */
      total: z.int(),
    },
  }),
  edit: call(sellerCallPaths.product.edit, {
    summary: 'Changes a product and its pictures',
    access: 'seller',
    ours: true,
    form: { productData: productEdit, 'images?': 'pictures' },
    reply: { ...doneReply, product: sellerProduct },
  }),
  count: call(sellerCallPaths.product.count, {
    summary: 'Sets the counted stock of a product, or stops counting it',
    access: 'seller',
    ours: true,
    body: z.object({
      id: idField,
      stock: z.int().min(0).max(limits.stock).nullable(),
      /** The count shown to the seller; if orders have changed it since: stock_changed. */
      seen: seenNumber.nullable(),
    }),
    reply: { ...doneReply, product: sellerProduct },
  }),
  price: call(sellerCallPaths.product.price, {
    summary: 'Sets the two prices of a product',
    access: 'seller',
    ours: true,
    body: z.object({
      id: idField,
      price: priceInput,
      offerPrice: priceInput,
      /** The prices shown to the seller; if they have changed since: product_changed. */
      seen: z.object({ price: wireMoney, offerPrice: wireMoney }),
    }),
    reply: { ...doneReply, product: sellerProduct },
  }),
  archive: call(sellerCallPaths.product.archive, {
    summary: 'Takes a product out of the catalogue, or puts it back; orders keep their copies',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField, archived: z.boolean() }),
    reply: { ...doneReply, product: sellerProduct },
  }),
  usualTaxClasses: call(sellerCallPaths.product.usualTaxClasses, {
    summary: 'The tax class of most products of each category, with which a new product begins',
    access: 'seller',
    ours: true,
    reply: {
      success: z.literal(true),
      /** Without the categories that have no products. */
      usual: z.array(z.object({ category: z.string(), taxClass: z.string() })),
    },
  }),
}
