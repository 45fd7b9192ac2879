import type { SellerListQuery, ShopListQuery, ShopSort } from '../../../contract/calls/product.ts'
import type { Complete } from '../../../contract/entities/fields.ts'
import type { MatchReason } from '../../../contract/entities/search.ts'
import { findCategory, type ShopConfig } from '../../../contract/settings/shop.ts'
import { countCaps, display, serverLimits } from '../../../contract/values/limits.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { searchText } from '../../common/normalise-text.ts'
import { pageSizeOf } from '../../common/page-size.ts'
import { refuse } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { countsOfList } from '../../domain/product-count-queries.ts'
import { isFiltered, type ProductFilter } from '../../domain/product-filter-queries.ts'
import type { PromotionReader } from '../../promotions/current-promotions.ts'
import type { ProductSearch } from '../../search/finding/product-search.ts'
import type { PageOptions } from '../list-queries.ts'
import { type ProductRow, productToWire, sellerProductToWire } from '../product-to-wire.ts'
import * as queries from '../queries.ts'
import { cursorAfter, pageOfHits, parseCursor } from './list-cursor.ts'

export type ListDeps = {
  db: Db
  shop: ShopConfig
  promotions: Pick<PromotionReader, 'read'>
  search: Pick<ProductSearch, 'find' | 'indexChanged'>
  /** Most products that are returned in one reply without paging. */
  wholeList?: number
}

/**
 * Returns the shop's products that a query asks for, or a page of what a search found. Without a query all of them.
 *
 * Throws `list_too_long`, and `malformed` for a cursor that isn't one of the list.
 */
export async function listProducts({ db, shop, promotions, search, wholeList }: ListDeps, query: ShopListQuery) {
  const toWire = await publicToWire(promotions)
  if (Object.values(query).every((value) => value === undefined)) {
    const max = wholeList ?? serverLimits.wholeList
    // Checked first: reading all products to count them would take the memory that this limit saves.
    if (await queries.hasMoreThan(db, max)) refuse('list_too_long', { values: { max: max.toLocaleString('en') } })
    const rows = await queries.allProducts(db, max)
    return { products: rows.map(toWire) }
  }
  const typed = searchText(query.q)
  const page = pageOf(query)
  const onlyStruck = shop.struckPrices === 'asked'
  const filter = { ...filterOf(shop, query), offers: { ...(await promotions.read()).offers, onlyStruck } }
  const counts = query.counts !== undefined
  if (typed) return foundReply({ db, search, toWire }, typed, filter, { ...page, cursor: query.cursor, counts })
  // Unit prices are kept in the index of the search.
  if (page.sort === 'unit-price') await search.indexChanged()
  const paths = shop.categories.map(({ path }) => path)
  const [{ rows, total }, countsOf] = await Promise.all([
    queries.pageOfProducts(db, filter, { ...page, limit: page.limit + 1 }),
    counts ? countsOfList(db, filter, paths, { inStock: query.counts === 'in-stock' }) : undefined,
  ])
  return {
    products: rows.slice(0, page.limit).map(toWire),
    nextCursor: cursorAfter(rows, page.limit, page.sort),
    total,
    counts: countsOf,
  }
}

/** Returns a page of a search's results. */
async function foundReply(
  { db, search, toWire }: Pick<ListDeps, 'db' | 'search'> & { toWire: (row: ProductRow) => object },
  typed: string,
  filter: ProductFilter,
  { sort, limit, cursor, counts }: { sort: ShopSort; limit: number; cursor: string | undefined; counts: boolean },
) {
  const found = await search.find(typed, filter, { sort, counts })
  const { ids, nextCursor } = pageOfHits(found.hits, limit, cursor)
  const shown = new Set(ids)
  const rows = await queries.productsInOrder(db, ids)
  return {
    products: rows.map(toWire),
    nextCursor,
    total: Math.min(found.hits.length, countCaps.found),
    ...reasonsOf(found.hits.filter(({ id }) => shown.has(id))),
    understood: found.understood.length > 0 ? found.understood : undefined,
    isKnown: found.isKnown || undefined,
    categories: found.categories.length > 0 ? found.categories : undefined,
    counts: found.counts,
  }
}

/**
 * Returns a page of the products as sellers see them. Throws `malformed` for a cursor that isn't one of the list.
 */
export async function listForSeller(
  { db, shop, search }: Pick<ListDeps, 'db' | 'shop' | 'search'>,
  query: SellerListQuery,
) {
  const page = pageOf(query)
  const sellerFilter = {
    ...filterOf(shop, query),
    archived: query.archived === 'true',
    switchedOn: query.switchedOn === undefined ? undefined : query.switchedOn === 'true',
  }
  const typed = searchText(query.q)
  if (typed) {
    const found = await search.find(typed, sellerFilter, { sort: page.sort })
    // A seller searches for products with these words; alternatives are for shoppers.
    const complete = found.hits.filter(({ because, hasAll }) => because.length === 0 && hasAll)
    // Without a number that is part of its name, it would be another product.
    const hits = complete.length > 0 ? complete : found.hits.filter(({ hasNumbers }) => hasNumbers)
    const { ids, nextCursor } = pageOfHits(hits, page.limit, query.cursor)
    const rows = await queries.sellerProductsInOrder(db, ids)
    return { products: rows.map(sellerProductToWire), nextCursor, total: Math.min(hits.length, countCaps.found) }
  }
  const { rows, total } = await queries.pageOfSellerProducts(db, sellerFilter, { ...page, limit: page.limit + 1 })
  const products = rows.slice(0, page.limit)
  return { products: products.map(sellerProductToWire), nextCursor: cursorAfter(rows, page.limit, page.sort), total }
}

/** Returns `productToWire` with the labels of the promotions that are on. */
export async function publicToWire(promotions: ListDeps['promotions']) {
  const { labelOf } = await promotions.read()
  return (row: ProductRow) => productToWire(row, labelOf)
}

/** The reasons of the hits that have some, by id, if there are any. */
export function reasonsOf(hits: readonly { id: string; because: MatchReason[] }[]) {
  const reasons = hits.filter(({ because }) => because.length > 0).map(({ id, because }) => [id, because] as const)
  return reasons.length > 0 ? { because: Object.fromEntries(reasons) } : {}
}

/** Returns whether a search is the first page of the whole shop: with a filter, finding nothing says little. */
export const isWholeSearch = (shop: ShopConfig, query: ShopListQuery) =>
  !isFiltered(filterOf(shop, query)) && query.cursor === undefined

/** What isn't in the query of a shopper's list. */
type NotInQuery = 'offers' | 'switchedOn' | 'archived'

/** Returns the filter that a list's query parameters ask for. */
function filterOf(shop: ShopConfig, query: ShopListQuery): Complete<Omit<ProductFilter, NotInQuery>> {
  return {
    // An unknown category is a list without products.
    category: query.category === undefined ? undefined : (findCategory(shop, query.category)?.path ?? query.category),
    sellable: query.inStock === undefined ? undefined : query.inStock === 'true',
    onOffer: query.onOffer === 'true' || undefined,
    minPrice: query.minPrice === undefined ? undefined : centsOf(Number(query.minPrice)),
    maxPrice: query.maxPrice === undefined ? undefined : centsOf(Number(query.maxPrice)),
  }
}

/** Returns the page that a list's query parameters ask for. Throws `malformed` for a cursor of something else. */
function pageOf(query: Pick<ShopListQuery, 'q' | 'sort' | 'limit' | 'cursor'>): PageOptions {
  const sort = query.sort ?? 'featured'
  return {
    sort,
    limit: pageSizeOf(query.limit, display.listPage),
    // A search has a cursor of another kind.
    after: query.cursor === undefined || searchText(query.q) ? undefined : parseCursor(query.cursor, sort),
  }
}
