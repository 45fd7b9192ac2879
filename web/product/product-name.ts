import type { Product } from '../../contract/entities/product.ts'
import { getLocale } from '../messages/messages.ts'

type ProductNames = { name: string; nameTh?: string | null }

/** Returns the product's name in the language of the page, and the name's language if it is another one. */
export function nameOf(product: ProductNames): { name: string; lang: 'en' | undefined } {
  if (getLocale() !== 'th') return { name: product.name, lang: undefined }
  return product.nameTh ? { name: product.nameTh, lang: undefined } : { name: product.name, lang: 'en' }
}

/** Returns the product's name in the language of the page; its English one if it has no Thai one. */
export function productName(product: ProductNames): string {
  return nameOf(product).name
}

/** Returns the path of the product's screen. */
export function productPath({ _id, category }: Pick<Product, '_id' | 'category'>): string {
  return `/products/${encodeURIComponent(category.toLowerCase())}/${encodeURIComponent(_id)}`
}
