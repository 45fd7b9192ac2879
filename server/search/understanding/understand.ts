import type { MatchReason } from '../../../contract/entities/search.ts'
import { isLongNumber } from '../text/amounts.ts'
import { fold } from '../text/fold.ts'
import { otherLayout } from '../text/layout.ts'
import { isMark } from '../text/terms.ts'
import { keyOf, vocabulary } from '../text/vocabulary.ts'
import { alternativesOf } from './alternatives.ts'
import { categoriesNamed } from './categories.ts'
import { type Alternative, costs, type SearchKnowledge } from './phrase.ts'
import { keyOfSpan, knownKeyOf, spansOf, typedPartsOf, typedWords, type Word } from './typed-words.ts'

/*
 * The meanings of a typed text: for each of its words the alternative terms, each with a cost and a reason. No product
 * is read here.
 */

/** The alternatives for the typed words from one position to another, the closest first. */
export type Span = { from: number; to: number; alternatives: Alternative[] }
/** A reading of the whole text. A product matches if it satisfies spans that cover all words. */
export type Plan = {
  typed: string
  words: number
  spans: Span[]
  /** Wishes, which only affect the ranking: sizes, packs, "fresh". */
  wished: string[]
  /** The name of a product that is called exactly this: terms in order. */
  exact: string[]
  /** Whether all words are known, so that none can be a part of another; whether none is. */
  allKnown: boolean
  noneKnown: boolean
}
export type Understanding = {
  plans: Plan[]
  /** Paths of the categories that the whole text names. */
  categories: string[]
}

/** Returns the readings of a text, the most likely first. */
export function understand(typed: string, knowledge: SearchKnowledge): Understanding {
  const asTyped = planOf(typed, knowledge)
  // A known word wasn't typed in the wrong layout.
  const converted = asTyped?.allKnown ? undefined : inOtherLayout(typed, knowledge)
  // If unknown words are known in the other layout, all of them are required.
  const plans = [converted && asTyped?.noneKnown ? undefined : asTyped, converted].filter((plan) => plan !== undefined)
  return { plans, categories: categoriesNamed(keyOf(fold(typed)), knowledge).map(({ path }) => path) }
}

/**
 * Reads a text as one plan; undefined if it has no words. As the last resort an unknown word may be the middle of
 * another; if all are known, a product may lack one beside a phrase: "candy snap peas".
 */
export function planOf(
  typed: string,
  knowledge: SearchKnowledge,
  { onlyKnown = false, isLast = false } = {},
): Plan | undefined {
  const read = typedWords(typed, knowledge)
  if (!read) return undefined
  const { needed, wished, exact } = read
  const allKnown = needed.every((word) => word.isKnown)
  if (onlyKnown && !allKnown) return undefined
  const typedPartOf = typedPartsOf(typed)
  const all = spansOf(needed)
  const phrases = all.filter(({ span }) => span.length > 1 && isPhrase(span))
  const spans = all.map(({ from, to, span }) => {
    // The head noun is the last word in English and the first in Thai: a brand or a kind may be missing, but not the
    // head noun.
    const [word] = span
    const isHead = word?.isThai ? from === 0 : to === needed.length && !needed.some(({ isThai }) => isThai)
    const isPart = phrases.some((phrase) => phrase.from <= from && to <= phrase.to && phrase.span !== span)
    const isUnneeded = !word?.isKnown || (isLast && allKnown && phrases.length > 0 && !isPart)
    const mayMiss = isUnneeded && span.length === 1 && needed.length > 1 && (!isHead || isLongNumber(word?.text ?? ''))
    return {
      from,
      to,
      alternatives: alternativesOf(span, typedPartOf(span), knowledge, {
        plain: onlyKnown,
        isPart,
        mayMiss,
        inside: isLast && !allKnown,
      }),
    }
  })
  // A size alone finds the products of that size.
  if (needed.length === 0) spans.push({ from: 0, to: 1, alternatives: [{ terms: wished.filter(isMark), cost: 0 }] })
  return {
    typed,
    words: Math.max(1, needed.length),
    spans: spans.filter(({ alternatives }) => alternatives.length > 0),
    wished,
    exact,
    allKnown,
    noneKnown: needed.every((word) => !word.isKnown),
  }
}

/**
 * Returns whether words together are one thing that the vocabulary knows, in either language or as Thai in Latin
 * letters.
 */
function isPhrase(span: readonly Word[]): boolean {
  const key = keyOfSpan(span)
  return knownKeyOf(span) !== undefined || (key !== undefined && vocabulary().romanisedMeanings(key).exact)
}

/**
 * Reads a text as what its keys type in the other keyboard layout; undefined if that isn't words that the search knows.
 */
function inOtherLayout(typed: string, knowledge: SearchKnowledge): Plan | undefined {
  const converted = otherLayout(typed)
  const plan = converted === undefined ? undefined : planOf(converted, knowledge, { onlyKnown: true })
  if (!plan || converted === undefined) return undefined
  const because: MatchReason = { kind: 'layout', from: typed.trim(), to: converted.trim() }
  const spans = plan.spans.map((span) => ({
    ...span,
    alternatives: span.alternatives.map((each) => ({ ...each, cost: each.cost + costs.layout, because })),
  }))
  return { ...plan, spans }
}
