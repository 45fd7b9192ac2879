import type { FieldErrorCode } from '../messages/field-errors.ts'
import { limits } from '../values/limits.ts'
import { type Cents, cents, formatMoney } from '../values/money.ts'
import { amountText, plainNumber } from '../values/typed-amount.ts'

export type ParsedPrice =
  | { cents: Cents; error?: never; values?: never }
  | { error: FieldErrorCode; values?: Readonly<Record<string, string | number>>; cents?: never }

/**
 * Parses a price as people type it: `25.50`, `25,50`, `1,234.50`, `1.234,50`, `฿ 25`, and Thai digits. A comma is
 * interpreted if only one meaning is possible; otherwise the error is `price_unclear`. Other errors: `required`,
 * `price`, `price_too_high`.
 */
export function readPrice(input: string): ParsedPrice {
  const text = amountText(input)
  if (text === '') return { error: 'required' }
  const plain = plainNumber(text)
  if (plain === undefined)
    return { error: /^[.,]*\d[\d.,]*$/.test(text) && text.includes(',') ? 'price_unclear' : 'price' }
  const [whole = '', part = ''] = plain.split('.')
  const value = Number(whole || '0') * 100 + Number(part.padEnd(2, '0'))
  if (value === 0) return { error: 'price' }
  if (value > limits.priceCents)
    return { error: 'price_too_high', values: { max: formatMoney(cents(limits.priceCents), '') } }
  return { cents: cents(value) }
}

/** Returns whether a price differs so much (tenfold) that a typing error is likely. */
export function isSuspiciousPrice(before: number, now: number): boolean {
  return before > 0 && now > 0 && (now >= before * 10 || now * 10 <= before)
}
