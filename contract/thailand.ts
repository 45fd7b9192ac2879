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

/** Returns whether the text of a country field means Thailand. */
export function isThailand(country: string): boolean {
  return thailand.has(country.normalize('NFC').trim().toLowerCase())
}
