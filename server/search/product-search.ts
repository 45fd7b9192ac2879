import type { ShopSort } from '../../contract/calls/product.ts'
import type { Because, ListCounts, SuggestedSearch } from '../../contract/entities.ts'
import { cents, toWire } from '../../contract/money.ts'
import type { ShopConfig } from '../../contract/shop.ts'
import type { Log } from '../common/log.ts'
import type { Db } from '../database/database.ts'
import { CatalogueWords } from './catalogue-words.ts'
import { fold } from './fold.ts'
import { indexPending } from './index-products.ts'
import { wordsAfter } from './index-queries.ts'
import type { ProductFilter } from './product-filter.ts'
import { compareHits, type Hit, hitOf } from './rank.ts'
import {
  describedProducts,
  type FoundProduct,
  findCandidates,
  foldedSynonyms,
  namesContaining,
  type State,
} from './search-queries.ts'
import { termQueries } from './term-query.ts'
import { type Understanding, understand } from './understand.ts'
import { keyOf } from './vocabulary.ts'

const limits = {
  /** Words of the catalogue that are kept in memory. */
  words: 30_000,
  /** Products that a search indexes before it answers, if they were just changed. */
  indexed: 100,
  suggestedWords: 3,
  suggestedShelves: 2,
}

export type FoundList = {
  /**
   * At most 240 products, in the order of the list, with why each was found; no reason if it has the typed words. Whether
   * it has all of them, also those that a product may lack.
   */
  hits: { id: string; because: Because[]; hasAll?: boolean }[]
  /** Why these were found, if none has the typed words. */
  understood: Because[]
  /** Paths of the categories that the text names. */
  shelves: string[]
  counts?: ListCounts
}

/**
 * Searches the products of a shop. Keeps the words of its catalogue and the owner's synonyms in memory, and reads what is
 * new whenever a search finds that they have changed.
 */
export class ProductSearch {
  readonly #db: Db
  readonly #shop: Pick<ShopConfig, 'categories'>
  readonly #log: Pick<Log, 'warn'>
  readonly #words = new CatalogueWords([], limits.words)
  #synonyms: ReadonlyMap<string, readonly string[]> = new Map()
  #known: Pick<State, 'lastWord' | 'synonyms'> = { lastWord: 0, synonyms: '' }
  #refreshing: Promise<void> | undefined
  #indexing: Promise<unknown> | undefined
  #stopped = false

  constructor({ db, shop, log }: { db: Db; shop: Pick<ShopConfig, 'categories'>; log: Pick<Log, 'warn'> }) {
    this.#db = db
    this.#shop = shop
    this.#log = log
  }

  /** Finds the products of a list that a text could mean. */
  async find(
    typed: string,
    filter: ProductFilter,
    { sort = 'featured', counts = false }: { sort?: ShopSort; counts?: boolean } = {},
  ): Promise<FoundList> {
    const { understanding, products } = await this.#candidates(typed, filter)
    const hits = ranked(products, understanding)
    const { shelves } = understanding
    const rest = { shelves, ...(counts && { counts: await this.#counts(typed, filter, { products, hits }) }) }
    if (hits.every(isWithout)) {
      const others = await this.#lastResort(typed, filter, understanding)
      if (others.length > 0) return { hits: others, understood: [], ...rest }
    }
    const byId = new Map(products.map((product) => [product.id, product]))
    const rows = sortHits(hits, sort, (id) => byId.get(id) as FoundProduct)
    return {
      hits: rows.map(({ id, because, hasAll }) => ({ id, because, hasAll })),
      understood: understoodBy(hits),
      ...rest,
    }
  }

  /** Finds what only descriptions say, or what is a part of a word. */
  async #lastResort(typed: string, filter: ProductFilter, { plans }: Understanding): Promise<FoundList['hits']> {
    const [plan] = plans
    // The shop doesn't have a thing because the description of another mentions it.
    if (!plan || plan.isThing) return []
    const { plain } = termQueries([plan], filter)
    const described = plain === undefined ? [] : await describedProducts(this.#db, plain, filter)
    const because: Because[] = [{ kind: 'description', from: typed, to: typed }]
    if (described.length > 0) return described.map((id) => ({ id, because }))
    if (plan.allKnown || !mayBePart(typed)) return []
    return (await namesContaining(this.#db, typed, filter)).map((id) => ({ id, because: [] }))
  }

  /** Finds products for a text that is being typed, and other texts that it could be. */
  async suggest(typed: string, max: number): Promise<FoundList & { words: SuggestedSearch[] }> {
    const found = await this.find(typed, {})
    return {
      ...found,
      hits: found.hits.slice(0, max),
      shelves: found.shelves.slice(0, limits.suggestedShelves),
      words: this.#wordsFor(typed, found),
    }
  }

  #indexInBackground(): void {
    this.#indexing ??= this.#indexAll()
      .catch((error) => this.#log.warn({ err: error }, 'products could not be indexed'))
      .finally(() => {
        this.#indexing = undefined
      })
  }

  /** Resolves once nothing runs in the background. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#indexing
  }

  async #indexAll(): Promise<void> {
    while (!this.#stopped && (await indexPending(this.#db, { max: limits.indexed }))) await new Promise(setImmediate)
  }

  async #candidates(
    typed: string,
    filter: ProductFilter,
  ): Promise<{ understanding: Understanding; products: FoundProduct[] }> {
    const first = await this.#read(typed, filter)
    if (!this.#isOutdated(first.state)) return first
    await this.#refresh()
    return this.#read(typed, filter)
  }

  async #read(typed: string, filter: ProductFilter) {
    const understanding = understand(typed, {
      catalogue: this.#words,
      categories: this.#shop.categories,
      synonyms: this.#synonyms,
    })
    return { understanding, ...(await findCandidates(this.#db, termQueries(understanding.plans, filter), filter)) }
  }

  #isOutdated({ pending, lastWord, synonyms }: State): boolean {
    // While the background indexes many products, searches don't wait for it.
    return (pending && !this.#indexing) || lastWord > this.#known.lastWord || synonyms !== this.#known.synonyms
  }

  /** Indexes what is pending, and reads new words and the synonyms; once for all that wait for it. */
  #refresh(): Promise<void> {
    this.#refreshing ??= this.#readNew().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #readNew(): Promise<void> {
    // What is left, after an import, is indexed while searches go on.
    if (!this.#indexing && (await indexPending(this.#db, { max: limits.indexed }))) this.#indexInBackground()
    const { state } = await findCandidates(this.#db, termQueries([], {}), {})
    const words = await wordsAfter(this.#db, this.#known.lastWord, limits.words)
    this.#words.add(words.map(({ word }) => word))
    const synonyms = new Map<string, string[]>()
    for (const { one, other, oneFolded, otherFolded } of await foldedSynonyms(this.#db))
      for (const [from, to] of [
        [oneFolded, other],
        [otherFolded, one],
      ] as const)
        synonyms.set(keyOf(from), [...(synonyms.get(keyOf(from)) ?? []), to])
    this.#synonyms = synonyms
    this.#known = { lastWord: state.lastWord, synonyms: state.synonyms }
  }

  /** Counts what the list would have with each filter switched. `found` is what was found within the filter. */
  async #counts(
    typed: string,
    filter: ProductFilter,
    found: { products: readonly FoundProduct[]; hits: readonly Hit[] },
  ): Promise<ListCounts> {
    const isFiltered = Object.values(filter).some((value) => value !== undefined)
    const { products, hits } = isFiltered ? await this.#foundAnywhere(typed) : found
    const ids = new Set(hits.map(({ id }) => id))
    return countsOf(
      products.filter(({ id }) => ids.has(id)),
      filter,
      this.#shop.categories.map(({ path }) => path),
    )
  }

  async #foundAnywhere(typed: string) {
    const { understanding, products } = await this.#candidates(typed, {})
    return { products, hits: ranked(products, understanding) }
  }

  /** Corrections that found something, then completions of the last word. */
  #wordsFor(typed: string, { understood }: FoundList): SuggestedSearch[] {
    const corrected = understood
      .filter(({ kind }) => kind === 'corrected' || kind === 'layout' || kind === 'romanised')
      .map(({ from, to, kind }) => ({ q: typed.includes(from) ? typed.replace(from, to) : to, kind }))
    const last = typed.split(/[^a-z]/i).at(-1) ?? ''
    const completed =
      last.length > 1
        ? this.#words
            .beginningWith(fold(last), 12)
            .filter((word) => word !== fold(last))
            .sort((a, b) => a.length - b.length)
            .map((word) => ({ q: typed.slice(0, -last.length) + word, kind: 'completed' as const }))
        : []
    return [...new Map([...corrected, ...completed].map((word) => [word.q, word])).values()].slice(
      0,
      limits.suggestedWords,
    )
  }
}

function ranked(products: readonly FoundProduct[], { plans }: Understanding): Hit[] {
  return products.flatMap((product) => hitOf(product, plans) ?? []).sort(compareHits)
}

/** Whether a product was found although it lacks a typed word. */
const isWithout = (hit: Hit): boolean => hit.because.some(({ kind }) => kind === 'without')

/** Whether a text is long enough to be looked for inside of words. */
function mayBePart(typed: string): boolean {
  const folded = fold(typed)
  return folded.length >= 3 && /[^0-9 .]/.test(folded)
}

/** Returns the reasons of the first hits if no hit is without one. */
function understoodBy(hits: readonly Hit[]): Because[] {
  if (hits.length === 0 || hits.some((hit) => hit.because.length === 0)) return []
  const best = hits.filter(({ cost }) => cost === hits[0]?.cost)
  const reasons = new Map(best.flatMap((hit) => hit.because).map((each) => [`${each.kind} ${each.from}`, each]))
  return [...reasons.values()].slice(0, 3)
}

function sortHits(hits: readonly Hit[], sort: ShopSort, productOf: (id: string) => FoundProduct): Hit[] {
  const by = (value: (product: FoundProduct) => number | string, down = false) =>
    [...hits].sort((a, b) => {
      const [one, other] = [value(productOf(a.id)), value(productOf(b.id))]
      const order = one < other ? -1 : one > other ? 1 : a.id < b.id ? -1 : 1
      return down ? -order : order
    })
  switch (sort) {
    case 'featured':
      return [...hits]
    case 'newest':
      return by(({ id }) => id, true)
    case 'price':
      return by(({ offerPriceCents }) => offerPriceCents)
    case '-price':
      return by(({ offerPriceCents }) => offerPriceCents, true)
    case 'unit-price':
      return by(({ unitPrice }) => unitPrice)
    case 'name':
      return by(({ name }) => name.toLowerCase())
    case 'name-th':
      return by(({ name, nameTh }) => (nameTh ?? name).toLowerCase())
  }
}

/** Counts products with each filter switched and the others kept. */
export function countsOf(
  products: readonly Pick<FoundProduct, 'category' | 'sellable' | 'onOffer' | 'offerPriceCents'>[],
  filter: ProductFilter,
  paths: readonly string[],
): ListCounts {
  const { category, sellable, onOffer, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = filter
  type Product = (typeof products)[number]
  const conditions = {
    shelf: (product: Product) => category === undefined || product.category === category,
    stock: (product: Product) => sellable === undefined || product.sellable === sellable,
    offer: (product: Product) => onOffer === undefined || product.onOffer === onOffer,
    price: ({ offerPriceCents }: Product) => offerPriceCents >= minPrice && offerPriceCents <= maxPrice,
  }
  const without = (left: keyof typeof conditions) =>
    products.filter((product) => Object.entries(conditions).every(([name, holds]) => name === left || holds(product)))
  const shelves = Map.groupBy(without('shelf'), (product) => product.category)
  const prices = without('price').map(({ offerPriceCents }) => offerPriceCents)
  const wire = (amount: number) => toWire(cents(amount))
  return {
    inStock: without('stock').filter((product) => product.sellable).length,
    onOffer: without('offer').filter((product) => product.onOffer).length,
    shelves: paths.flatMap((path) => {
      const count = shelves.get(path)?.length ?? 0
      return count > 0 ? [{ path, count }] : []
    }),
    lowestPrice: prices.length > 0 ? wire(Math.min(...prices)) : null,
    highestPrice: prices.length > 0 ? wire(Math.max(...prices)) : null,
  }
}
