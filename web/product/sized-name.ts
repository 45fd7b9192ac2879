import { nameWithSize } from '../../contract/catalog/name-with-size.ts'
import type { Product } from '../../contract/entities/product.ts'
import { localName } from '../messages/local-name.ts'
import { getLocale } from '../messages/messages.ts'

type SizedProduct = Parameters<typeof localName>[0] & Partial<Pick<Product, 'Weight'>>

/**
 * Returns the product's name with its size in the language of the page, "Jasmine rice (5 kg)", for sentences and
 * labels: products may have one name and differ in their size.
 */
export function sizedName(product: SizedProduct): string {
  return nameWithSize(localName(product), product.Weight, getLocale())
}
