const thai = /[\u0E00-\u0E7F]/g

/**
 * The `lang` of words that came from the shop as they are: some of its refusals are Thai whatever the page speaks.
 * Undefined where the page's own holds.
 */
export function languageOf(words: string): 'th' | undefined {
  return (words.match(thai)?.length ?? 0) * 2 > words.length ? 'th' : undefined
}
