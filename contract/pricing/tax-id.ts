import { asciiDigits } from '../values/ascii-digits.ts'

/**
 * Returns the digits of a tax ID or a branch as they are stored: 0 to 9, without the spaces and dashes that people put
 * between them.
 */
export const digitsOfTaxNumber = (text: string) => asciiDigits(text).replace(/[\s-]/g, '')

/** Returns whether a text is the number of a branch: five digits. */
export const isBranch = (text: string): boolean => /^[0-9]{5}$/.test(text)

/** Returns whether a text is thirteen digits whose last one follows from the others: weights 13 to 2, modulo 11. */
export function isTaxId(text: string): boolean {
  if (!/^[0-9]{13}$/.test(text)) return false
  let sum = 0
  for (let index = 0; index < 12; index += 1) sum += Number(text[index]) * (13 - index)
  return (11 - (sum % 11)) % 10 === Number(text[12])
}
