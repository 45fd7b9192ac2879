import { readPrice } from '../../../contract/catalog/read-price.ts'
import type { FieldErrorCode } from '../../../contract/messages/field-errors.ts'
import { asciiDigits } from '../../../contract/values/ascii-digits.ts'
import { type Cents, cents } from '../../../contract/values/money.ts'
import { readWhole } from '../../../contract/values/read-whole.ts'

/** What is wrong with a field of a draft. */
export type DraftError = { error: FieldErrorCode; values?: Readonly<Record<string, string | number>> }

type Read<Value> = { value: Value; wrong?: never } | { wrong: DraftError; value?: never }

/** Reads a field that needs a whole number from `min` to `max`. */
export function readWholeField(text: string, { min, max }: { min: number; max: number }): Read<number> {
  const value = readWhole(text, { min, max })
  if (value !== undefined) return { value }
  if (text.trim() === '') return { wrong: { error: 'required' } }
  return { wrong: { error: 'whole_number', values: { min, max: max.toLocaleString('en') } } }
}

/** Reads a field with a sum that may be nothing, such as a fee: empty or 0 is free. */
export function readSumField(text: string): Read<Cents> {
  const typed = asciiDigits(text).replace(/\s/g, '')
  if (/^(0*|0+[.,]0*|[.,]0+)$/.test(typed)) return { value: cents(0) }
  const { cents: value, error, values } = readPrice(text)
  if (value !== undefined) return { value }
  return { wrong: { error: error === 'price' ? 'amount' : error, ...(values && { values }) } }
}
