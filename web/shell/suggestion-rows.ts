import type { Product } from '../../contract/entities/product.ts'
import type { MatchReason, SuggestedSearch } from '../../contract/entities/search.ts'
import { categoryPath } from '../product/categories.ts'
import { productPath } from '../product/product-path.ts'
import type { ShownCategory } from '../shop.ts'

/** The server's suggestions for a text. */
export type Suggestions = {
  products: readonly Product[]
  because?: Readonly<Record<string, MatchReason[]>>
  categories?: readonly string[]
  words?: readonly SuggestedSearch[]
}

type RowContent =
  | { kind: 'past'; q: string }
  | { kind: 'word'; q: string; why: SuggestedSearch['kind'] }
  | { kind: 'category'; category: ShownCategory; to: string }
  | { kind: 'product'; product: Product; because: MatchReason | undefined; to: string }
  | { kind: 'forget' }

/** A row of the list below the search box: it opens `to`, searches for `q`, or clears the past searches. */
export type Row = RowContent & { key: string }

/** The number of past searches with the typed prefix that are shown. */
const mostPast = 2

/**
 * Returns the rows for a typed text. The browser's own rows, past searches and category names, come first: they are
 * shown while waiting for the server's reply, which is added below them.
 */
export function rowsOf(
  text: string,
  past: readonly string[],
  categories: readonly ShownCategory[],
  { products, because, categories: found = [], words = [] }: Suggestions = { products: [] },
): Row[] {
  const prefix = text.trim().toLowerCase()
  if (prefix === '') return past.length === 0 ? [] : [...past.map(pastRow), { key: 'forget', kind: 'forget' }]
  const begun = past.filter((q) => q.toLowerCase() !== prefix && q.toLowerCase().startsWith(prefix)).slice(0, mostPast)
  const named = categories.filter((category) => nameBegins(category, prefix))
  const others = found.flatMap((path) => categories.find((each) => each.path === path && !named.includes(each)) ?? [])
  const isNew = ({ q }: SuggestedSearch) =>
    q.toLowerCase() !== prefix && !begun.some((each) => each.toLowerCase() === q.toLowerCase())
  return [
    ...begun.map(pastRow),
    ...[...named, ...others].map(
      (category): Row => ({ key: `category ${category.path}`, kind: 'category', category, to: categoryPath(category) }),
    ),
    ...words.filter(isNew).map(({ q, kind }): Row => ({ key: `word ${q}`, kind: 'word', q, why: kind })),
    ...products.map(
      (product): Row => ({
        key: product._id,
        kind: 'product',
        product,
        // The category is a row of its own.
        because: because?.[product._id]?.find(({ kind }) => kind !== 'category'),
        to: productPath(product),
      }),
    ),
  ]
}

const pastRow = (q: string): Row => ({ key: `past ${q}`, kind: 'past', q })

/** Returns whether a word of the category's name begins with a lower-case text. Its Thai name has no spaces. */
function nameBegins({ name, nameTh }: ShownCategory, prefix: string): boolean {
  return nameTh.startsWith(prefix) || ` ${name.toLowerCase()}`.includes(` ${prefix}`)
}
