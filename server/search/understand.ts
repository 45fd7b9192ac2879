import type { Because } from '../../contract/entities.ts'
import type { Category } from '../../contract/shop.ts'
import { isContainer, numberOf, sizeOf, sizeTerm } from './amounts.ts'
import type { CatalogueWords } from './catalogue-words.ts'
import { singular } from './english.ts'
import { fold, hasThai, wordsOf } from './fold.ts'
import { otherLayout } from './layout.ts'
import { soundKey } from './romanise.ts'
import { errorsAllowed } from './spelling.ts'
import { shelfTerm } from './terms.ts'
import { thaiSound } from './thai.ts'
import { type Form, keyOf, type Meaning, type Vocabulary, vocabulary } from './vocabulary.ts'

/*
 * What a typed text could mean: for each of its words, the terms that a product may have instead, each with a cost and a
 * reason. No product is read here.
 */

/** One way to satisfy some typed words: a product that has all of these terms. */
export type Alternative = { terms: string[]; cost: number; because?: Because }
/** The alternatives for the typed words from one position to another. */
export type Span = { from: number; to: number; alternatives: Alternative[] }
/** A reading of the whole text. A product matches if it satisfies spans that cover all words. */
export type Plan = {
  words: number
  spans: Span[]
  /** Terms that no product needs, but that put it before others: sizes, packs, "fresh". */
  wished: string[]
  /** The name that a product would have if this were all of it: terms in order. */
  exact: string[]
  /** Whether the search knows all words, so that none can be the part of another. */
  allKnown: boolean
  /** Whether all words together name one thing that the vocabulary knows, had or not. */
  isThing: boolean
}
export type Understanding = {
  plans: Plan[]
  /** Paths of the categories that the whole text names. */
  shelves: string[]
}

/** How far a reading is from what was typed. A product's cost is that of its dearest words, summed. */
export const costs = {
  beginning: 10,
  joined: 2,
  synonym: 20,
  romanised: 22,
  soundsLike: 24,
  corrected: 25,
  perError: 3,
  included: 30,
  shelf: 22,
  /** A word that neither the catalogue nor the vocabulary has, such as a brand: the product without it. */
  without: 45,
  layout: 40,
  /** If the text has signs that are letters in the other layout: `o,` for นม. */
  layoutWithSigns: 5,
  inside: 60,
}

const limits = {
  /** Typed words that are read; of more, the longest. */
  words: 8,
  /** Words that one phrase of the vocabulary can have. */
  phrase: 4,
  beginnings: 30,
  corrections: 4,
  alternatives: 60,
}

const ignored = new Set(
  'a an the and or of for with in from to some please i want need buy get cheap best price near me ซื้อ ราคา ถูก อร่อย และ กับ ที่ มี ไหม สำหรับ อยาก ได้ ขอ หา จาก ใส่ ครับ ค่ะ หน่อย'
    .split(' ')
    .map(fold),
)
/** Words that say little: a product without them is still meant. */
const wishes = new Set(
  'fresh organic bio natural large big small medium family mini new premium quality thai cold chilled เย็น สด ออร์แกนิก ออร์แกนิค อินทรีย์ ใหญ่ เล็ก กลาง ขนาด ใหม่ ธรรมชาติ อย่างดี พรีเมียม ตรา ยี่ห้อ'
    .split(' ')
    .map((word) => singular(fold(word))),
)

/** What the search knows besides the vocabulary. */
export type Known = {
  catalogue: CatalogueWords
  categories: readonly Category[]
  /** The owner's synonyms: for a key, the texts that mean the same. */
  synonyms: ReadonlyMap<string, readonly string[]>
  words?: Vocabulary
}

/** Returns what a text could mean, the most likely reading first. */
export function understand(typed: string, known: Known): Understanding {
  const words = known.words ?? vocabulary
  const asTyped = planOf(typed, { ...known, words })
  const plans = asTyped ? [asTyped] : []
  const converted = otherLayout(typed)
  if (converted !== undefined) {
    const other = planOf(converted, { ...known, words }, { onlyKnown: true })
    const because: Because = { kind: 'layout', from: typed.trim(), to: shownOf(converted) }
    const hasSigns = /\S[,;'.[\]/-]|[,;'.[\]/-]\S/.test(typed) && hasThai(converted)
    if (other) plans.push(withReason(other, because, hasSigns ? costs.layoutWithSigns : costs.layout))
  }
  return { plans, shelves: shelvesOf(typed, { ...known, words }) }
}

type Reading = Required<Known>

type Word = {
  /** As typed, folded. */
  text: string
  term: string
  isThai: boolean
  /** Whether it is a word of the vocabulary or of the catalogue. */
  known: boolean
}

/** Reads a text as one plan; undefined if it has no words. With `onlyKnown`, also if a word is unknown. */
function planOf(typed: string, known: Reading, { onlyKnown = false } = {}): Plan | undefined {
  const { words: read, sizes } = readWords(fold(typed), known)
  if (read.length === 0 && sizes.length === 0) return undefined
  const phrases = wordsInPhrases(read, (key) => known.words.meaningsOf(key).length > 0)
  const brands = wordsInPhrases(read, (key) => known.words.brands.has(key))
  const isWish = (word: Word) =>
    !phrases.has(word) &&
    (brands.has(word) ||
      wishes.has(word.term) ||
      known.words.brands.has(word.term) ||
      ignored.has(word.text) ||
      isContainer(word.text) ||
      isContainer(word.term) ||
      numberOf(word.text) !== undefined)
  let needed = read.filter((word) => !isWish(word))
  if (needed.length === 0 && sizes.length === 0) needed = read
  const wished = [...sizes, ...read.filter((word) => !needed.includes(word)).map((word) => word.term)]
  if (needed.length === 0) {
    const span = { from: 0, to: 1, alternatives: [{ terms: sizes.filter((term) => term.startsWith('@')), cost: 0 }] }
    return { words: 1, spans: [span], wished, exact: [], allKnown: true, isThing: true }
  }
  const kept = longest(needed)
  if (onlyKnown && !kept.every((word) => word.known)) return undefined
  const spans: Span[] = []
  for (let from = 0; from < kept.length; from += 1)
    for (let to = from + 1; to <= Math.min(kept.length, from + limits.phrase); to += 1) {
      // English says what a product is in its last word, Thai in its first: a brand or a kind may be missing, not that.
      const mayMiss = to === from + 1 && (kept[from]?.isThai ? from > 0 : to < kept.length)
      const alternatives = alternativesOf(kept.slice(from, to), typed, known, { plain: onlyKnown, mayMiss })
      if (alternatives.length > 0) spans.push({ from, to, alternatives: alternatives.slice(0, limits.alternatives) })
    }
  return {
    words: kept.length,
    spans,
    wished,
    exact: read.map((word) => word.term),
    allKnown: kept.every((word) => word.known),
    isThing: known.words.meaningsOf(keyOfSpan(kept) ?? '').length > 0,
  }
}

/** Returns the words that are part of a phrase, such as "lunch box" or a brand of two words, whatever they are alone. */
function wordsInPhrases(read: readonly Word[], isPhrase: (key: string) => boolean): Set<Word> {
  const found = new Set<Word>()
  for (let from = 0; from < read.length; from += 1)
    for (let to = from + 2; to <= Math.min(read.length, from + limits.phrase); to += 1) {
      const span = read.slice(from, to)
      const key = keyOfSpan(span)
      if (key !== undefined && isPhrase(key)) for (const word of span) found.add(word)
    }
  return found
}

/** Returns the key of neighbouring words of one script. */
function keyOfSpan(span: readonly Word[]): string | undefined {
  if (span.every((word) => !word.isThai)) return span.map((word) => word.term).join(' ')
  return span.every((word) => word.isThai) ? span.map((word) => word.text).join('') : undefined
}

/** Divides a folded text into words, and takes out the sizes. */
function readWords(folded: string, known: Reading): { words: Word[]; sizes: string[] } {
  const { words: vocabulary, catalogue } = known
  const all: Word[] = wordsOf(folded).flatMap((text): Word[] => {
    if (hasThai(text)) return readThai(text, known)
    const term = singular(text)
    return [
      {
        text,
        term,
        isThai: false,
        known: vocabulary.english.has(term) || catalogue.has(term) || vocabulary.brands.has(term),
      },
    ]
  })
  const words: Word[] = []
  const sizes: string[] = []
  for (let at = 0; at < all.length; at += 1) {
    const [word, next] = [all[at] as Word, all[at + 1]]
    const number = numberOf(word.text)
    const size = number !== undefined && next ? sizeOf(number, next.text) : undefined
    if (size) {
      sizes.push(sizeTerm(size), word.term, (next as Word).term)
      at += 1
    } else words.push(word)
  }
  return { words, sizes }
}

/** Divides a run of Thai. What is in no word is compared by sound and spelling with words, alone and with its neighbours. */
function readThai(run: string, { words: vocabulary, catalogue }: Reading): Word[] {
  const { thai } = vocabulary
  return thai.divide(run).flatMap(({ text, known }) =>
    (known ? thai.partsOf(text) : [text]).map((term) => ({
      text: term,
      term,
      isThai: true,
      known: known || catalogue.has(term),
    })),
  )
}

function longest(words: readonly Word[]): Word[] {
  if (words.length <= limits.words) return [...words]
  const kept = new Set([...words].sort((a, b) => b.text.length - a.text.length).slice(0, limits.words))
  return words.filter((word) => kept.has(word))
}

/** Returns the ways to satisfy some neighbouring words together, the closest first. */
function alternativesOf(
  span: readonly Word[],
  typed: string,
  known: Reading,
  { plain, mayMiss }: { plain: boolean; mayMiss: boolean },
): Alternative[] {
  const found = new Map<string, Alternative>()
  const add = (terms: readonly string[], cost: number, because?: Because) => {
    // Words that the catalogue doesn't have would only make the query longer.
    if (cost > costs.joined && !terms.every((term) => /^[#@]/.test(term) || known.catalogue.mayHave(term))) return
    const key = [...terms].sort().join(' ')
    const same = found.get(key)
    if (!same || same.cost > cost) found.set(key, { terms: [...terms], cost, ...(because && { because }) })
  }
  const isThai = span.every((word) => word.isThai)
  const isLatin = span.every((word) => !word.isThai)
  const [first] = span as [Word, ...Word[]]
  const key = keyOfSpan(span) ?? ''
  const from = typedPart(
    typed,
    span.map((word) => word.text),
  )
  if (span.length === 1) {
    add([first.term], 0)
    // A whole word that the shop doesn't have isn't the beginning of another: a pear is no pearl.
    const mayBegin =
      known.words.meaningsOf(first.term).length === 0 || known.catalogue.has(first.term) || first.text.length < 4
    if (mayBegin) addBeginnings(first.text)
  } else if (key !== '') {
    const joined = isThai ? known.words.termsOf(key) : [key.replaceAll(' ', '')]
    if (joined.length === 1) add(joined, costs.joined)
    if (isThai) addBeginnings(key)
  }
  // Words of both scripts together are no phrase.
  if (key === '') return [...found.values()]
  addMeanings(known.words.meaningsOf(key), key, 0)
  for (const text of known.synonyms.get(key) ?? [])
    add(known.words.termsOf(fold(text)), costs.synonym, { kind: 'synonym', from, to: text })
  for (const { path } of shelvesNamed(key, known))
    add([shelfTerm(path)], costs.shelf, { kind: 'shelf', from, to: path })
  if (plain) return sorted()
  if (mayMiss && !first.known) add([], costs.without, { kind: 'without', from, to: '' })
  if (isLatin) {
    addRomanised()
    if (span.length === 1 && !first.known) {
      addCorrections()
      addDivided()
    } else if (span.some((word) => !word.known)) addCorrectedPhrase()
  } else if (isThai && span.some((word) => !word.known)) addThaiCorrections()
  return sorted()

  function addBeginnings(beginning: string): void {
    for (const word of known.catalogue.beginningWith(beginning, limits.beginnings))
      if (word !== first.term) add([word], costs.beginning)
  }

  function sorted(): Alternative[] {
    return [...found.values()].sort((a, b) => a.cost - b.cost)
  }

  function addMeanings(all: readonly Meaning[], typedKey: string, extra: number, kind?: Because['kind']): void {
    // Folding joins words that differ in a tone only. If one is written as typed, it is meant.
    const written = all.filter(({ forms }) => forms.some((form) => form.text === from))
    for (const meaning of written.length > 0 ? written : all) {
      const typedForm = meaning.forms.find((form) => keyOf(fold(form.text)) === typedKey)
      const wrong = typedForm?.misspelt === true
      for (const form of formsLike(meaning)) {
        if (form.misspelt || form === typedForm) continue
        add(form.terms, extra + (kind ? 0 : wrong ? costs.corrected : costs.synonym), {
          kind: kind ?? (wrong && isThai === hasThai(form.text) ? 'corrected' : 'synonym'),
          from,
          to: form.text,
        })
      }
      for (const included of meaning.includes)
        for (const form of formsLike(included))
          if (!form.misspelt) add(form.terms, extra + costs.included, { kind: kind ?? 'synonym', from, to: form.text })
    }
  }

  /** The forms of a meaning, those in the typed script first: they explain best. */
  function formsLike({ forms }: Meaning): Form[] {
    return [...forms].sort((a, b) => Number(hasThai(a.text) !== isThai) - Number(hasThai(b.text) !== isThai))
  }

  function addRomanised(): void {
    const { meanings, exact } = known.words.romanisedMeanings(key)
    // A known English word that only sounds like Thai is English.
    if (!exact && span.every((word) => word.known)) return
    const cost = exact ? costs.romanised : costs.soundsLike
    for (const meaning of meanings)
      for (const form of meaning.forms) {
        if (form.misspelt) continue
        add(form.terms, cost, { kind: 'romanised', from, to: firstThai(meaning) ?? form.text })
        for (const { path } of shelvesNamed(keyOf(fold(form.text)), known))
          add([shelfTerm(path)], cost + 2, { kind: 'shelf', from, to: path })
      }
    if (meanings.length > 0 || span.some((word) => word.known)) return
    const sound = soundKey(key)
    if (sound.length < 5) return
    for (const { word } of known.words.romanSounds.nearest(sound, 1, limits.corrections))
      for (const meaning of known.words.meaningsOfSound(word))
        for (const form of meaning.forms)
          if (!form.misspelt)
            add(form.terms, costs.soundsLike + costs.perError, {
              kind: 'romanised',
              from,
              to: firstThai(meaning) ?? form.text,
            })
  }

  function addCorrections(): void {
    for (const { word, errors } of corrections(first.term, known)) {
      const extra = costs.corrected + errors * costs.perError
      add([word], extra, { kind: 'corrected', from, to: word })
      addMeanings(known.words.meaningsOf(word), word, extra, 'corrected')
    }
  }

  /** "applejuice": two words written as one. */
  function addDivided(): void {
    const { text } = first
    for (let at = 3; at <= text.length - 3; at += 1) {
      const [one, other] = [singular(text.slice(0, at)), singular(text.slice(at))]
      const isWord = (word: string) => known.catalogue.has(word) || known.words.english.has(word)
      if (!isWord(one) || !isWord(other)) continue
      add([one, other], costs.joined)
      addMeanings(known.words.meaningsOf(`${one} ${other}`), `${one} ${other}`, costs.joined)
    }
  }

  /** "stiky rice": a phrase of the vocabulary with a misspelt word. */
  function addCorrectedPhrase(): void {
    const choices = span.map((word) =>
      word.known ? [word.term] : corrections(word.term, known).map((each) => each.word),
    )
    if (choices.some((words) => words.length === 0)) return
    for (const phrase of product(choices, limits.corrections)) {
      const corrected = phrase.join(' ')
      addMeanings(known.words.meaningsOf(corrected), corrected, costs.corrected + costs.perError, 'corrected')
    }
  }

  function addThaiCorrections(): void {
    // At most two known words around what is unknown: more would be another phrase.
    if (span.filter((word) => word.known).length > 3) return
    const sound = thaiSound(key)
    const max = key.length < 3 ? 0 : key.length < 5 ? 1 : key.length < 8 ? 2 : 3
    const near = known.words.thaiSounds.nearest(sound, Math.min(max, sound.length < 5 ? 1 : 3), limits.corrections)
    for (const { word: sounding, errors } of near)
      for (const word of known.words.thaiOfSound(sounding)) {
        const cost = costs.corrected + errors * costs.perError
        const to =
          known.words
            .meaningsOf(word)
            .flatMap((meaning) => meaning.forms)
            .find((form) => keyOf(fold(form.text)) === word)?.text ?? word
        add(known.words.termsOf(word), cost, { kind: 'corrected', from, to })
        addMeanings(known.words.meaningsOf(word), word, cost, 'corrected')
      }
  }
}

/** Returns the words that a misspelt English word could be: of the catalogue or of the vocabulary. */
function corrections(word: string, { catalogue, words }: Reading): { word: string; errors: number }[] {
  const max = errorsAllowed(word.length)
  if (max === 0) return []
  const near = [
    ...catalogue.resembling(word, max, limits.corrections),
    ...words.english.nearest(word, max, limits.corrections),
  ]
  const least = Math.min(...near.map(({ errors }) => errors))
  const best = new Map(near.filter(({ errors }) => errors === least).map((each) => [each.word, each]))
  return [...best.values()].slice(0, limits.corrections)
}

function product(choices: readonly string[][], most: number): string[][] {
  let all: string[][] = [[]]
  for (const words of choices) all = all.flatMap((start) => words.map((word) => [...start, word])).slice(0, most)
  return all
}

const firstThai = (meaning: Meaning): string | undefined =>
  meaning.forms.find((form) => !form.misspelt && hasThai(form.text))?.text

/** Gives every alternative of a plan the same reason, and the cost of the other layout. */
function withReason(plan: Plan, because: Because, extra: number): Plan {
  const spans = plan.spans.map((span) => ({
    ...span,
    alternatives: span.alternatives.map(({ terms, cost }) => ({ terms, cost: cost + extra, because })),
  }))
  return { ...plan, spans }
}

const shownOf = (converted: string): string => converted.trim()

/** Returns the categories that a text names as a whole. */
function shelvesOf(typed: string, known: Reading): string[] {
  return shelvesNamed(keyOf(fold(typed)), known).map(({ path }) => path)
}

function shelvesNamed(key: string, { categories, words }: Pick<Reading, 'categories' | 'words'>): Category[] {
  return categories.filter((category) => shelfKeys(category, words).has(key))
}

const keysByCategory = new WeakMap<Category, Set<string>>()

/** The names of a category: its own, their main words, and everyday names with the same meaning. */
function shelfKeys(category: Category, words: Vocabulary): Set<string> {
  const known = keysByCategory.get(category)
  if (known) return known
  const english = [category.path, category.name, ...category.name.split(/&|\band\b|,/)]
    .map((name) => fold(name))
    .flatMap((name) => [
      name,
      wordsOf(name)
        .filter((word) => !wishes.has(singular(word)) && word !== 'cold')
        .join(' '),
    ])
  const keys = new Set([...english, fold(category.nameTh)].map(keyOf).filter((key) => key !== ''))
  for (const key of [...keys])
    for (const meaning of words.meaningsOf(key)) for (const form of meaning.forms) keys.add(keyOf(fold(form.text)))
  keysByCategory.set(category, keys)
  return keys
}

/** Returns the part of a typed text that some folded words stand for, as it was typed. */
function typedPart(typed: string, texts: readonly string[]): string {
  const wanted = texts.join('')
  const squeezed = (text: string) => fold(text).replaceAll(' ', '')
  if (squeezed(typed) === wanted) return typed.trim()
  const letters = [...typed]
  for (let from = 0; from < letters.length; from += 1) {
    if (!squeezed(letters.slice(from, from + 2).join('')).startsWith(wanted[0] as string)) continue
    for (let to = letters.length; to > from; to -= 1) {
      const part = letters.slice(from, to).join('')
      if (part.length <= 2 * wanted.length + 4 && squeezed(part) === wanted) return part.trim()
    }
  }
  return texts.join(hasThai(wanted) ? '' : ' ')
}
