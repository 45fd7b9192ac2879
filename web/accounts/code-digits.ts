import { limits } from '../../contract/values/limits.ts'

/**
 * Returns the digits of typed, pasted or autofilled text, at most six. Accepts a whole sentence ("Your code: 123 456")
 * and digits of other scripts, such as ๑๒๓ and １２３.
 */
export function digitsOfCode(text: string): string {
  let digits = ''
  for (const character of text.normalize('NFKC')) {
    const thai = '๐๑๒๓๔๕๖๗๘๙'.indexOf(character)
    if (thai >= 0) digits += thai
    else if (character >= '0' && character <= '9') digits += character
  }
  return digits.slice(0, limits.codeDigits)
}
