import { asciiDigits } from '../../../../contract/values/ascii-digits.ts'
import { limits } from '../../../../contract/values/limits.ts'
import { m } from '../../../messages/messages.ts'

/**
 * Parses a number of pieces as people type it: `1000`, `1,000`, `1 000` and Thai digits; null if the field is empty,
 * which means that pieces aren't counted.
 */
export function readCount(input: string): { value: number | null; error?: never } | { error: string; value?: never } {
  const text = asciiDigits(input).replace(/\s/g, '')
  if (text === '') return { value: null }
  const isNumber = /^\d{1,7}$/.test(text) || /^[1-9]\d{0,2}(,\d{3})+$/.test(text)
  const count = Number(text.replaceAll(',', ''))
  if (isNumber && count <= limits.stock) return { value: count }
  return { error: m.seller_stock_error({ max: limits.stock.toLocaleString('en') }) }
}
