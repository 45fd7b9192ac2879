import { type RawBuilder, sql } from 'kysely'
import { literal } from '../../database/database.ts'

/*
 * The words of the catalogue's names, which are fewer than the names by far.
 */

/** Words of a text that are looked up. */
export const mostWords = 4

/** What the index of trigrams finds a text by, at the least. Tone marks of Thai are no letters to it. */
export const threeLetters = /[\p{Alphabetic}\p{N}]{3}/u

/** What stands between words, here and in the database's search_words. */
export const betweenWords = /[ ,.;:!?()[\]{}"/\t\n\r]/

/**
 * Whether the catalogue has the words that it must have where a product's name holds the text, which is asked once and
 * before any product is looked at. Where it has none, a search needn't read every product with the same first letters to
 * learn that it finds nothing.
 */
export function hasWordsOf(search: string): RawBuilder<boolean>[] {
  return partsOf(search).map(
    (pattern) => sql<boolean>`exists (select from product_word where word like lower(${pattern}))`,
  )
}

/**
 * Patterns of the words: what stands in a text between two spaces or signs is a whole word, what it begins and ends with
 * are the end and the beginning of one. Only those that the index of words finds: no numbers, nothing without three letters
 * in a row.
 */
function partsOf(text: string): string[] {
  const parts = text.split(betweenWords)
  return parts
    .map((part, at) => ({ part, pattern: `${at > 0 ? '' : '%'}${literal(part)}${at < parts.length - 1 ? '' : '%'}` }))
    .filter(({ part }) => /[^0-9]/.test(part) && threeLetters.test(part))
    .sort((a, b) => b.part.length - a.part.length)
    .slice(0, mostWords)
    .map(({ pattern }) => pattern)
}
