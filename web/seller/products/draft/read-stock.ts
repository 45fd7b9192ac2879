import { limits } from '../../../../contract/values/limits.ts'
import { readWhole } from '../../../../contract/values/read-whole.ts'
import { m } from '../../../messages/messages.ts'

/** Parses a number of pieces, as `readWhole` does; null if the field is empty: pieces aren't counted then. */
export function readStock(input: string): { value: number | null; error?: never } | { error: string; value?: never } {
  if (input.trim() === '') return { value: null }
  const value = readWhole(input, { max: limits.stock })
  if (value !== undefined) return { value }
  return { error: m.sellerProducts_stock_error({ max: limits.stock.toLocaleString('en') }) }
}
