import { packSizeOf } from '../../contract/catalog/pack-size.ts'
import type { Product } from '../../contract/entities/product.ts'
import { centsOf, partOf } from '../../contract/values/money.ts'
import { m } from '../messages/messages.ts'
import { formatCents } from '../ui/price.tsx'

/**
 * Returns the price of a kilogram, a litre or a piece of a product, such as "$2.40 / kg"; undefined if its size can't
 * be read, or is one piece, whose price is the product's.
 */
export function unitPriceOf({ Weight, offerPrice }: Pick<Product, 'Weight' | 'offerPrice'>): string | undefined {
  const size = packSizeOf(Weight)
  if (!size || (size.unit === 'piece' && size.amount === 1)) return undefined
  const per = size.unit === 'piece' ? 1 : 1000
  const price = formatCents(partOf(centsOf(offerPrice), per, size.amount, 'half up'))
  return { g: m.unit_price_kg, ml: m.unit_price_litre, piece: m.unit_price_piece }[size.unit]({ price })
}
