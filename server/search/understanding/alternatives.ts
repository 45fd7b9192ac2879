import { fold } from '../text/fold.ts'
import { soundKey } from '../text/romanise.ts'
import { vocabulary } from '../text/vocabulary.ts'
import { categoriesNamed } from './categories.ts'
import { addCorrections } from './corrections.ts'
import { type Alternative, costs, Phrase, type SearchKnowledge } from './phrase.ts'
import { keyOfSpan, knownKeyOf, type Word } from './typed-words.ts'

/*
 * The alternatives: other words that satisfy some neighbouring typed words.
 */

export type AlternativeOptions = {
  /** Whether only close alternatives are wanted. */
  plain?: boolean
  /** Whether the words are part of a known phrase. */
  isPart?: boolean
  /** Whether a product may lack the word. */
  mayMiss?: boolean
  /** Whether a part of a word is enough. */
  inside?: boolean
}

const alternativeLimits = {
  beginnings: 30,
  /** The minimum length of a prefix that stands for a word of the vocabulary. */
  meantFrom: { thai: 3, english: 4 },
  meant: 6,
  sounds: 4,
}

/** Returns the alternatives for some neighbouring words together, the closest first. */
export function alternativesOf(
  span: readonly Word[],
  typedPart: string,
  knowledge: SearchKnowledge,
  { plain = false, isPart = false, mayMiss = false, inside = false }: AlternativeOptions,
): Alternative[] {
  const key = keyOfSpan(span)
  // Words of different scripts are no phrase.
  if (key === undefined) return []
  const phrase = new Phrase(span, key, typedPart, knowledge)
  if (span.length === 1) addWord(phrase)
  else addJoined(phrase)
  if (inside && span.length === 1 && key.length > 2)
    for (const word of knowledge.catalogue.containing(phrase.first.text, alternativeLimits.beginnings))
      phrase.add([word], costs.inside)
  // A known phrase is one thing: its words mean nothing else, aren't misspelt, and none is left out.
  if (isPart) return phrase.sorted()
  const meant = knownKeyOf(span) ?? key
  phrase.addMeanings(meant, meant === key ? 0 : costs.joined)
  for (const text of knowledge.synonyms.get(key) ?? [])
    phrase.add(vocabulary().termsOf(fold(text)), costs.synonym, 'synonym', text)
  phrase.addCategories(categoriesNamed(key, knowledge), costs.synonym)
  if (plain) return phrase.sorted()
  if (mayMiss) phrase.add([], costs.without, 'without')
  if (!phrase.isThai) addRomanised(phrase)
  // A listed misspelling isn't corrected to any other word.
  const isListed = vocabulary().meaningsOf(meant).length > 0
  if (phrase.hasUnknown && !isListed) addCorrections(phrase, { isBeginning: addMeantByBeginning(phrase) })
  return phrase.sorted()
}

function addWord(phrase: Phrase): void {
  const { first, knowledge } = phrase
  phrase.add([first.term], 0)
  // A whole word that the shop doesn't have isn't the beginning of another: a pear is no pearl.
  const isOther = vocabulary().meaningsOf(first.term).length > 0 && !knowledge.catalogue.has(first.term)
  if (!isOther || (first.text.length < 4 && !first.isThai)) addBeginnings(phrase, first.text)
}

function addJoined(phrase: Phrase): void {
  const { isThai, key, knowledge } = phrase
  const joined = isThai ? vocabulary().termsOf(key) : [key.replaceAll(' ', '')]
  // A word that no product has only makes the query longer, even if it is this close.
  if (joined.length === 1 && (isThai || knowledge.catalogue.mayHave(joined[0] ?? ''))) phrase.add(joined, costs.joined)
  if (!isThai) phrase.addMeanings(key.replaceAll(' ', ''), costs.joined)
}

function addBeginnings(phrase: Phrase, beginning: string): void {
  const { catalogue } = phrase.knowledge
  for (const word of catalogue.beginningWith(beginning, alternativeLimits.beginnings))
    if (word !== phrase.first.term && !vocabulary().thai.isOther(word, beginning)) phrase.addUnfinished([word])
}

/**
 * Adds the meanings of words of the vocabulary with this prefix, for a word that is still being typed. Returns whether
 * there are any.
 */
function addMeantByBeginning(phrase: Phrase): boolean {
  const { isThai, key } = phrase
  if (key.length < (isThai ? alternativeLimits.meantFrom.thai : alternativeLimits.meantFrom.english)) return false
  const all = isThai ? vocabulary().thai : vocabulary().english
  const words = all.beginningWith(key, alternativeLimits.meant)
  for (const word of words) {
    phrase.addUnfinished(vocabulary().termsOf(word))
    phrase.addMeanings(word, costs.beginning + costs.synonym, 'synonym')
  }
  return words.length > 0
}

function addRomanised(phrase: Phrase): void {
  const { key, span, hasUnknown } = phrase
  const { meanings, exact } = vocabulary().romanisedMeanings(key)
  // A known English word is English, even if it looks like romanised Thai (pak choi) or sounds like it.
  if (vocabulary().meaningsOf(key).length > 0 || (!exact && !hasUnknown)) return
  for (const meaning of meanings) phrase.addThai(meaning, costs.synonym)
  const sound = soundKey(key)
  if (meanings.length > 0 || span.some((word) => word.isKnown) || sound.length < 5) return
  for (const { word } of vocabulary().romanSounds.nearest(sound, 1, alternativeLimits.sounds))
    for (const meaning of vocabulary().romanBySound.of(word)) phrase.addThai(meaning, costs.corrected + costs.perError)
}
