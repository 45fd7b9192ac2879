import { cappedCount } from '../../../contract/values/capped-count.ts'

/** Returns a tab's title with a count before it: "(3) Today". A count from before is replaced. */
export function countedTitle(title: string, count: number): string {
  const plain = title.replace(/^\([\d,]+\+?\) /, '')
  return count > 0 ? `(${cappedCount(count)}) ${plain}` : plain
}
