import { limits } from '../../contract/limits.ts'

/**
 * Text as it is kept where people look for it, and as it is looked for: in Unicode's composed form (NFC), without space
 * around it and with one space where several were. Two ways to type the same name are the same name then.
 */
export function plainText(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ')
}

/**
 * What was typed into a search box, ready to be looked for; undefined when there is nothing to look for. Characters that no
 * name can hold become such as none does hold, so that nothing is found.
 */
export function searchText(typed: string | undefined): string | undefined {
  // The cut may leave half of a character at the end.
  const text = plainText(typed ?? '').slice(0, limits.searchText)
  return text.toWellFormed().replaceAll('\u0000', '\ufffd').trim() || undefined
}
