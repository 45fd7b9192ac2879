import { type TaxOfDay, taxOn } from '../../contract/pricing/pricing.ts'
import { shop } from '../shop.ts'
import { shopToday } from '../shop-clock.ts'

/** Returns today's tax rules of the shop. */
export function taxToday(): TaxOfDay {
  return taxOn(shop.tax, shopToday())
}
