import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '../../database/database.ts'

/** How many words of a search text are looked up. */
export const mostWords = 4

/** The least that the trigram index can look up. It doesn't count Thai tone marks as letters. */
export const threeLetters = /[\p{Alphabetic}\p{N}]{3}/u

/** The separators of words, the same as in the database's search_words. */
export const betweenWords = /[ ,.;:!?()[\]{}"/\t\n\r]/

/**
 * Conditions that the catalogue has every word that a name with this text must contain. The database evaluates them once,
 * before it reads products: if a word is missing, the search returns nothing without reading every product that shares
 * its first letters.
 */
export function hasWordsOf(search: string): RawBuilder<boolean>[] {
  return wordPatterns(search).map(
    (pattern) => sql<boolean>`exists (select from product_word where word like lower(${pattern}))`,
  )
}

/**
 * Returns LIKE patterns for the words of a text. Its first word may be the end of a longer one and its last word the
 * beginning of one; those between separators are whole. Only patterns that the index can look up: no numbers, and nothing
 * without three letters in a row.
 */
function wordPatterns(text: string): string[] {
  const parts = text.split(betweenWords)
  return parts
    .map((part, at) => ({
      part,
      pattern: `${at > 0 ? '' : '%'}${escapeLike(part)}${at < parts.length - 1 ? '' : '%'}`,
    }))
    .filter(({ part }) => /[^0-9]/.test(part) && threeLetters.test(part))
    .sort((a, b) => b.part.length - a.part.length)
    .slice(0, mostWords)
    .map(({ pattern }) => pattern)
}
