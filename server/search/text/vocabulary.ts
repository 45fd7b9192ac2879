import { readdirSync, readFileSync } from 'node:fs'
import { singular } from './english.ts'
import { fold, hasThai, wordsOf } from './fold.ts'
import { soundKey, spellingKey } from './romanise.ts'
import { type ClosedParts, Dictionary, thaiSound } from './thai.ts'
import { WordSet } from './word-set.ts'

/** A word or phrase of a meaning. */
export type Form = {
  /** As people write it. */
  text: string
  /** The terms that a product must have for this form. */
  terms: string[]
  key: string
  misspelt: boolean
}

/** Words and phrases of both languages that mean the same. */
export type Meaning = { forms: Form[]; includes: Meaning[] }

/** The marks of words/compounds.txt. */
const closedBy: Record<string, ClosedParts> = { '^': 'rest', '=': 'beginning' }

/** Size of the cache of divided runs of Thai. */
const maxDivided = 1000

/** The most Thai compounds for one romanised text. */
const maxComposed = 8

/** Lists of different values by key. */
class Lists<T> {
  readonly #lists = new Map<string, T[]>()

  add(key: string, value: T): void {
    const list = this.of(key)
    if (!list.includes(value)) this.#lists.set(key, [...list, value])
  }

  of(key: string): readonly T[] {
    return this.#lists.get(key) ?? []
  }
}

const folder = new URL('../words/', import.meta.url)

/** The built-in words of the search: words/*.txt. Immutable. */
export class Vocabulary {
  /** Divides Thai text. */
  readonly thai = new Dictionary()
  /** Words that are brands, folded. */
  readonly brands = new Set<string>()
  /** Single English words, and the phonetic keys of Thai words: for correcting misspelt words. */
  readonly english = new WordSet()
  readonly thaiSounds = new WordSet()
  readonly romanSounds = new WordSet()
  /** Thai words, and the meanings of romanised Thai, by phonetic key. */
  readonly thaiBySound = new Lists<string>()
  readonly romanBySound = new Lists<Meaning>()
  readonly #byKey = new Lists<Meaning>()
  readonly #bySpelling = new Lists<Meaning>()
  readonly #others = new Lists<string>()
  /** English phrases by their words in alphabetical order. */
  readonly #byWords = new Map<string, string>()
  readonly #divided = new Map<string, string[]>()

  constructor(lists: { meanings: string; compounds: string; kinds: string; brands: string }) {
    const lines = linesOf(lists.meanings).map((line) => columnsOf(line, '|'))
    for (const [thai = []] of lines)
      for (const text of thai) if (!text.startsWith('~')) this.thai.add(fold(text).replaceAll(' ', ''))
    for (const line of linesOf(lists.compounds)) {
      const [mark = '', word = '', ...rest] = line.split(' ')
      if (mark === '-') for (const phrase of split(rest.join(' '))) this.#others.add(word, keyOf(phrase))
      else this.thai.close(fold(word), closedBy[mark] ?? 'parts')
    }
    const brands = linesOf(lists.brands).map((line) => columnsOf(line, '>'))
    for (const brand of brands.flatMap(([, names = []]) => names)) {
      if (hasThai(brand)) this.thai.add(fold(brand).replaceAll(' ', ''))
      this.brands.add(keyOf(fold(brand)))
    }
    for (const word of this.thai.words()) {
      const sound = thaiSound(word)
      this.thaiBySound.add(sound, word)
      if (sound.length > 2) this.thaiSounds.add(sound)
    }
    for (const line of lines) this.#addMeaning(line)
    for (const [general = [], special = []] of linesOf(lists.kinds).map((line) => columnsOf(line, '>')))
      for (const meaning of this.#meaningsOfAll(general)) this.#include(meaning, special)
    for (const [products = [], names = []] of brands)
      for (const brand of names) this.#include(this.#addForms([brand]), products)
  }

  /** Returns the meanings of a word or phrase: Thai without spaces, English in the singular. */
  meaningsOf(key: string): readonly Meaning[] {
    return this.#byKey.of(key)
  }

  /** Returns the phrase that has these words in its own order. */
  inOrder(key: string): string | undefined {
    return this.#byWords.get(sortedWords(key))
  }

  /**
   * Returns the English phrase in a name that contains a word but means something else: sugar snap peas are no sugar.
   */
  otherThan(word: string, name: readonly string[]): string | undefined {
    const text = ` ${name.join(' ')} `
    return this.#others.of(word).find((phrase) => text.includes(` ${phrase} `))
  }

  /** Returns the meanings of romanised Thai: as the list spells it, otherwise of words that sound alike. */
  romanisedMeanings(latin: string): { meanings: readonly Meaning[]; exact: boolean } {
    const listed = this.#bySpelling.of(spellingKey(latin))
    const meanings = listed.length > 0 ? listed : this.#composedOfRomanised(wordsOf(latin))
    const exact = meanings.length > 0
    return { meanings: exact ? meanings : this.romanBySound.of(soundKey(latin)), exact }
  }

  /** Returns the meanings of a Thai compound of which each part is spelled as the list does: "som wan". */
  #composedOfRomanised(latin: readonly string[]): Meaning[] {
    if (latin.length < 2) return []
    const compounds = latin.reduce<string[]>(
      (beginnings, word) => {
        const thai = this.#bySpelling
          .of(spellingKey(word))
          .flatMap(({ forms }) => forms.find(({ text }) => hasThai(text))?.key ?? [])
        return beginnings.flatMap((beginning) => thai.map((part) => beginning + part)).slice(0, maxComposed)
      },
      [''],
    )
    return [...new Set(compounds.flatMap((compound) => this.meaningsOf(compound)))]
  }

  /** Returns the terms of a folded text, in order. */
  termsOf(folded: string): string[] {
    return wordsOf(folded).flatMap((word) => (hasThai(word) ? this.#thaiTerms(word) : [singular(word)]))
  }

  #thaiTerms(run: string): string[] {
    const known = this.#divided.get(run)
    if (known) return known
    const terms = this.thai
      .divide(run)
      .flatMap((piece) => (piece.isKnown ? this.thai.partsOf(piece.text) : [piece.text]))
    // A cache: the same words are in many names, and dividing them is most of the work of indexing.
    if (this.#divided.size >= maxDivided) this.#divided.clear()
    this.#divided.set(run, terms)
    return terms
  }

  #addMeaning([thai = [], english = [], roman = []]: string[][]): void {
    const meaning = this.#addForms([...thai, ...english])
    for (const { key, text, misspelt } of meaning.forms)
      if (!hasThai(text) && !misspelt) for (const word of wordsOf(key)) if (word.length > 2) this.english.add(word)
    for (const latin of roman) {
      this.#bySpelling.add(spellingKey(latin), meaning)
      const sound = soundKey(latin)
      this.romanBySound.add(sound, meaning)
      if (sound.length > 4) this.romanSounds.add(sound)
    }
  }

  /** Adds a meaning with all its forms. */
  #addForms(forms: readonly string[]): Meaning {
    const meaning: Meaning = { forms: [], includes: [] }
    for (const written of forms) {
      const misspelt = written.startsWith('~')
      const text = misspelt ? written.slice(1) : written
      const folded = fold(text)
      const terms = this.termsOf(folded)
      if (terms.length === 0) continue
      meaning.forms.push({ text, terms, key: keyOf(folded), misspelt })
      for (const key of keysOf(folded)) this.#byKey.add(key, meaning)
      if (hasThai(text) || misspelt || !folded.includes(' ')) continue
      this.#byWords.set(sortedWords(keyOf(folded)), keyOf(folded))
    }
    return meaning
  }

  #include(meaning: Meaning, texts: readonly string[]): void {
    meaning.includes.push(...this.#meaningsOfAll(texts).filter((each) => each !== meaning))
  }

  #meaningsOfAll(texts: readonly string[]): Meaning[] {
    return texts.flatMap((text) => this.meaningsOf(keyOf(fold(text))))
  }
}

/** Returns the key of a folded text: Thai without spaces, English words in the singular. */
export function keyOf(folded: string): string {
  return hasThai(folded) ? folded.replaceAll(' ', '') : wordsOf(folded).map(singular).join(' ')
}

/** The key, and an English phrase also as one word: people write "ice cream" and "icecream". */
function keysOf(folded: string): Set<string> {
  const key = keyOf(folded)
  return new Set([key, key.replaceAll(' ', '')])
}

const sortedWords = (key: string): string => wordsOf(key).sort().join(' ')

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** Returns the columns of a line, each divided at its commas. */
const columnsOf = (line: string, sign: string): string[][] => line.split(sign).map(split)

const split = (column: string): string[] =>
  column
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')

const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** Returns the words of a list of single words, such as `ignored.txt`. */
export const readWords = (name: string): string[] => linesOf(read(name)).flatMap(split)

const specialFiles = ['brands.txt', 'compounds.txt', 'ignored.txt', 'kinds.txt', 'wishes.txt']
const lists = {
  meanings: readdirSync(folder)
    .filter((name) => name.endsWith('.txt') && !specialFiles.includes(name))
    .sort()
    .map(read)
    .join('\n'),
  compounds: read('compounds.txt'),
  kinds: read('kinds.txt'),
  brands: read('brands.txt'),
}

/** The text whose hash tells whether the stored entries were made from these lists. */
export const vocabularyText = Object.values(lists).join('\n')

let builtVocabulary: Vocabulary | undefined

/** Returns the vocabulary. The first call builds it, which takes about a tenth of a second. */
export function vocabulary(): Vocabulary {
  builtVocabulary ??= new Vocabulary(lists)
  return builtVocabulary
}
