import { missingToFree, nextTier } from '../../../contract/delivery/delivery.ts'
import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import { type Cents, cents, centsOf } from '../../../contract/values/money.ts'
import { type DeliveryOptions, tiersOf } from '../../cart/delivery-options.ts'
import { m } from '../../messages/messages.ts'
import { shopCountry } from '../../messages/shop-country.ts'
import { TriangleAlert } from '../../ui/icons.tsx'
import { formatCents } from '../../ui/price.tsx'
import type { CartPromotions } from './use-promotions.ts'

/**
 * Returns why an order can't be delivered yet; undefined if it can. `goods` is what they cost before promotions, as the
 * minimum is of what is ordered; `postcode` is that of the address.
 */
export function deliveryWarning(
  options: DeliveryOptions,
  goods: Cents,
  postcode: string | number | undefined,
): string | undefined {
  if (options.why === 'country') return m.delivery_other_country({ country: shopCountry() })
  if (options.why === 'postcode' && postcode !== undefined) return m.delivery_no_postcode({ postcode })
  if (!options.delivers) return m.delivery_outside_address()
  const minimum = centsOf(options.minimum)
  if (goods >= minimum) return undefined
  return m.delivery_below_minimum({ minimum: formatCents(minimum), missing: formatCents(cents(minimum - goods)) })
}

/** Says why an order can't be delivered yet. */
export function DeliveryWarning({ children, className = '' }: { children: string; className?: string }) {
  return (
    <p
      role="status"
      className={`flex items-start gap-2 rounded-tile bg-mango-soft px-4 py-2 font-medium text-sm ${className}`}
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      {children}
    </p>
  )
}

type MissingToFreeProps = {
  options: DeliveryOptions
  goods: Cents
  shipping: Cents
  /** The chosen delivery window: its fee comes on top, whatever the goods cost. */
  deliveryWindow: Pick<OpenWindow, 'fee'> | undefined
  /** What promotions take off. */
  applied: CartPromotions['result']['applied']
  /** What is missing for promotions. */
  missing: CartPromotions['result']['missing']
}

/**
 * Says how much more makes the delivery cheaper, and free, while there is a fee after promotions. If promotions take
 * something off the goods, they may take more off when goods are added: then it says what the goods have to cost after
 * discounts.
 */
export function MissingToFree({
  options,
  goods,
  shipping,
  deliveryWindow,
  applied,
  missing: forPromotions,
}: MissingToFreeProps) {
  const tiers = tiersOf(options)
  // A promotion of free delivery takes off the fee of the delivery time, too: from its minimum on the zone's steps
  // don't count.
  const free = Math.min(
    ...forPromotions.flatMap((each) =>
      'cents' in each && each.promotion.terms.kind === 'freeDelivery' ? [each.cents] : [],
    ),
  )
  const next = nextTier(tiers, goods)
  const missing = missingToFree(tiers, goods)
  if (shipping === 0 || !next || next.missing >= free) return null
  const windowFee = deliveryWindow ? centsOf(deliveryWindow.fee) : 0
  const isDiscounted = applied.some((each) => each.cents > 0)
  const goodsFrom = (missing: Cents) => ({ from: formatCents(cents(goods + missing)), goods: formatCents(goods) })
  const lessWith = (missing: Cents, tierFee: number) => {
    const fee = formatCents(cents(tierFee + windowFee))
    return isDiscounted
      ? m.delivery_less_from({ ...goodsFrom(missing), fee })
      : m.delivery_missing_to_less({ missing: formatCents(missing), fee })
  }
  const freeWith = (missing: Cents) =>
    isDiscounted
      ? m.delivery_free_from(goodsFrom(missing))
      : m.delivery_missing_to_free({ missing: formatCents(missing) })
  return (
    <p className="mb-3 rounded-tile bg-leaf-soft px-4 py-2 text-leaf-deep text-sm">
      {/* Two lines: in Thai, two sentences in one line read as one. */}
      {next.fee > 0 && <span className="block">{lessWith(next.missing, next.fee)}</span>}
      {missing !== null && missing < free && (
        <span className="block">{windowFee > 0 ? lessWith(missing, 0) : freeWith(missing)}</span>
      )}
    </p>
  )
}
