import type { Product } from '../../contract/entities/product.ts'

/** Returns the path of the product's screen. */
export function productPath({ _id, category }: Pick<Product, '_id' | 'category'>): string {
  return `/products/${encodeURIComponent(category.toLowerCase())}/${encodeURIComponent(_id)}`
}
