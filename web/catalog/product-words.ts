import type { Product } from '../../contract/entities.ts'
import { getLocale } from '../messages/messages.ts'

/** The product's name in the language of the page; its English one where it has no Thai one. */
export function productName({ name, nameTh }: Pick<Product, 'name' | 'nameTh'>): string {
  return (getLocale() === 'th' && nameTh) || name
}

/** The address of the product's own screen. */
export function productPath({ _id, category }: Pick<Product, '_id' | 'category'>): string {
  return `/products/${category.toLowerCase()}/${_id}`
}
