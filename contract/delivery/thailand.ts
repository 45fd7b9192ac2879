const thailand = new Set([
  'thailand',
  'th',
  'tha',
  'kingdom of thailand',
  'ไทย',
  'ประเทศไทย',
  'เมืองไทย',
  'ราชอาณาจักรไทย',
])

/**
 * Returns whether the text of a country field, such as "Bangkok, Thailand", means the country with this ISO 3166-1
 * code.
 */
export function isCountry(input: string, code: string): boolean {
  if (code === 'TH') return isThailand(input) || /thai|ไทย/i.test(input)
  const text = input.normalize('NFC').trim().toLowerCase()
  const names = ['en', 'th'].map((language) => new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code)
  return [code, ...names].some((name) => name.toLowerCase() === text)
}

/** Returns whether the text of a country field means Thailand. */
export function isThailand(country: string): boolean {
  return thailand.has(country.normalize('NFC').trim().toLowerCase())
}
