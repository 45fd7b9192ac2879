import { isContainer, isLongNumber, numberOf, sizeOf, sizeTerm } from '../text/amounts.ts'
import { singular } from '../text/english.ts'
import { fold, hasThai, wordsOf } from '../text/fold.ts'
import { type Piece, thaiSound } from '../text/thai.ts'
import { readWords, vocabulary } from '../text/vocabulary.ts'
import type { WordSet } from '../text/word-set.ts'

/*
 * Divides a typed text into required words and wishes, which only affect the ranking.
 */

export type Word = {
  /** As typed, folded. */
  text: string
  term: string
  isThai: boolean
  /** Whether it is a word of the vocabulary or of the catalogue. */
  isKnown: boolean
}

export type TypedWords = {
  /** Words that a product must have, themselves or by an alternative. */
  needed: Word[]
  /** Terms of sizes, packs, brands and words such as "fresh". */
  wished: string[]
  /** All terms in order: the name of a product that is called exactly this. */
  exact: string[]
}

type WordKnowledge = { catalogue: WordSet; synonyms: ReadonlyMap<string, unknown> }

const typedLimits = {
  /** The most typed words that are read; of more, the longest different ones. */
  words: 8,
  /** Words that one phrase of the vocabulary can have. */
  phrase: 4,
}

const ignored = new Set(readWords('ignored.txt').map(fold))
/** Optional words: a product without them still matches. */
const wishes = new Set(readWords('wishes.txt').map((word) => singular(fold(word))))

/** Returns whether a term is an optional word such as "fresh". */
export const isWish = (term: string): boolean => wishes.has(term)

/** Returns the words of a text; undefined if it has none. */
export function typedWords(typed: string, knowledge: WordKnowledge): TypedWords | undefined {
  const words = vocabulary()
  const { read, sizes } = withoutSizes(dividedWords(fold(typed), knowledge.catalogue))
  if (read.length === 0 && sizes.length === 0) return undefined
  const isPhrase = (key: string) =>
    !words.brands.has(key) &&
    ([key, words.inOrder(key) ?? ''].some((each) => words.meaningsOf(each).length > 0) ||
      knowledge.synonyms.has(key) ||
      words.romanisedMeanings(key).exact)
  const phrases = wordsInPhrases(read, isPhrase)
  const brands = wordsInPhrases(read, (key) => words.brands.has(key))
  const isNeeded = (word: Word) =>
    phrases.has(word) || !(brands.has(word) || words.brands.has(word.term) || saysLittle(word))
  let needed = read.filter(isNeeded)
  if (needed.length === 0 && sizes.length === 0) {
    // A brand alone, or only optional words.
    const brandWords = read.filter((word) => !saysLittle(word))
    needed = brandWords.length > 0 ? brandWords : read
  }
  return {
    needed: longest(needed),
    wished: [...sizes, ...read.filter((word) => !needed.includes(word)).map(({ term }) => term)],
    exact: read.map(({ term }) => term),
  }
}

const saysLittle = ({ text, term }: Word): boolean =>
  wishes.has(term) ||
  ignored.has(text) ||
  ignored.has(term) ||
  isContainer(text) ||
  isContainer(term) ||
  (numberOf(text) !== undefined && !isLongNumber(text))

/** Returns all spans of neighbouring words that could be a phrase. */
export function spansOf(words: readonly Word[]): { from: number; to: number; span: Word[] }[] {
  return words.flatMap((_, from) =>
    words
      .slice(from, from + typedLimits.phrase)
      .map((_, index) => ({ from, to: from + index + 1, span: words.slice(from, from + index + 1) })),
  )
}

/** Returns the key of neighbouring words of one script; undefined for words of both. */
export function keyOfSpan(span: readonly Word[]): string | undefined {
  if (span.every((word) => !word.isThai)) return span.map((word) => word.term).join(' ')
  return span.every((word) => word.isThai) ? span.map((word) => word.text).join('') : undefined
}

/**
 * Returns the key of neighbouring words in the vocabulary: as they were typed, without optional ones ("sticky thai
 * rice"), or in another order ("baguettes french"); undefined if it has none.
 */
export function knownKeyOf(span: readonly Word[]): string | undefined {
  const known = vocabulary()
  const telling = span.filter((word) => !saysLittle(word))
  const keys = [span, ...(telling.length > 1 ? [telling] : [])].map((words) => keyOfSpan(words) ?? '')
  return [...keys, ...keys.map((key) => known.inOrder(key) ?? '')].find((key) => known.meaningsOf(key).length > 0)
}

/** Returns the words that are part of a phrase, such as "lunch box" or a brand of two words. */
function wordsInPhrases(read: readonly Word[], isPhrase: (key: string) => boolean): Set<Word> {
  const phrases = spansOf(read).filter(({ span }) => span.length > 1 && isPhrase(keyOfSpan(span) ?? ''))
  return new Set(phrases.flatMap(({ span }) => span))
}

function dividedWords(folded: string, catalogue: WordSet): Word[] {
  const words = vocabulary()
  return wordsOf(folded).flatMap((text): Word[] => {
    if (hasThai(text))
      return piecesOf(text).flatMap((piece) =>
        (piece.isKnown ? words.thai.partsOf(piece.text) : [piece.text]).map((part) => ({
          text: part,
          term: part,
          isThai: true,
          isKnown: piece.isKnown || catalogue.has(part),
        })),
      )
    const term = singular(text)
    const isKnown = words.meaningsOf(term).length > 0 || catalogue.has(term)
    return [{ text, term, isThai: false, isKnown }]
  })
}

/** Divides Thai; keeps a word that is unfinished or has one error in one piece. */
function piecesOf(run: string): Piece[] {
  const { thai, thaiSounds } = vocabulary()
  const pieces = thai.divide(run)
  if (pieces.every(({ isKnown }) => isKnown) || pieces.length === 1) return pieces
  const isOne = thaiSounds.nearest(thaiSound(run), 1, 1).length > 0
  return isOne ? [{ text: run, isKnown: false }] : pieces
}

/** Extracts numbers with their units from the words. */
function withoutSizes(all: readonly Word[]): { read: Word[]; sizes: string[] } {
  const read: Word[] = []
  const sizes: string[] = []
  for (let index = 0; index < all.length; index += 1) {
    const word = all[index] as Word
    const next = all[index + 1]
    const number = numberOf(word.text)
    const size = number !== undefined && next ? sizeOf(number, next.text) : undefined
    if (size && next) {
      sizes.push(sizeTerm(size), word.term, next.term)
      index += 1
    } else read.push(word)
  }
  return { read, sizes }
}

function longest(words: readonly Word[]): Word[] {
  if (words.length <= typedLimits.words) return [...words]
  const different = words.filter((word, index) => words.findIndex(({ text }) => text === word.text) === index)
  const kept = new Set([...different].sort((a, b) => b.text.length - a.text.length).slice(0, typedLimits.words))
  return different.filter((word) => kept.has(word))
}

/** Returns a function that returns the typed text of a range of words. */
export function typedPartsOf(typed: string): (span: readonly Word[]) => string {
  const letters = [...typed]
  const beginnings = letters.map((_, index) => fold(letters.slice(0, index + 1).join('')).replaceAll(' ', ''))
  const partOf = (text: string) => {
    const index = beginnings.at(-1)?.indexOf(text) ?? -1
    if (index === -1) return undefined
    const from = beginnings.findIndex(({ length }) => length > index)
    let to = beginnings.findIndex(({ length }) => length >= index + text.length)
    // Marks that folding removes.
    while (/^\p{M}$/u.test(letters[to + 1] ?? '')) to += 1
    return letters.slice(from, to + 1).join('')
  }
  const textOf = (span: readonly Word[]) => span.map(({ text }) => text).join('')
  // Optional words may stand between them.
  return (span) => partOf(textOf(span)) ?? span.map(({ text }) => partOf(text) ?? text).join(' ')
}
