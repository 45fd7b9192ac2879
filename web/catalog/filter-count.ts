import { cappedCount } from '../../contract/values/capped-count.ts'

/** The number of products that a filter would show; undefined if it is unknown. */
export type CountedFilter = { count: number | undefined; q: string }

/** Formats the number of products of a filter, which without a search has an upper limit. */
export function countText(count: number, q: string): string {
  return q === '' ? cappedCount(count) : count.toLocaleString('en')
}
