import type { ListSort } from '../../../../contract/calls/product.ts'
import { findCategory, type ShopConfig } from '../../../../contract/settings/shop.ts'
import { limits } from '../../../../contract/values/limits.ts'

/** The path of the seller's list. */
export const listPath = '/seller/product-list'

/** In the order of the menu; the first is the default and not in the URL. */
export const sellerSorts = ['newest', 'featured', 'price', '-price'] as const satisfies readonly ListSort[]

export const stockFilters = ['in', 'out', 'off', 'archived'] as const
export type StockFilter = (typeof stockFilters)[number]

export type ListQuery = {
  q: string
  sort: ListSort
  /** The category's path in the shop's spelling. */
  category: string | undefined
  /** The filter; undefined for everything that isn't archived. */
  stock: StockFilter | undefined
  cursor: string | undefined
}

/** Returns the query of the seller's list's URL. Invalid values are ignored. */
export function sellerListQueryOf(search: URLSearchParams, shop: Pick<ShopConfig, 'categories'>): ListQuery {
  const sort = search.get('sort')
  const stock = search.get('stock')
  const category = search.get('category')
  return {
    q: (search.get('q') ?? '').trim().slice(0, limits.searchText),
    sort: sellerSorts.find((each) => each === sort) ?? 'newest',
    category: category ? findCategory(shop, category)?.path : undefined,
    stock: stockFilters.find((each) => each === stock),
    cursor: search.get('cursor') || undefined,
  }
}

/** Returns the shortest URL query: `''`, or with its question mark. */
export function sellerListSearch({ q, sort, category, stock, cursor }: ListQuery): string {
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  if (category) search.set('category', category.toLowerCase())
  if (stock) search.set('stock', stock)
  if (sort !== 'newest') search.set('sort', sort)
  if (cursor) search.set('cursor', cursor)
  return search.size > 0 ? `?${search}` : ''
}

/** Returns the input of the list's call. */
export function sellerListInput({ q, sort, category, stock, cursor }: ListQuery) {
  return {
    q: q || undefined,
    sort,
    category,
    inStock: stock === 'in' ? ('true' as const) : stock === 'out' ? ('false' as const) : undefined,
    switchedOn: stock === 'out' ? ('true' as const) : stock === 'off' ? ('false' as const) : undefined,
    archived: stock === 'archived' ? ('true' as const) : undefined,
    cursor,
  }
}
