import { asciiDigits } from './ascii-digits.ts'

const withoutSeparators = (text: string) => text.replace(/[\s().\u2010-\u2013-]/g, '')

/**
 * Returns whether a rider in Thailand can call a number: a Thai mobile (06, 08, 09 and eight more digits) or landline
 * (02 to 05, 07 and seven more digits), with 0, 66 or +66, or a foreign number that starts with +. Spaces, dashes, dots
 * and brackets are ignored, and so is an extension ("ต่อ 12", "ext 12", "#12").
 */
export function isPhoneForThailand(text: string): boolean {
  const digits = withoutSeparators(text.replace(/(ต่อ|ext\.?|x|#)\s*[0-9]{1,6}\s*$/i, ''))
  const national = digits.replace(/^(\+66|0066|66)0?/, '0')
  return /^0([689][0-9]{8}|[23457][0-9]{7})$/.test(national) || /^\+(?!66)[1-9][0-9]{6,14}$/.test(digits)
}

/**
 * Returns whether shoppers in Thailand can call a shop's number, which may have Thai digits: one as above, a short one
 * of three or four digits (1669), or one of a call centre (1800 123 456).
 */
export function isShopPhoneForThailand(text: string): boolean {
  const ascii = asciiDigits(text)
  return isPhoneForThailand(ascii) || /^1([0-9]{2,3}|[89]00[0-9]{6})$/.test(withoutSeparators(ascii))
}
