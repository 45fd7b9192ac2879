import type { Product } from '../../contract/entities/product.ts'
import type { ListCounts, MatchReason } from '../../contract/entities/search.ts'
import { getLocale } from '../messages/messages.ts'
import { type LocalizedWeight, localizedWeight } from './localized-weight.ts'
import { matchReasonText } from './match-reason.ts'
import { shownPrice } from './shown-price.ts'
import { unitPriceOf } from './unit-price.ts'

/** The fields that a card shows, and no more: lists are serialised into the page, so every field costs bytes. */
export type CardProduct = Pick<Product, '_id' | 'name' | 'category' | 'price' | 'offerPrice' | 'inStock' | 'stock'> &
  Partial<LocalizedWeight> & {
    nameTh?: string
    image?: string
    promotion?: string
    /** The reason why a search found it without the typed words. */
    note?: string
    /** The price of a kilogram, a litre or a piece, in lists that are sorted by it. */
    unitPrice?: string
  }

/** Returns the fields of a product that its card shows. */
export function cardOf(product: Product): CardProduct {
  const { _id, name, nameTh, category, offerPrice, inStock, stock, Weight, image, promotion } = product
  return {
    _id,
    name,
    category,
    price: shownPrice(product),
    offerPrice,
    inStock,
    stock,
    ...(nameTh && { nameTh }),
    ...(Weight && localizedWeight(Weight)),
    ...(image[0] && { image: image[0] }),
    ...(promotion && { promotion: promotion[getLocale()] }),
  }
}

type ListReply = {
  products: Product[]
  nextCursor?: string | null
  total?: number
  because?: Record<string, MatchReason[]>
  understood?: MatchReason[]
  isKnown?: true
  categories?: string[]
  counts?: ListCounts
}

/**
 * Returns a page of a list with the fields that its screen shows. `exact` leaves out products without the typed words.
 */
export function listPage(
  { products, nextCursor, total, because = {}, understood = [], isKnown, categories = [], counts }: ListReply,
  { exact = false, unitPrices = false }: { exact?: boolean; unitPrices?: boolean } = {},
) {
  if (exact && understood.length > 0) return { ...emptyList, counts }
  // A reason of all products is said above the list.
  const noteOf = (id: string) =>
    understood.length > 0 ? undefined : because[id]?.find(({ kind }) => kind !== 'category')
  return {
    products: products.map((product) => {
      const reason = noteOf(product._id)
      const unitPrice = unitPrices && unitPriceOf(product)
      return {
        ...cardOf(product),
        ...(reason && { note: matchReasonText(reason) }),
        ...(unitPrice && { unitPrice }),
      }
    }),
    nextCursor: nextCursor ?? null,
    total: total ?? products.length,
    understood,
    isKnown: isKnown ?? false,
    categories,
    counts,
  }
}

/** A list without products. */
export const emptyList = {
  products: [] as CardProduct[],
  nextCursor: null,
  total: 0,
  understood: [] as MatchReason[],
  isKnown: false,
  categories: [] as string[],
  counts: undefined as ListCounts | undefined,
}
