const thai = /[\u0E00-\u0E7F]/g

/**
 * Returns the `lang` of a message of the server: some of its refusals are Thai in every language. Undefined if the
 * page's own `lang` is right.
 */
export function langOf(text: string): 'th' | undefined {
  return (text.match(thai)?.length ?? 0) * 2 > text.length ? 'th' : undefined
}
