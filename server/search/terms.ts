import { packSizeOf } from '../../contract/pack-size.ts'
import { sizeTerm } from './amounts.ts'
import { fold, hasThai, wordsOf } from './fold.ts'
import { type Vocabulary, vocabulary } from './vocabulary.ts'

/** What the search reads of a product. */
export type Searchable = {
  name: string
  nameTh: string | null
  description: readonly string[]
  descriptionTh: readonly string[] | null
  category: string
  weight: string | null
  offerPriceCents: number
  archivedAt: Date | null
}

/** The terms that a product is ranked by. */
export type ProductTerms = {
  /** The terms of the English and of the Thai name, in order. */
  english: string[]
  thai: string[]
  /** What is found besides: two English words written as one, parts of Thai compounds, the shelf and the size. */
  also: string[]
}

/** What the index holds of a product. */
export type Entry = ProductTerms & {
  /** The terms above as one text, which `readTerms` reads. */
  words: string
  /** The terms of the descriptions only. */
  described: string[]
  /** For sorting: cents for a kilogram or litre, then for a piece, then products whose size can't be read. */
  unitPrice: number
}

/** The most words of each description that the index holds. */
const maxDescription = 24

/** The term of products that aren't in the catalogue any more. */
export const archivedTerm = '@archived'

/** The term that all products of a category have. */
export const shelfTerm = (category: string): string => `#${category.toLowerCase().replace(/[\s|]/g, '_')}`

/** The term of products whose description has a term. */
export const describedTerm = (term: string): string => `~${term}`

/** Whether a term is none of a name: a shelf, a size. */
export const isMark = (term: string): boolean => term.startsWith('#') || term.startsWith('@')

/** Returns what the index holds of a product. */
export function entryOf(product: Searchable, words: Vocabulary = vocabulary): Entry {
  const english = words.termsOf(fold(product.name))
  const folded = fold(product.nameTh ?? '')
  const thai = words.termsOf(folded)
  const size = packSizeOf(product.weight)
  const also = [
    ...english.slice(1).map((word, at) => `${english[at]}${word}`),
    ...headsOf(folded, words),
    shelfTerm(product.category),
    ...(size ? [sizeTerm(size)] : []),
    ...(product.archivedAt ? [archivedTerm] : []),
  ]
  const named = new Set([...english, ...thai, ...also])
  const described = [product.description, product.descriptionTh ?? []].flatMap((lines) =>
    [...new Set(lines.flatMap((line) => words.termsOf(fold(line))))].slice(0, maxDescription),
  )
  return {
    english,
    thai,
    also,
    words: [english, thai, also].map((terms) => terms.join(' ')).join('|'),
    described: described.filter((term) => !named.has(term)).map(describedTerm),
    unitPrice: size
      ? (product.offerPriceCents / size.amount) * (size.unit === 'piece' ? 1 : 1000) +
        (size.unit === 'piece' ? 1e10 : 0)
      : 2e10 + product.offerPriceCents,
  }
}

/** Reads the terms of an entry's text. */
export function readTerms(stored: string): ProductTerms {
  const [english = [], thai = [], also = []] = stored.split('|').map(wordsOf)
  return { english, thai, also }
}

function headsOf(folded: string, { thai }: Vocabulary): string[] {
  return wordsOf(folded)
    .filter(hasThai)
    .flatMap((run) => thai.divide(run).flatMap(({ text }) => thai.headOf(text)))
}
