import type { ShopConfig } from '../../../contract/settings/shop.ts'
import type { Log } from '../../common/log.ts'
import type { Db } from '../../database/database.ts'
import { indexPending } from '../index/index-products.ts'
import { announceIndexed, wordsAfter } from '../index/index-queries.ts'
import { keyOf } from '../text/vocabulary.ts'
import { WordSet } from '../text/word-set.ts'
import type { SearchKnowledge } from '../understanding/phrase.ts'
import { findCandidates, foldedSynonyms, type State } from './search-queries.ts'

const wordLimits = {
  /** Words of the catalogue that are kept in memory. */
  words: 30_000,
  /** Products that a search indexes before it answers, if they were just changed. */
  indexed: 100,
}

/**
 * Keeps the words of a shop's catalogue and the owner's synonyms in memory, and the index up to date: each search reads
 * whether they have changed.
 */
export class ShopWords {
  readonly #db: Db
  readonly #log: Pick<Log, 'warn'>
  readonly #shop: Pick<ShopConfig, 'categories'>
  #knowledge: Omit<SearchKnowledge, 'categories'> = {
    catalogue: new WordSet([], wordLimits.words),
    synonyms: new Map(),
  }
  #state: Pick<State, 'lastWord' | 'synonyms'> = { lastWord: 0, synonyms: '' }
  #refreshing: Promise<void> | undefined
  #nextRefresh: Promise<void> | undefined
  #indexing: Promise<unknown> | undefined
  #stopped = false

  constructor({ db, shop, log }: { db: Db; shop: Pick<ShopConfig, 'categories'>; log: Pick<Log, 'warn'> }) {
    this.#db = db
    this.#log = log
    this.#shop = shop
  }

  /** The current knowledge: the owner may have changed the categories. */
  get knowledge(): SearchKnowledge {
    return { ...this.#knowledge, categories: this.#shop.categories }
  }

  isOutdated({ pending, lastWord, synonyms }: State): boolean {
    // While the background indexes many products, searches don't wait for it.
    return (pending && !this.#indexing) || lastWord > this.#state.lastWord || synonyms !== this.#state.synonyms
  }

  /**
   * Indexes pending products, and reads new words and synonyms: everything saved before the call. A running refresh may
   * have begun earlier, so another one follows it, shared by all concurrent callers.
   */
  refresh(): Promise<void> {
    if (!this.#refreshing) return this.#nextRefresh ?? this.#startRefresh()
    this.#nextRefresh ??= this.#refreshing
      .catch(() => {})
      .then(() => {
        this.#nextRefresh = undefined
        return this.#startRefresh()
      })
    return this.#nextRefresh
  }

  #startRefresh(): Promise<void> {
    this.#refreshing = this.#readNew().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** Resolves once nothing runs in the background. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#indexing
  }

  async #readNew(): Promise<void> {
    // After an import, the remaining products are indexed while searches go on.
    if (!this.#indexing && (await indexPending(this.#db, { max: wordLimits.indexed })))
      this.#indexing ??= this.#indexRest()
    const { state } = await findCandidates(this.#db, {}, {})
    for (const { word } of await wordsAfter(this.#db, this.#state.lastWord, wordLimits.words))
      this.#knowledge.catalogue.add(word)
    const synonyms = new Map<string, string[]>()
    for (const { one, other, oneFolded, otherFolded } of await foldedSynonyms(this.#db))
      for (const [from, to] of [
        [oneFolded, other],
        [otherFolded, one],
      ] as const)
        synonyms.set(keyOf(from), [...(synonyms.get(keyOf(from)) ?? []), to])
    this.#knowledge = { ...this.#knowledge, synonyms }
    this.#state = { lastWord: state.lastWord, synonyms: state.synonyms }
  }

  async #indexRest(): Promise<void> {
    try {
      while (!this.#stopped && (await indexPending(this.#db, { max: wordLimits.indexed })))
        await new Promise(setImmediate)
      // Lists that were cached meanwhile lack the newly indexed products.
      await announceIndexed(this.#db)
    } catch (error) {
      this.#log.warn({ err: error }, 'products could not be indexed')
    }
    this.#indexing = undefined
  }
}
