import type { ListSort } from '../../contract/calls/product.ts'
import { display, limits } from '../../contract/limits.ts'

/** The sort orders, in the order in which they are offered. */
export const sorts = ['featured', 'newest', 'price', '-price'] as const satisfies readonly ListSort[]

export type ListQuery = { q: string; sort: ListSort; cursor: string | undefined }

/** Returns the query in a list's URL. Invalid parameters are ignored. */
export function listQueryOf(search: URLSearchParams): ListQuery {
  const sort = search.get('sort')
  return {
    q: (search.get('q') ?? '').trim().slice(0, limits.searchText),
    sort: sorts.find((each) => each === sort) ?? 'featured',
    cursor: search.get('cursor') || undefined,
  }
}

/** Returns the query string of a list, as short as possible: `''`, or with its question mark. */
export function listSearch({ q, sort, cursor }: Partial<ListQuery>): string {
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  if (sort && sort !== 'featured') search.set('sort', sort)
  if (cursor) search.set('cursor', cursor)
  return search.size > 0 ? `?${search}` : ''
}

/** Returns the parameters of the API call for a list. */
export function listInput({ q, sort, cursor }: ListQuery) {
  return { q: q || undefined, sort, cursor, limit: String(display.listPage) }
}
