import type { Product } from '../../contract/entities/product.ts'
import { nameWithSize } from '../../contract/products/name-with-size.ts'
import { getLocale } from '../messages/messages.ts'
import { productName } from './product-name.ts'

type SizedProduct = Parameters<typeof productName>[0] & Partial<Pick<Product, 'Weight'>>

/**
 * Returns the product's name with its size in the language of the page, "Jasmine rice (5 kg)", for sentences and
 * labels: products may have one name and differ in their size.
 */
export function sizedName(product: SizedProduct): string {
  return nameWithSize(productName(product), product.Weight, getLocale())
}
