import { asciiDigits } from '../../contract/values/ascii-digits.ts'
import { limits } from '../../contract/values/limits.ts'

/**
 * Returns the digits of typed, pasted or autofilled text, at most six. Accepts a whole sentence ("Your code: 123 456")
 * and digits of other scripts, such as ๑๒๓ and １２３.
 */
export function digitsOfCode(text: string): string {
  return asciiDigits(text.normalize('NFKC')).replace(/\D/g, '').slice(0, limits.codeDigits)
}
