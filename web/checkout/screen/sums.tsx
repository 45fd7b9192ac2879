import type { ReactNode } from 'react'
import { rateOf, standardTaxClass, type Totals } from '../../../contract/pricing/pricing.ts'
import type { AppliedPromotion } from '../../../contract/pricing/promotions.ts'
import { type Cents, cents } from '../../../contract/values/money.ts'
import { m } from '../../messages/messages.ts'
import { discountName } from '../../product/discount-name.ts'
import { taxToday } from '../../product/tax-today.ts'
import { shop } from '../../shop.ts'
import { formatCents } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePayment } from './payment-choice.tsx'

type SumsProps = {
  totals: Totals | undefined
  /**
   * The delivery fee before promotions; undefined if it isn't known where the order goes, or the shop doesn't deliver
   * there.
   */
  fee: Cents | undefined
  /** The zone whose fee it is, as long as the shopper has named no place. */
  zone?: string | undefined
  /** What promotions take off, in the order of their application. */
  applied: readonly AppliedPromotion[]
  /** The sum of offers and promotions. */
  saved: Cents | undefined
}

/** The sums of a cart, or placeholders. */
export function Sums({ totals, fee, zone, applied, saved }: SumsProps) {
  const { inCash } = usePayment(totals)
  const label = shop.tax.mode === 'added' ? m.sums_tax : m.sums_tax_included
  // While the cart is loading, there is a row for the usual rate.
  const rates = totals?.taxes ?? [{ basisPoints: rateOf(taxToday(), standardTaxClass), tax: undefined }]
  return (
    <dl className="figures grid gap-1.5" aria-busy={totals === undefined}>
      <Sum term={m.sums_goods()}>{totals && formatCents(totals.subtotal)}</Sum>
      {totals &&
        applied.map(({ promotion, cents: goods, shippingCents }) => (
          <Sum key={promotion.id} term={discountName(promotion)}>
            <span className="font-semibold text-leaf">−{formatCents(cents(goods + shippingCents))}</span>
          </Sum>
        ))}
      <Sum term={zone === undefined ? m.sums_shipping() : m.sums_shipping_to({ zone })}>
        {fee === undefined ? (
          '–'
        ) : fee === 0 ? (
          <span className="font-semibold text-leaf">{m.sums_shipping_free()}</span>
        ) : (
          totals && formatCents(fee)
        )}
      </Sum>
      {rates
        .filter(({ basisPoints }) => basisPoints > 0)
        .map(({ basisPoints, tax }) => (
          <Sum key={basisPoints} term={label({ rate: basisPoints / 100 })}>
            {tax !== undefined && formatCents(tax)}
          </Sum>
        ))}
      <div className="mt-1 flex items-baseline justify-between gap-x-4 font-bold text-xl max-[16rem]:flex-wrap">
        <dt>{m.sums_total()}</dt>
        <dd>
          {totals ? (
            // A new key per sum restarts the animation that highlights the change.
            <span key={totals.total} className="rounded-sm animate-[changed_1.2s_ease-out]">
              {formatCents(totals.total)}
            </span>
          ) : (
            <Skeleton className="h-6 w-20" />
          )}
        </dd>
      </div>
      {totals && inCash !== undefined && inCash < totals.total && (
        <div className="flex justify-between gap-x-4 font-medium max-[16rem]:flex-wrap">
          <dt>{m.sums_in_cash()}</dt>
          <dd>{formatCents(inCash)}</dd>
        </div>
      )}
      {totals && saved !== undefined && saved > 0 && (
        <div className="flex justify-between gap-x-4 font-medium text-leaf max-[16rem]:flex-wrap">
          <dt>{m.cart_saved()}</dt>
          <dd>{formatCents(saved)}</dd>
        </div>
      )}
    </dl>
  )
}

function Sum({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-x-4 max-[16rem]:flex-wrap">
      <dt>{term}</dt>
      <dd>{children ?? <Skeleton className="h-5 w-16" />}</dd>
    </div>
  )
}
