import { packSizeOf } from '../../../contract/catalog/pack-size.ts'
import { sizeTerm } from './amounts.ts'
import { fold, hasThai, wordsOf } from './fold.ts'
import { vocabulary } from './vocabulary.ts'

/** The searched fields of a product. */
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

/** The terms of the English and of the Thai name, in order. */
export type ProductNames = { english: string[]; thai: string[] }

/** The index entry of a product. */
export type Entry = ProductNames & {
  /** The terms of both names, and further terms, as one text: parts of Thai compounds, the category and the size. */
  words: string
  /** The terms of the descriptions only. */
  described: string[]
  /** For sorting: cents for a kilogram or litre, then for a piece, then products whose size can't be read. */
  unitPrice: number
  category: string
  offerPriceCents: number
}

/** The most words of each description that the index holds. */
const maxDescription = 24

/** The term of products that aren't in the catalogue any more. */
export const archivedTerm = '@archived'

/** The term that all products of a category have. */
export const categoryTerm = (category: string): string => `#${category.toLowerCase().replace(/[\s|]/g, '_')}`

/** The term of products whose description has a term. */
export const describedTerm = (term: string): string => `~${term}`

/** Returns whether a term isn't from a name, but a category or a size. */
export const isMark = (term: string): boolean => term.startsWith('#') || term.startsWith('@')

/** Returns the index entry of a product. */
export function entryOf(product: Searchable): Entry {
  const words = vocabulary()
  const english = words.termsOf(fold(product.name))
  const folded = fold(product.nameTh ?? '')
  const thai = words.termsOf(folded)
  const size = packSizeOf(product.weight)
  const also = [
    ...headsOf(folded),
    categoryTerm(product.category),
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
    words: [english, thai, also].map((terms) => terms.join(' ')).join('|'),
    described: described.filter((term) => !named.has(term)).map(describedTerm),
    unitPrice: size
      ? (product.offerPriceCents / size.amount) * (size.unit === 'piece' ? 1 : 1000) +
        (size.unit === 'piece' ? 1e10 : 0)
      : 2e10 + product.offerPriceCents,
    category: product.category,
    offerPriceCents: product.offerPriceCents,
  }
}

/** Reads the names of an entry's text. */
export function readNames(words: string): ProductNames {
  const [english = [], thai = []] = words.split('|', 2).map(wordsOf)
  return { english, thai }
}

/** Returns a function that tells whether an entry's text contains a term: faster than a set for few lookups. */
export function termFinder(words: string): (term: string) => boolean {
  const text = ` ${words.replaceAll('|', ' ')} `
  return (term) => text.includes(` ${term} `)
}

function headsOf(folded: string): string[] {
  const { thai } = vocabulary()
  return wordsOf(folded)
    .filter(hasThai)
    .flatMap((run) => thai.divide(run).flatMap(({ text }) => thai.headOf(text)))
}
