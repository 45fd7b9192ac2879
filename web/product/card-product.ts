import type { Product } from '../../contract/entities.ts'
import { type WeightWords, weightWords } from './weight-words.ts'

/** What a card shows, and no more: lists are written into the page, so every field counts. */
export type CardProduct = Pick<Product, '_id' | 'name' | 'category' | 'price' | 'offerPrice' | 'inStock' | 'stock'> &
  Partial<WeightWords> & { nameTh?: string; image?: string }

/** A product as its card needs it. */
export function cardOf(product: Product): CardProduct {
  const { _id, name, nameTh, category, price, offerPrice, inStock, stock, Weight, image } = product
  return {
    _id,
    name,
    category,
    price,
    offerPrice,
    inStock,
    stock,
    ...(nameTh && { nameTh }),
    ...(Weight && weightWords(Weight)),
    ...(image[0] && { image: image[0] }),
  }
}

type ListReply = {
  products: Product[]
  nextCursor?: string | null | undefined
  total?: number | undefined
  near?: Product[] | undefined
}

/** A page of a list as its screen needs it. */
export function listPage({ products, nextCursor, total, near }: ListReply) {
  return {
    products: products.map(cardOf),
    nextCursor: nextCursor ?? null,
    total: total ?? products.length,
    ...(near && { near: near.map(cardOf) }),
  }
}
