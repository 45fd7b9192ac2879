import { limits } from '../../contract/values/limits.ts'
import { plainText } from './plain-text.ts'

/** The most characters of a search text that are read, several times the limit because normalising shortens it. */
const maxTyped = 10 * limits.searchText

/**
 * Normalises text for storing and searching: Unicode's composed form (NFC), no surrounding space, single spaces, no
 * control characters and none that set the direction of text. So two ways to type a name are the same name.
 */
export function normaliseText(text: string): string {
  return plainText(text.normalize('NFC')).replace(/\s+/g, ' ')
}

/** Removes slashes at the end. A regular expression would backtrack at each of them. */
export function withoutSlashesAtEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/**
 * Normalises the text of a search box; undefined if it is empty. Characters that no name can contain are replaced by
 * one that no name does contain, so that nothing is found.
 */
export function searchText(typed: string | undefined): string | undefined {
  // Cut before normalising, which is slower than cutting, and again afterwards. Either cut may leave half a character
  // at the end.
  const text = normaliseText((typed ?? '').slice(0, maxTyped).replaceAll('\u0000', '\ufffd')).slice(
    0,
    limits.searchText,
  )
  return text.toWellFormed().trim() || undefined
}
