import type { ProductFilter } from '../../domain/product-filter-queries.ts'
import { archivedTerm, categoryTerm, describedTerm } from '../text/terms.ts'
import { costs } from '../understanding/phrase.ts'
import type { Plan } from '../understanding/understand.ts'

const queryLimits = {
  /**
   * The most alternatives of all words in one query: the index compares the entries of each word with those of the
   * others.
   */
  alternatives: 40,
  /** Queries that search_candidates takes. */
  queries: 4,
  wished: 20,
}

/** Queries of the index, as PostgreSQL's tsquery; undefined if nothing can match. */
export type TermQueries = {
  /** Products that have the typed words. */
  plain?: string
  /** Products with them or their alternatives: four queries, all of which a product must match. */
  wide?: string[]
  /** Products that match a wish, also in the description. */
  wished?: string
}

/** Returns the queries for the readings of a text. */
export function termQueries(plans: readonly Plan[], filter: ProductFilter): TermQueries {
  const wished = [...new Set(plans.flatMap((plan) => plan.wished))].slice(0, queryLimits.wished)
  const plain = allOf(conditionsOf(plans.slice(0, 1), filter, { maxCost: costs.joined }))
  const wide = conditionsOf(plans, filter)
  return {
    plain: plain || undefined,
    wide: allOf(wide) === plain ? undefined : asQueries(wide),
    wished: wished.length > 0 ? anyOf(wished.map(namedOrDescribed)) : undefined,
  }
}

/** Returns the query of products that have the typed words in their names and descriptions together. */
export function describedQuery(plan: Plan, filter: ProductFilter): TermQueries {
  return { wide: asQueries(conditionsOf([plan], filter, { maxCost: 0, written: namedOrDescribed })) }
}

/**
 * Returns necessary conditions of a match by alternatives of at most `maxCost`: for each typed word, one of the spans
 * that contain it; the category; last, being in the catalogue. Other products may meet them too, and ranking drops
 * these. None if nothing can match.
 */
function conditionsOf(
  plans: readonly Plan[],
  { category, archived }: ProductFilter,
  { maxCost = Number.POSITIVE_INFINITY, written = quoted } = {},
): string[] {
  const readings = plans.flatMap((plan) => {
    const words = Array.from({ length: plan.words }, (_, index) => alternativesAt(plan, index, maxCost, written))
    if (words.some((alternatives) => alternatives?.length === 0)) return []
    const conditions = new Set(words.flatMap((alternatives) => (alternatives ? [anyOf(alternatives)] : [])))
    return conditions.size > 0 ? [[...conditions]] : []
  })
  const [only] = readings
  if (!only) return []
  const inCatalogue = `${archived ? '' : '!'}${quoted(archivedTerm)}`
  const inCategory = category === undefined ? [] : [quoted(categoryTerm(category))]
  return [...(readings.length === 1 ? only : [anyOf(readings.map(allOf))]), ...inCategory, inCatalogue]
}

/**
 * Combines conditions to the number of queries that `search_candidates` takes: the shortest ones alone, as they are the
 * most selective, and the others together with the last, which nearly all products meet. If there are too few, the
 * shortest one is repeated.
 */
function asQueries(conditions: readonly string[]): string[] | undefined {
  const sorted = conditions.slice(0, -1).toSorted((a, b) => a.length - b.length)
  const [shortest] = sorted
  if (shortest === undefined) return undefined
  const alone = Array.from({ length: queryLimits.queries - 1 }, (_, index) => sorted[index] ?? shortest)
  return [...alone, allOf([...sorted.slice(alone.length), ...conditions.slice(-1)])]
}

/** Returns the alternatives for the word at a position, the closest ones; undefined if a product may lack the word. */
function alternativesAt(
  plan: Plan,
  position: number,
  maxCost: number,
  written: (term: string) => string,
): string[] | undefined {
  const alternatives = plan.spans
    .filter(({ from, to }) => from <= position && position < to)
    .flatMap((span) => span.alternatives)
    .filter(({ cost }) => cost <= maxCost)
  if (alternatives.some(({ terms }) => terms.length === 0)) return undefined
  const closest = alternatives
    .sort((a, b) => a.cost - b.cost)
    .slice(0, Math.ceil(queryLimits.alternatives / plan.words))
  return [...new Set(widest(closest.map(({ terms }) => terms)).map((terms) => allOf(terms.map(written))))]
}

/** Drops alternatives that contain all terms of another one: "orange" finds every orange juice. */
function widest(alternatives: readonly (readonly string[])[]): (readonly string[])[] {
  const shortestFirst = [...alternatives].sort((a, b) => a.length - b.length)
  return shortestFirst.filter(
    (terms, index) => !shortestFirst.slice(0, index).some((shorter) => shorter.every((term) => terms.includes(term))),
  )
}

const allOf = (parts: readonly string[]): string => joined(parts, ' & ')
const anyOf = (parts: readonly string[]): string => joined(parts, ' | ')
const joined = (parts: readonly string[], sign: string) =>
  parts.length > 1 ? `(${parts.join(sign)})` : (parts[0] ?? '')
const quoted = (term: string): string => `'${term.replace(/['\\]/g, '$&$&')}'`
const namedOrDescribed = (term: string): string => anyOf([quoted(term), quoted(describedTerm(term))])
