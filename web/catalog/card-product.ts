import type { Product } from '../../contract/entities.ts'

/** What a card shows, and no more: lists are written into the page, so every field counts. */
export type CardProduct = Pick<
  Product,
  '_id' | 'name' | 'category' | 'price' | 'offerPrice' | 'inStock' | 'stock' | 'Weight'
> & { nameTh?: string; image?: string }

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
    ...(Weight && { Weight }),
    ...(image[0] && { image: image[0] }),
  }
}
