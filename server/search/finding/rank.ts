import type { MatchReason } from '../../../contract/entities/search.ts'
import { sizeTerm } from '../text/amounts.ts'
import { hasThai } from '../text/fold.ts'
import { isMark, type ProductNames, readNames, termFinder } from '../text/terms.ts'
import { vocabulary } from '../text/vocabulary.ts'
import { costs } from '../understanding/phrase.ts'
import type { Plan } from '../understanding/understand.ts'
import type { FoundProduct } from './search-queries.ts'

export type Hit = {
  product: FoundProduct
  /** 0 if the product has the typed words themselves. */
  cost: number
  /** Whether it has each typed word, also optional ones such as a number. */
  hasAll: boolean
  /** Whether it has each typed number, in its name or as its size. */
  hasNumbers: boolean
  /** Its rating among products of the same cost. */
  fit: number
  because: MatchReason[]
}

/** The additional cost if the matched word isn't the head noun of the name: an orange sweet potato for "orange". */
const besidesMain = 24

type Match = { plan: Plan; cost: number; terms: string[]; because: MatchReason[]; isUnfinished: boolean }
type Has = (term: string) => boolean

/** Returns the products that match a reading of a text, the closest first. */
export function rankedHits(products: readonly FoundProduct[], plans: readonly Plan[]): Hit[] {
  return products.flatMap((product) => hitOf(product, plans) ?? []).sort(compareHits)
}

/** Returns how a product matches the readings of a text: the closest one; undefined if it matches none. */
function hitOf(product: FoundProduct, plans: readonly Plan[]): Hit | undefined {
  const has = termFinder(product.words)
  const matches = plans.flatMap((plan) => matchOf(plan, has) ?? [])
  if (matches.length === 0) return undefined
  const name = readNames(product.words)
  for (const match of matches) treatAsSynonym(match, name)
  for (const match of matches) match.cost += costBesides(match.terms, name)
  const match = matches.reduce((best, each) => (each.cost < best.cost ? each : best))
  const { exact } = match.plan
  return {
    product,
    cost: match.cost,
    hasAll: exact.every(has),
    hasNumbers: exact.every((term) => !/^[0-9]/.test(term) || has(term) || sizes(term).some(has)),
    fit: fitOf(match, name, has) + Number(product.hasWished) / 10,
    because: match.because,
  }
}

/**
 * Treats a match by one whole word as a synonym's if the word is part of a phrase in the product's name that means
 * another thing: sets that phrase as the reason, and adds the cost of a synonym.
 */
function treatAsSynonym(match: Match, { english }: ProductNames): void {
  const [term = '', ...rest] = match.terms
  const isWhole = rest.length === 0 && !match.isUnfinished
  const phrase = isWhole ? vocabulary().otherThan(term, english) : undefined
  if (!phrase) return
  const from = match.because[0]?.from ?? match.plan.typed
  const forms = vocabulary()
    .meaningsOf(phrase)
    .flatMap((meaning) => meaning.forms)
  const thai = hasThai(from) ? forms.findLast(({ text }) => hasThai(text)) : undefined
  match.because = [{ kind: 'synonym', from, to: thai?.text ?? phrase }]
  match.cost += costs.synonym
}

/** Orders hits by cost; of the same cost first those in stock, then by rating, then the oldest. */
function compareHits(a: Hit, b: Hit): number {
  return (
    a.cost - b.cost ||
    Number(b.product.sellable) - Number(a.product.sellable) ||
    b.fit - a.fit ||
    (a.product.id < b.product.id ? -1 : 1)
  )
}

/** Finds the cheapest spans that cover all typed words and whose terms a product has. */
function matchOf(plan: Plan, has: Has): Match | undefined {
  const best: (Match | undefined)[] = Array.from({ length: plan.words + 1 })
  best[plan.words] = { plan, cost: 0, terms: [], because: [], isUnfinished: false }
  for (let from = plan.words - 1; from >= 0; from -= 1)
    for (const span of plan.spans) {
      const rest = span.from === from ? best[span.to] : undefined
      const least = best[from]?.cost ?? Number.POSITIVE_INFINITY
      const found = rest && span.alternatives.find((each) => each.terms.every(has))
      if (!found || found.cost + rest.cost >= least) continue
      const isNew = found.because && !rest.because.includes(found.because)
      best[from] = {
        plan,
        cost: found.cost + rest.cost,
        terms: [...found.terms, ...rest.terms],
        because: found.because && isNew ? [found.because, ...rest.because] : rest.because,
        isUnfinished: found.isUnfinished === true || rest.isUnfinished,
      }
    }
  return best[0]
}

/** Returns the terms of the sizes that a number without its unit could mean. */
const sizes = (number: string) =>
  (['g', 'ml', 'piece'] as const).map((unit) => sizeTerm({ amount: Number(number), unit }))

/**
 * Returns the additional cost of a product if the terms don't include the head noun: the last word of its English name,
 * the first of its Thai one. A Thai compound begins with its head noun: a hen's egg is an egg.
 */
function costBesides(terms: readonly string[], { english, thai: [head = ''] }: ProductNames): number {
  const wanted = new Set(terms)
  const isNameless = terms.length === 0 || terms.some(isMark)
  if (isNameless || wanted.has(mainPart(english).at(-1) ?? '') || wanted.has(head)) return 0
  return terms.some((term) => term !== '' && head.startsWith(term)) ? costs.beginning : besidesMain
}

/**
 * Returns the part of an English name that ends with its head noun: "massaman chicken" of "massaman chicken with rice".
 */
function mainPart(english: readonly string[]): readonly string[] {
  const end = english.findIndex((word, index) => index > 0 && afterHead.has(word))
  return end === -1 ? english : english.slice(0, end)
}

/** Words that begin the side dish in an English name, such as "with". */
const afterHead = new Set(['with', 'in', 'for', 'from', 'of', 'pack', 'size'])

/** Rates a match: by the typed share of the name, and by wishes. */
function fitOf({ terms, plan }: Match, { english, thai }: ProductNames, has: Has): number {
  const found = new Set(terms)
  const share = (name: readonly string[]) => name.filter((term) => found.has(term)).length / Math.max(1, name.length)
  return Math.max(share(english), share(thai)) + 3 * plan.wished.filter(has).length
}
