import type { Product } from '../../contract/entities.ts'
import { getLocale } from '../messages/messages.ts'

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

/** The name in the language of the page, and its language where that is another one. */
export function nameOf(product: { name: string; nameTh?: string | null }): { name: string; lang: 'en' | undefined } {
  if (getLocale() !== 'th') return { name: product.name, lang: undefined }
  return product.nameTh ? { name: product.nameTh, lang: undefined } : { name: product.name, lang: 'en' }
}

/** Where a product's screen is. */
export function productPath(product: Pick<Product, '_id' | 'category'>): string {
  return `/products/${encodeURIComponent(product.category.toLowerCase())}/${encodeURIComponent(product._id)}`
}
