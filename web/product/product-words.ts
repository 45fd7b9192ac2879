import type { Product } from '../../contract/entities.ts'
import { getLocale } from '../messages/messages.ts'

type Named = { name: string; nameTh?: string | null }

/** The product's name in the language of the page, and the name's language where that is another one. */
export function nameOf(product: Named): { name: string; lang: 'en' | undefined } {
  if (getLocale() !== 'th') return { name: product.name, lang: undefined }
  return product.nameTh ? { name: product.nameTh, lang: undefined } : { name: product.name, lang: 'en' }
}

/** The product's name in the language of the page; its English one where it has no Thai one. */
export function productName(product: Named): string {
  return nameOf(product).name
}

/** The address of the product's own screen. */
export function productPath({ _id, category }: Pick<Product, '_id' | 'category'>): string {
  return `/products/${encodeURIComponent(category.toLowerCase())}/${encodeURIComponent(_id)}`
}
