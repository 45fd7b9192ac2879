import { type TaxOfDay, taxOn } from '../../contract/pricing/pricing.ts'
import { dayIn } from '../../contract/values/day.ts'
import { shop } from '../shop.ts'
import { shopNow } from '../shop-clock.ts'

/** Returns today's tax rules of the shop. */
export function taxToday(): TaxOfDay {
  return taxOn(shop.tax, dayIn(shop.timeZone, new Date(shopNow())))
}
