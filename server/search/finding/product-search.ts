import type { ShopSort } from '../../../contract/calls/product.ts'
import type { ListCounts, MatchReason, SuggestedSearch } from '../../../contract/entities/search.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import type { Log } from '../../common/log.ts'
import type { Db } from '../../database/database.ts'
import { countsOfList } from '../../domain/product-count-queries.ts'
import { isFiltered, type ProductFilter } from '../../domain/product-filter-queries.ts'
import { fold } from '../text/fold.ts'
import { keyOf, vocabulary } from '../text/vocabulary.ts'
import { planOf, type Understanding, understand } from '../understanding/understand.ts'
import { type Hit, rankedHits } from './rank.ts'
import { descriptionsOf, type FoundProduct, findCandidates, sortedIds } from './search-queries.ts'
import { ShopWords } from './shop-words.ts'
import { describedQuery, termQueries } from './term-query.ts'

const suggestionLimits = { words: 3, categories: 2 }

export type FoundList = {
  /**
   * At most 240 products, in the order of the list, each with the reason why it was found; none if it has the typed
   * words. Also whether it has all typed words, even optional ones, and all typed numbers.
   */
  hits: { id: string; because: MatchReason[]; hasAll?: boolean; hasNumbers?: boolean }[]
  /** The reasons why these were found, if none has the typed words. */
  understood: MatchReason[]
  /** Whether a search of the whole shop found nothing although all words are known: the shop doesn't sell it. */
  isKnown?: boolean
  /** Paths of the categories that the text names. */
  categories: string[]
  counts?: ListCounts
}

/** A product of the list, before it is sorted. */
type ShownHit = Pick<Hit, 'product' | 'because'> & Partial<Pick<Hit, 'hasAll' | 'hasNumbers'>>

/** Searches the products of a shop. */
export class ProductSearch {
  readonly #db: Db
  readonly #shop: Pick<ShopConfig, 'categories'>
  readonly #words: ShopWords

  constructor(deps: { db: Db; shop: Pick<ShopConfig, 'categories'>; log: Pick<Log, 'warn'> }) {
    this.#db = deps.db
    this.#shop = deps.shop
    this.#words = new ShopWords(deps)
  }

  /** Finds the products of a list that a text could mean. */
  async find(
    typed: string,
    filter: ProductFilter,
    { sort = 'featured', counts = false }: { sort?: ShopSort; counts?: boolean } = {},
  ): Promise<FoundList> {
    const found = await this.#findShown(typed, filter)
    const hits = await this.#sorted(found.hits, sort)
    return {
      hits: hits.map(({ product: { id }, because, hasAll, hasNumbers }) => ({ id, because, hasAll, hasNumbers })),
      understood: found.understood,
      ...(found.isKnown && { isKnown: true }),
      categories: found.categories,
      ...(counts && { counts: await this.#counts(typed, filter, found.hits) }),
    }
  }

  /** Finds the products of a list, and the reasons if none has the typed words. */
  async #findShown(typed: string, filter: ProductFilter) {
    const { understanding, hits } = await this.#read(typed, filter)
    const { categories } = understanding
    const others: ShownHit[] = hits.every(isWithout) ? await this.#lastResort(typed, filter, understanding) : []
    const [other] = others
    if (other) return { hits: others, understood: other.because, isKnown: false, categories }
    const isKnown = hits.length === 0 && !isFiltered(filter) && isKnownText(typed, understanding)
    return { hits: hits as ShownHit[], understood: understoodBy(hits), isKnown, categories }
  }

  /** Finds products for a text that is being typed, and other texts that it could be. */
  async suggest(typed: string, max: number): Promise<FoundList & { words: SuggestedSearch[] }> {
    const found = await this.find(typed, {})
    return {
      ...found,
      hits: found.hits.slice(0, max),
      categories: found.categories.slice(0, suggestionLimits.categories),
      words: this.#wordsFor(typed, found),
    }
  }

  /** Indexes products that were just changed, for lists in an order that the index keeps. */
  indexChanged(): Promise<void> {
    return this.#words.refresh()
  }

  /** Resolves once no background work is running. */
  stop(): Promise<void> {
    return this.#words.stop()
  }

  /**
   * Finds products with the typed words or their alternatives, ranked; searches again if the shop has changed
   * meanwhile.
   */
  async #read(typed: string, filter: ProductFilter): Promise<{ understanding: Understanding; hits: Hit[] }> {
    const read = async () => {
      const understanding = understand(typed, this.#words.knowledge)
      return { understanding, ...(await findCandidates(this.#db, termQueries(understanding.plans, filter), filter)) }
    }
    let found = await read()
    if (this.#words.isOutdated(found.state)) {
      await this.#words.refresh()
      found = await read()
    }
    const { understanding, products } = found
    return { understanding, hits: rankedHits(products, understanding.plans) }
  }

  /**
   * Fallback: products whose descriptions match; otherwise those with an unknown word inside another, or without a
   * known one.
   */
  async #lastResort(typed: string, filter: ProductFilter, { plans }: Understanding): Promise<ShownHit[]> {
    const [plan] = plans
    if (!plan) return []
    const found = await findCandidates(this.#db, describedQuery(plan, filter), filter)
    const key = keyOf(fold(typed))
    // A known phrase is one thing: layers and cake aren't a layer cake.
    const isPhrase = plan.words > 1 && vocabulary().meaningsOf(key).length > 0
    const described = isPhrase ? await this.#describedAs(key, found.products) : found.products
    const because: MatchReason[] = [{ kind: 'description', from: typed, to: typed }]
    if (described.length > 0) return inStockFirst(described).map((product) => ({ product, because }))
    const last = planOf(typed, this.#words.knowledge, { isLast: true })
    // If the text was typed in the other keyboard layout, its words as typed mean nothing.
    if (!last || last.allKnown !== plan.allKnown) return []
    // No product has the typed words themselves. The same query isn't sent twice.
    const { wide, wished } = termQueries([last], filter)
    if (String(wide) === String(termQueries(plans, filter).wide)) return []
    const { products } = await findCandidates(this.#db, { wide, wished }, filter)
    const lacking = (hit: Hit) => hit.because.filter(({ kind }) => kind === 'without').length
    return rankedHits(products, [last]).filter((hit) => lacking(hit) === Number(last.allKnown))
  }

  /** Returns the products of which a line of the description has a phrase. */
  async #describedAs(key: string, products: readonly FoundProduct[]): Promise<FoundProduct[]> {
    const ids = products.map(({ id }) => id)
    const lines = new Map((await descriptionsOf(this.#db, ids)).map((each) => [each.id, each.lines]))
    return products.filter(({ id }) => lines.get(id)?.some((line) => keyOf(fold(line)).includes(key)))
  }

  async #sorted(hits: ShownHit[], sort: ShopSort): Promise<ShownHit[]> {
    if (sort === 'featured') return hits
    const byId = new Map(hits.map((hit) => [hit.product.id, hit]))
    return (await sortedIds(this.#db, [...byId.keys()], sort)).flatMap((id) => byId.get(id) ?? [])
  }

  /** Counts the products of the list with each filter switched. `hits` are within the filter. */
  async #counts(typed: string, filter: ProductFilter, hits: readonly ShownHit[]): Promise<ListCounts> {
    const all = isFiltered(filter) ? (await this.#findShown(typed, { offers: filter.offers })).hits : hits
    const paths = this.#shop.categories.map(({ path }) => path)
    return countsOfList(this.#db, filter, paths, { among: all.map(({ product }) => product.id) })
  }

  /** Corrections that found something, then completions of the last word. */
  #wordsFor(typed: string, { understood }: FoundList): SuggestedSearch[] {
    const corrected = understood
      .filter(({ kind }) => kind === 'corrected' || kind === 'layout' || kind === 'romanised')
      .map(({ from, to, kind }) => ({ q: typed.includes(from) ? typed.replace(from, to) : to, kind }))
    const last = typed.split(/[^a-z]/i).at(-1) ?? ''
    const completed =
      last.length > 1
        ? this.#words.knowledge.catalogue
            .beginningWith(fold(last), 12)
            .filter((word) => word !== fold(last))
            .sort((a, b) => a.length - b.length)
            .map((word) => ({ q: typed.slice(0, -last.length) + word, kind: 'completed' as const }))
        : []
    return [...new Map([...corrected, ...completed].map((word) => [word.q, word])).values()].slice(
      0,
      suggestionLimits.words,
    )
  }
}

/** Returns whether the search knows what a text means, in any script or layout, or as a misspelling. */
function isKnownText(typed: string, { plans }: Understanding): boolean {
  const key = keyOf(fold(typed))
  const words = vocabulary()
  return plans.some((plan) => plan.allKnown) || words.meaningsOf(key).length > 0 || words.romanisedMeanings(key).exact
}

/** Returns whether a product was found although it lacks a typed word. */
const isWithout = (hit: Hit): boolean => hit.because.some(({ kind }) => kind === 'without')

const inStockFirst = (products: readonly FoundProduct[]): FoundProduct[] =>
  [...products].sort((a, b) => Number(b.sellable) - Number(a.sellable) || (a.id < b.id ? -1 : 1))

/** Returns the reasons of the first hits if no hit is without one. */
function understoodBy(hits: readonly Hit[]): MatchReason[] {
  if (hits.length === 0 || hits.some((hit) => hit.because.length === 0)) return []
  const best = hits.filter(({ cost }) => cost === hits[0]?.cost)
  const reasons = new Map(best.flatMap((hit) => hit.because).map((each) => [`${each.kind} ${each.from}`, each]))
  return [...reasons.values()].slice(0, 3)
}
