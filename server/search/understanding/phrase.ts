import type { MatchReason } from '../../../contract/entities/search.ts'
import type { Category } from '../../../contract/settings/shop.ts'
import { hasThai } from '../text/fold.ts'
import { categoryTerm, isMark } from '../text/terms.ts'
import { type Form, type Meaning, vocabulary } from '../text/vocabulary.ts'
import type { WordSet } from '../text/word-set.ts'
import { categoriesNamed } from './categories.ts'
import type { Word } from './typed-words.ts'

/** One way to satisfy some typed words: a product that has all of these terms. */
export type Alternative = {
  terms: string[]
  cost: number
  because?: MatchReason
  /** The terms are a word of which only the beginning is typed. */
  isUnfinished?: true
}

/** The search's knowledge of the shop. */
export type SearchKnowledge = {
  /** The words of the names in the catalogue. */
  catalogue: WordSet
  categories: readonly Category[]
  /** The owner's synonyms: for a key, the texts that mean the same. */
  synonyms: ReadonlyMap<string, readonly string[]>
}

/** Costs of alternatives, by their distance from the typed text. A product's cost is the sum over its words. */
export const costs = {
  joined: 2,
  beginning: 10,
  /** A synonym, a category, or Thai in Latin letters. */
  synonym: 20,
  corrected: 25,
  perError: 3,
  included: 30,
  layout: 40,
  /** A word that neither the catalogue nor the vocabulary has, such as a brand: the product without it. */
  without: 45,
  inside: 60,
}

const maxAlternatives = 60

/** Neighbouring words of one script, or one word, with the alternatives found for them. */
export class Phrase {
  readonly span: readonly Word[]
  readonly knowledge: SearchKnowledge
  readonly first: Word
  readonly isThai: boolean
  readonly key: string
  /** Its part of the typed text. */
  readonly #typed: string
  readonly #found = new Map<string, Alternative>()

  constructor(span: readonly Word[], key: string, typedPart: string, knowledge: SearchKnowledge) {
    this.span = span
    this.first = span[0] as Word
    this.isThai = this.first.isThai
    this.key = key
    this.#typed = typedPart
    this.knowledge = knowledge
  }

  get hasUnknown(): boolean {
    return this.span.some((word) => !word.isKnown)
  }

  add(terms: readonly string[], cost: number, kind?: MatchReason['kind'], to = ''): Alternative | undefined {
    // Words that aren't in the catalogue would only make the query longer.
    if (cost > costs.joined && !terms.every((term) => isMark(term) || this.knowledge.catalogue.mayHave(term)))
      return undefined
    const id = [...terms].sort().join(' ')
    const known = this.#found.get(id)
    if (known && known.cost <= cost) return undefined
    // A translation needs no reason: "bread" and ขนมปัง are the same.
    const isTold = kind && !(kind === 'synonym' && hasThai(to) !== this.isThai)
    const added = { terms: [...terms], cost, ...(isTold && { because: { kind, from: this.#typed, to } }) }
    this.#found.set(id, added)
    return added
  }

  /** Adds a word of which only the beginning is typed. */
  addUnfinished(terms: readonly string[]): void {
    const added = this.add(terms, costs.beginning)
    if (added) added.isUnfinished = true
  }

  addCategories(categories: readonly Category[], cost: number): void {
    for (const { path } of categories) this.add([categoryTerm(path)], cost, 'category', path)
  }

  /** Adds the synonyms of a key; with the given reason if it isn't the typed key. */
  addMeanings(key: string, extra: number, kind?: MatchReason['kind']): void {
    if (kind) this.addCategories(categoriesNamed(key, this.knowledge), extra)
    for (const meaning of vocabulary().meaningsOf(key)) {
      const typedForm = meaning.forms.find((form) => form.key === key)
      const isWrong = typedForm?.misspelt === true
      const reason = kind ?? (isWrong ? 'corrected' : 'synonym')
      const cost = extra + (kind ? 0 : isWrong ? costs.corrected : costs.synonym)
      const others = this.#likeTyped(meaning).filter((form) => form.key !== key)
      const corrected = kind ? typedForm : isWrong ? others[0] : undefined
      for (const form of others) this.add(form.terms, cost, reason, this.#shown(form, corrected))
      for (const included of meaning.includes.map((each) => this.#likeTyped(each)))
        for (const form of included) {
          this.add(form.terms, extra + costs.included, kind ?? 'synonym', this.#shown(form, included[0]))
          this.addCategories(categoriesNamed(form.key, this.knowledge), extra + costs.included)
        }
    }
  }

  /** Adds the meanings of romanised Thai. */
  addThai(meaning: Meaning, cost: number): void {
    const forms = meaning.forms.filter((form) => !form.misspelt)
    const thai = forms.find((form) => hasThai(form.text))
    for (const form of forms) this.add(form.terms, cost, 'romanised', (thai ?? form).text)
    for (const form of forms) this.addCategories(categoriesNamed(form.key, this.knowledge), cost)
    for (const form of meaning.includes.flatMap((included) => this.#likeTyped(included)))
      this.add(form.terms, cost + costs.included - costs.synonym, 'romanised', (thai ?? form).text)
  }

  /** The alternatives, the closest first. */
  sorted(): Alternative[] {
    return [...this.#found.values()].sort((a, b) => a.cost - b.cost).slice(0, maxAlternatives)
  }

  /** Returns the correctly spelt forms, without the typed one, forms in the typed script first. */
  #likeTyped({ forms }: Meaning): Form[] {
    const right = forms.filter((form) => !form.misspelt && form.key !== this.key)
    return [...right.filter(this.#isTypedScript), ...right.filter((form) => !this.#isTypedScript(form))]
  }

  #isTypedScript = ({ text }: Form): boolean => hasThai(text) === this.isThai

  /** Returns the text that explains a form, in the typed script if there is one. */
  #shown(form: Form, other: Form = form): string {
    return (this.#isTypedScript(form) || !this.#isTypedScript(other) ? form : other).text
  }
}
