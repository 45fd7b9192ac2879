import { limits } from '../../contract/values/limits.ts'

/**
 * Returns how many rows a page of a list has: `usual` if the client asks for no number, otherwise 1 to
 * `limits.pageSize`.
 */
export function pageSizeOf(limit: string | undefined, usual: number): number {
  return limit === undefined ? usual : Math.min(Math.max(Number(limit), 1), limits.pageSize)
}
