import { limits } from '../../contract/limits.ts'

/** What is looked at of a search text: people type marks and spaces that composing and trimming take away again. */
const longestTyped = 10 * limits.searchText

/**
 * Text as it is kept where people look for it, and as it is looked for: in Unicode's composed form (NFC), without space
 * around it and with one space where several were. Two ways to type the same name are the same name then.
 */
export function plainText(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ')
}

/** The text without the slashes at its end. A pattern would try again at each of them. */
export function withoutSlashesAtEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/**
 * What was typed into a search box, ready to be looked for; undefined when there is nothing to look for. Characters that no
 * name can hold become such as none does hold, so that nothing is found.
 */
export function searchText(typed: string | undefined): string | undefined {
  // First to what can become a text of the wanted length: the composed form may be shorter, and takes longer to make than
  // to cut. Either cut may leave half of a character at the end.
  const text = plainText((typed ?? '').slice(0, longestTyped)).slice(0, limits.searchText)
  return text.toWellFormed().replaceAll('\u0000', '\ufffd').trim() || undefined
}
