import type { ShopListQuery, ShopSort } from '../../contract/calls/product.ts'
import { display, limits } from '../../contract/values/limits.ts'
import { amountText, plainNumber } from '../../contract/values/typed-amount.ts'
import { getLocale } from '../messages/messages.ts'

/** The sort orders, in the order in which they are offered. By name means the name in the language of the page. */
export const sorts = ['featured', 'newest', 'price', '-price', 'unit-price', 'name'] as const satisfies ShopSort[]
export type Sort = (typeof sorts)[number]

const isTrue = (text: string): boolean => text === 'true'
/** Returns a limit of the price as plain text ("12.50"); '' is no limit. */
const limitOf = (text: string): string => amountOf(text) ?? ''

/** The names of the filters in the URL and in the API call. */
type FilterName = Exclude<keyof ShopListQuery, 'category' | 'q' | 'sort' | 'limit' | 'cursor' | 'counts'>

/** How each filter is read from its text in the URL; '' is none. */
const readers = { inStock: isTrue, onOffer: isTrue, minPrice: limitOf, maxPrice: limitOf } satisfies Record<
  FilterName,
  (text: string) => boolean | string
>
const filterNames = Object.keys(readers) as FilterName[]

export type ListFilters = { [Name in FilterName]: ReturnType<(typeof readers)[Name]> }

export type ListQuery = ListFilters & {
  q: string
  sort: Sort
  /** Only products that have the words as they are typed. */
  exact: boolean
  cursor: string | undefined
}

const filtersFrom = (value: (name: FilterName) => boolean | string) =>
  Object.fromEntries(filterNames.map((name) => [name, value(name)])) as ListFilters

export const noFilters: ListFilters = filtersFrom((name) => readers[name](''))

/** The list of all products. */
export const allProductsPath = '/products'

/** Returns whether a list has products in stock only, and so no filter for that. */
export const isAlwaysInStock = (path: string, q: string): boolean => path === allProductsPath && q === ''

/** Returns a query as the list at `path` applies it. */
const appliedAt = <Query extends Partial<ListQuery>>(path: string, query: Query): Query =>
  isAlwaysInStock(path, query.q ?? '') ? { ...query, inStock: false } : query

/** Returns the query in the URL of the list at `path`. Invalid parameters, and filters it doesn't have, are ignored. */
export function listQueryOf(path: string, search: URLSearchParams): ListQuery {
  const sort = search.get('sort')
  return appliedAt(path, {
    q: (search.get('q') ?? '').trim().slice(0, limits.searchText),
    sort: sorts.find((each) => each === sort) ?? 'featured',
    ...filtersFrom((name) => readers[name](search.get(name) ?? '')),
    exact: search.get('exact') === 'true',
    cursor: search.get('cursor') || undefined,
  })
}

/** Returns the URL of the list at `path`, as short as possible. */
export function listUrl(path: string, query: Partial<ListQuery>): string {
  const { q, sort, exact, cursor, ...filters } = appliedAt(path, query)
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  if (q && exact) search.set('exact', 'true')
  if (sort && sort !== 'featured') search.set('sort', sort)
  for (const [name, text] of Object.entries(parametersOf(filters))) search.set(name, text)
  if (cursor) search.set('cursor', cursor)
  return search.size > 0 ? `${path}?${search}` : path
}

/** Returns the URL of a list after a change of its query, which begins at its first page. */
export const changedUrl = (
  path: string,
  query: ListQuery,
  change: Partial<ListFilters & Pick<ListQuery, 'q' | 'sort'>>,
): string => listUrl(path, { ...query, ...change, exact: query.exact && change.q === undefined, cursor: undefined })

/** Returns the filters alone of a list's query. */
export const filtersOf = (query: ListFilters): ListFilters => filtersFrom((name) => query[name])

/** Returns the parameters of the filters in use. */
const parametersOf = (filters: Partial<ListFilters>) =>
  Object.fromEntries(filterNames.filter((name) => filters[name]).map((name) => [name, String(filters[name])])) as Pick<
    ShopListQuery,
    FilterName
  >

/** Returns the parameters of the API call for a list. */
export function listInput({ q, sort, exact: _, cursor, ...filters }: ListQuery) {
  return {
    q: q || undefined,
    sort: sort === 'name' && getLocale() === 'th' ? ('name-th' as const) : sort,
    ...parametersOf(filters),
    counts: 'true' as const,
    cursor,
    limit: String(display.listPage),
  }
}

/** Returns how many filters are in use. The two limits of the price are one. */
export function filterCount(query: ListFilters): number {
  const { minPrice, maxPrice, ...others } = filtersOf(query)
  return [minPrice || maxPrice, ...Object.values(others)].filter(Boolean).length
}

/**
 * Parses an amount of money as people type it ("฿ 1,250", "12,5", "๒๐"). Returns plain text, '' for an empty field, and
 * undefined for anything else.
 */
export function amountOf(input: string): string | undefined {
  const text = amountText(input)
  if (text === '') return ''
  const plain = plainNumber(text)?.replace(/^\./, '0.').replace(/\.$/, '')
  return plain !== undefined && /^\d{1,7}(\.\d+)?$/.test(plain) ? plain : undefined
}
