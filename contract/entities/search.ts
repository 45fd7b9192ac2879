import * as z from 'zod'
import { wireMoney } from './fields.ts'

/**
 * The reason why a search found a product without the typed words: `from` is the typed text, `to` the text found
 * instead. `layout`: typed in the other keyboard layout; `category`: `to` is the path of a category that the text
 * names; `description`: only the description has the word; `without`: the product lacks the word, such as a brand.
 */
export const because = z.object({
  kind: z.enum(['layout', 'corrected', 'romanised', 'synonym', 'category', 'description', 'without']),
  from: z.string(),
  to: z.string(),
})
export type MatchReason = z.infer<typeof because>

/** Reasons by the id of the product. */
export const reasons = z.record(z.string(), z.array(because))

/** Another search that a text could mean: the completion of its last word, or a correction. */
export const suggestedSearch = z.object({
  q: z.string(),
  kind: z.enum(['completed', ...because.shape.kind.options]),
})
export type SuggestedSearch = z.infer<typeof suggestedSearch>

/**
 * How many products a list has with each filter, all others as they are. Counted like the list's `total` is: without a
 * search text up to 1,000, with one among its best matches.
 */
export const listCounts = z.object({
  inStock: z.int(),
  onOffer: z.int(),
  /** The categories, by path, without their own filter. */
  categories: z.array(z.object({ path: z.string(), count: z.int() })),
  /** The lowest and the highest offer price without the price filter; null if there is no product. */
  lowestPrice: wireMoney.nullable(),
  highestPrice: wireMoney.nullable(),
})
export type ListCounts = z.infer<typeof listCounts>

/** Two words or phrases that mean the same in this shop's search. */
export const synonym = z.object({ _id: z.string(), from: z.string(), to: z.string(), addedAt: z.string() })
export type Synonym = z.infer<typeof synonym>

/** A search that found nothing, without who searched. */
export const notFoundSearch = z.object({ q: z.string(), count: z.int(), lastSeen: z.string() })
export type NotFoundSearch = z.infer<typeof notFoundSearch>
