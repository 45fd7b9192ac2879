import { singular } from '../text/english.ts'
import { thaiSound } from '../text/thai.ts'
import { vocabulary } from '../text/vocabulary.ts'
import { errorsAllowed, type WordSet } from '../text/word-set.ts'
import { costs, type Phrase, type SearchKnowledge } from './phrase.ts'
import type { Word } from './typed-words.ts'

/*
 * Corrections of misspelt words.
 */

const maxCorrections = 4

type Correction = { word: string; errors: number }

/**
 * Adds the corrections of a phrase with an unknown word. If the word is the beginning of a known one, adds only whole
 * Thai words with one wrong letter.
 */
export function addCorrections(phrase: Phrase, { isBeginning }: { isBeginning: boolean }): void {
  if (phrase.isThai) addThaiCorrections(phrase, isBeginning)
  else if (isBeginning) return
  else if (phrase.span.length > 1) addCorrectedPhrases(phrase)
  else {
    for (const { word, errors } of correctionsOf(phrase.first, phrase.knowledge)) {
      const cost = costs.corrected + errors * costs.perError
      phrase.add([word], cost, 'corrected', word)
      phrase.addMeanings(word, cost, 'corrected')
    }
    addDivided(phrase)
  }
}

/** "applejuice": two words written as one. */
function addDivided(phrase: Phrase): void {
  const { text } = phrase.first
  const isWord = (word: string) => phrase.knowledge.catalogue.has(word) || vocabulary().english.has(word)
  for (let index = 3; index <= text.length - 3; index += 1) {
    const one = singular(text.slice(0, index))
    const other = singular(text.slice(index))
    if (!isWord(one) || !isWord(other)) continue
    phrase.add([one, other], costs.joined)
    phrase.addMeanings(`${one} ${other}`, costs.joined)
  }
}

/** "stiky rice": a phrase of the vocabulary with a misspelt word. */
function addCorrectedPhrases(phrase: Phrase): void {
  let phrases = ['']
  for (const word of phrase.span) {
    const words = word.isKnown ? [word.term] : correctionsOf(word, phrase.knowledge).map((each) => each.word)
    phrases = phrases.flatMap((start) => words.map((each) => `${start} ${each}`)).slice(0, maxCorrections)
  }
  for (const corrected of phrases) phrase.addMeanings(corrected.trim(), costs.corrected + costs.perError, 'corrected')
}

function addThaiCorrections(phrase: Phrase, isBeginning: boolean): void {
  const words = vocabulary()
  // Meanings of the prefix come first.
  const extra = costs.corrected + (isBeginning ? costs.beginning : 0)
  for (const { word: each, errors } of isBeginning ? soundsOfBeginning(phrase) : soundsOf(phrase))
    for (const word of words.thaiBySound.of(each)) {
      const cost = extra + errors * costs.perError
      const forms = words.meaningsOf(word).flatMap((meaning) => meaning.forms)
      const written = forms.find((form) => form.key === word)?.text ?? word
      phrase.add(words.termsOf(word), cost, 'corrected', written)
      phrase.addMeanings(word, cost, 'corrected')
    }
}

/** Returns the phonetic keys of words that a misspelt Thai one could be. */
function soundsOf({ key, span }: Phrase): Correction[] {
  const { thaiSounds } = vocabulary()
  const sound = thaiSound(key)
  const unknown = span.reduce((letters, word) => letters + (word.isKnown ? 0 : word.text.length), 0)
  const whole = thaiSounds.nearest(sound, soundErrorsAllowed({ key, sound, unknown }), maxCorrections)
  // A misspelt word that is still being typed.
  return whole.length > 0 || sound.length < 5 ? whole : thaiSounds.nearestBeginning(sound, 1, maxCorrections)
}

/** Returns how many errors a Thai phrase may have. They are in its unknown part, of `unknown` letters. */
function soundErrorsAllowed({ key, sound, unknown }: { key: string; sound: string; unknown: number }): number {
  if (key.length < 3) return 0
  if (sound.length < 5 || unknown < 4) return 1
  return key.length < 8 ? 2 : 3
}

/**
 * Returns the phonetic keys of words that differ by one wrong letter from an unfinished word. Longer or shorter ones
 * would be the unfinished word itself, or its beginning.
 */
function soundsOfBeginning({ key }: Phrase): Correction[] {
  const sound = thaiSound(key)
  const near =
    errorsAllowed(key.length) === 0 ? [] : vocabulary().thaiSounds.nearest(sound, 1, Number.POSITIVE_INFINITY)
  return near.filter(({ word }) => word.length === sound.length).slice(0, maxCorrections)
}

/** A word is in several phrases. */
const correctionsByWord = new WeakMap<Word, Correction[]>()

/** Returns the words that a misspelt English word could be: of the catalogue or of the vocabulary. */
function correctionsOf(word: Word, { catalogue }: SearchKnowledge): Correction[] {
  const known = correctionsByWord.get(word)
  if (known) return known
  const max = errorsAllowed(word.term.length)
  const nearIn = (find: (set: WordSet) => Correction[]) => [catalogue, vocabulary().english].flatMap(find)
  const whole = max === 0 ? [] : nearIn((set) => set.nearest(word.term, max, maxCorrections))
  // A misspelt word that is still being typed.
  const maxSoFar = errorsAllowed(word.term.length - 1)
  const near =
    whole.length > 0 || maxSoFar === 0
      ? whole
      : nearIn((set) => set.nearestBeginning(word.term, maxSoFar, maxCorrections))
  const least = Math.min(...near.map(({ errors }) => errors))
  const best = new Map(near.filter(({ errors }) => errors === least).map((each) => [each.word, each]))
  const found = [...best.values()].slice(0, maxCorrections)
  correctionsByWord.set(word, found)
  return found
}
