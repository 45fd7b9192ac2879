import { asciiDigits } from './ascii-digits.ts'

/** The currencies' signs that an amount of money may be typed with. */
export const currencySigns = /[฿$€£¥]/g

/** Returns the digits and separators of an amount of money as people type it. */
export const amountText = (input: string): string => asciiDigits(input).replace(currencySigns, '').replace(/\s/g, '')

/**
 * Returns the number of an `amountText` with a decimal point and no thousands separators; undefined if it is ambiguous
 * or no number.
 */
export function plainNumber(text: string): string | undefined {
  // Amounts have at most two decimals, so three digits after a comma are thousands.
  if (/^(\d+\.?\d{0,2}|\.\d{1,2})$/.test(text)) return text
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d{0,2})?$/.test(text)) return text.replaceAll(',', '')
  if (/^\d+,\d{1,2}$/.test(text)) return text.replace(',', '.')
  if (/^[1-9]\d{0,2}(\.\d{3})+,\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return undefined
}
