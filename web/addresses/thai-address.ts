/*
 * Validation of addresses in Thailand. Only our form applies it; the call accepts every address within the contract's
 * limits (see docs/decisions/039-addresses.md).
 */

/** Returns whether text is a Thai postcode: five digits. */
export function isThaiPostcode(text: string): boolean {
  return /^[0-9]{5}$/.test(text)
}

/**
 * Returns whether a rider in Thailand can call a number: a Thai mobile (06, 08, 09 and eight more digits) or landline
 * (02 to 05, 07 and seven more digits), with 0, 66 or +66, or a foreign number that starts with +. Spaces, dashes, dots
 * and brackets are ignored, and so is an extension ("ต่อ 12", "ext 12", "#12").
 */
export function isPhoneForThailand(text: string): boolean {
  const digits = text.replace(/(ต่อ|ext\.?|x|#)\s*[0-9]{1,6}\s*$/i, '').replace(/[\s().–-]/g, '')
  const national = digits.replace(/^(\+66|0066|66)0?/, '0')
  return /^0([689][0-9]{8}|[23457][0-9]{7})$/.test(national) || /^\+(?!66)[1-9][0-9]{6,14}$/.test(digits)
}
