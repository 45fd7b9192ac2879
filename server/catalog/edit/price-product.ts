import type { ProductInput } from '../../../contract/entities/product.ts'
import { centsFromWire } from '../../../contract/values/money.ts'
import { isId } from '../../common/ids.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { pricesOf } from '../product-prices.ts'
import type { SellerProductRow } from '../product-to-wire.ts'
import { findSellerProduct, setPrices } from '../queries.ts'

type Prices = Pick<ProductInput, 'price' | 'offerPrice'>

/**
 * Sets both prices of a product (in the shop's currency) if they still equal `seen` (optimistic locking); orders keep
 * the prices that they copied.
 *
 * Throws `invalid_form` (each error at its field), `product_unknown`, and `product_changed` if a price was changed
 * meanwhile.
 */
export async function priceProduct(
  db: Db,
  id: string,
  sent: Prices,
  seen: { price: number; offerPrice: number },
): Promise<SellerProductRow> {
  const { price, offerPrice } = pricesOf(sent)
  refuseUnless(isId(id), 'product_unknown')
  const seenPrice = centsFromWire(seen.price)
  const seenOffer = centsFromWire(seen.offerPrice)
  const saved =
    seenPrice !== undefined && seenOffer !== undefined
      ? await setPrices(db, id, {
          priceCents: price,
          offerPriceCents: offerPrice,
          seen: { priceCents: seenPrice, offerPriceCents: seenOffer },
        })
      : undefined
  if (saved) return saved
  refuseUnless(await findSellerProduct(db, id), 'product_unknown')
  refuse('product_changed')
}
