import { limits } from '../../../contract/limits.ts'
import { type Cents, cents, formatMoney } from '../../../contract/money.ts'
import type { FieldFault } from '../../../contract/refusals.ts'

export type TypedPrice =
  | { cents: Cents; fault?: never; places?: never }
  | { fault: FieldFault; places?: Readonly<Record<string, string | number>>; cents?: never }

/**
 * Reads a price as people type it: `25.50`, `25,50`, `1,234.50`, `1.234,50`, `฿ 25`, and Thai digits. A comma is taken for
 * what it can only be; where it could be something else the price isn't guessed (`price_unclear`). Other faults:
 * `required`, `price`, `price_too_high`.
 */
export function readPrice(typed: string): TypedPrice {
  const text = asciiDigits(typed).replace(/[\s฿$€£¥]/g, '')
  if (text === '') return { fault: 'required' }
  const plain = plainNumber(text)
  if (plain === undefined)
    return { fault: /^[.,]*\d[\d.,]*$/.test(text) && text.includes(',') ? 'price_unclear' : 'price' }
  const [whole = '', part = ''] = plain.split('.')
  const value = Number(whole || '0') * 100 + Number(part.padEnd(2, '0'))
  if (value === 0) return { fault: 'price' }
  if (value > limits.priceCents)
    return { fault: 'price_too_high', places: { max: formatMoney(cents(limits.priceCents), '') } }
  return { cents: cents(value) }
}

/** The number with a point for its decimals and nothing between its thousands; undefined where that can't be told. */
function plainNumber(text: string): string | undefined {
  // No more than two decimals exist, so three digits after a comma are thousands.
  if (/^(\d+\.?\d{0,2}|\.\d{1,2})$/.test(text)) return text
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d{0,2})?$/.test(text)) return text.replaceAll(',', '')
  if (/^\d+,\d{1,2}$/.test(text)) return text.replace(',', '.')
  if (/^[1-9]\d{0,2}(\.\d{3})+,\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return undefined
}

/** A text with Thai digits in it as it reads with the others. */
export function asciiDigits(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
}

/** A price as its field shows it: `25.50`. */
export function priceText(wire: number): string {
  return wire.toFixed(2)
}

/** Whether a price is so far from the one before that a slip of the finger is likelier than a decision: ten times. */
export function isFarFrom(before: number, now: number): boolean {
  return before > 0 && now > 0 && (now >= before * 10 || now * 10 <= before)
}
