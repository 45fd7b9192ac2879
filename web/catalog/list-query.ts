import type { ShopSort } from '../../contract/calls/product.ts'
import { asciiDigits } from '../../contract/values/ascii-digits.ts'
import { display, limits } from '../../contract/values/limits.ts'
import { getLocale } from '../messages/messages.ts'

/** The sort orders, in the order in which they are offered. By name means the name in the language of the page. */
export const sorts = ['featured', 'newest', 'price', '-price', 'unit-price', 'name'] as const satisfies ShopSort[]
export type Sort = (typeof sorts)[number]

export type ListFilters = {
  inStock: boolean
  onOffer: boolean
  /** Limits of the price, as plain text ("12.50"); '' is no limit. */
  minPrice: string
  maxPrice: string
}

export type ListQuery = ListFilters & {
  q: string
  sort: Sort
  /** Only products that have the words as they are typed. */
  exact: boolean
  cursor: string | undefined
}

export const noFilters: ListFilters = { inStock: false, onOffer: false, minPrice: '', maxPrice: '' }

/** Returns the query in a list's URL. Invalid parameters are ignored. */
export function listQueryOf(search: URLSearchParams): ListQuery {
  const sort = search.get('sort')
  return {
    q: (search.get('q') ?? '').trim().slice(0, limits.searchText),
    sort: sorts.find((each) => each === sort) ?? 'featured',
    inStock: search.get('inStock') === 'true',
    onOffer: search.get('onOffer') === 'true',
    minPrice: amountOf(search.get('minPrice') ?? '') ?? '',
    maxPrice: amountOf(search.get('maxPrice') ?? '') ?? '',
    exact: search.get('exact') === 'true',
    cursor: search.get('cursor') || undefined,
  }
}

/** Returns the query string of a list, as short as possible: `''`, or with its question mark. */
export function listSearch(query: Partial<ListQuery>): string {
  const { q, sort, inStock, onOffer, minPrice, maxPrice, exact, cursor } = query
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  if (q && exact) search.set('exact', 'true')
  if (sort && sort !== 'featured') search.set('sort', sort)
  if (inStock) search.set('inStock', 'true')
  if (onOffer) search.set('onOffer', 'true')
  if (minPrice) search.set('minPrice', minPrice)
  if (maxPrice) search.set('maxPrice', maxPrice)
  if (cursor) search.set('cursor', cursor)
  return search.size > 0 ? `?${search}` : ''
}

/** Returns the query string of a list after a change of it, which begins at its first page. */
export const changedSearch = (query: ListQuery, change: Partial<ListFilters & Pick<ListQuery, 'q' | 'sort'>>): string =>
  listSearch({ ...query, ...change, exact: query.exact && change.q === undefined, cursor: undefined })

/** Returns the filters alone of a list's query. */
export const filtersOf = ({ inStock, onOffer, minPrice, maxPrice }: ListQuery): ListFilters => ({
  inStock,
  onOffer,
  minPrice,
  maxPrice,
})

/** Returns the parameters of the API call for a list. */
export function listInput({ q, sort, inStock, onOffer, minPrice, maxPrice, cursor }: ListQuery) {
  return {
    q: q || undefined,
    sort: sort === 'name' && getLocale() === 'th' ? ('name-th' as const) : sort,
    inStock: inStock ? ('true' as const) : undefined,
    onOffer: onOffer ? ('true' as const) : undefined,
    minPrice: minPrice || undefined,
    maxPrice: maxPrice || undefined,
    counts: 'true' as const,
    cursor,
    limit: String(display.listPage),
  }
}

/** Returns how many filters are in use. The two limits of the price are one. */
export function filterCount({ inStock, onOffer, minPrice, maxPrice }: ListFilters): number {
  return [inStock, onOffer, minPrice || maxPrice].filter(Boolean).length
}

/**
 * Parses an amount of money as people type it ("฿ 1,250", "12,5", "๒๐"). Returns plain text, '' for an empty field, and
 * undefined for anything else.
 */
export function amountOf(input: string): string | undefined {
  const text = asciiDigits(input)
    .replace(/[\s฿$€£¥]/g, '')
    .replace(/^(\d+),(\d{1,2})$/, '$1.$2')
    .replaceAll(',', '')
  if (text === '') return ''
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? text : undefined
}
