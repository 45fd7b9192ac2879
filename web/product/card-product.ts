import type { Product } from '../../contract/entities.ts'
import { getLocale } from '../messages/messages.ts'
import { type LocalizedWeight, localizedWeight } from './localized-weight.ts'
import { shownPrice } from './shown-price.ts'

/** The fields that a card shows, and no more: lists are serialised into the page, so every field costs bytes. */
export type CardProduct = Pick<Product, '_id' | 'name' | 'category' | 'price' | 'offerPrice' | 'inStock' | 'stock'> &
  Partial<LocalizedWeight> & { nameTh?: string; image?: string; promotion?: string }

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
  nextCursor?: string | null | undefined
  total?: number | undefined
  near?: Product[] | undefined
}

/** Returns a page of a list with the fields that its screen shows. */
export function listPage({ products, nextCursor, total, near }: ListReply) {
  return {
    products: products.map(cardOf),
    nextCursor: nextCursor ?? null,
    total: total ?? products.length,
    ...(near && { near: near.map(cardOf) }),
  }
}
