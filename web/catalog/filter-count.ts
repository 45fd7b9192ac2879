import { counted } from '../../contract/values/limits.ts'

/** How many products a filter would show; undefined if that wasn't counted. */
export type CountedFilter = { count: number | undefined; q: string }

/** Formats how many products a filter shows. Without a search they are counted up to a limit. */
export function countText(count: number, q: string): string {
  return q === '' && count >= counted.all ? `${counted.all.toLocaleString('en')}+` : count.toLocaleString('en')
}
