import { taxOn, totalsOf } from '../../../contract/pricing/pricing.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { dayIn } from '../../../contract/values/day.ts'
import type { Tx } from '../../database/database.ts'
import { lockOrderToTax, setTaxes } from './tax-queries.ts'

/** What decides the taxes of a payment. */
export type ShopTaxation = Pick<ShopConfig, 'issuer' | 'tax' | 'timeZone'>

/**
 * Changes the taxes in an order's prices if the shop has registered for VAT, or given its registration up, between the
 * order and its payment: VAT is due by what the shop is at the payment. The order costs the same, and has the rates of
 * its day. Does nothing once its sale is in the reports.
 */
export async function retaxAfterRegistration(
  tx: Tx,
  { issuer, tax, timeZone }: ShopTaxation,
  orderId: string,
): Promise<void> {
  if (!issuer || tax.mode !== 'included') return
  const order = await lockOrderToTax(tx, orderId)
  if (!order) return
  const totals = totalsOf(order.lines, taxOn(tax, dayIn(timeZone, order.createdAt)), {
    discounts: order.lines.map(({ discountCents }, index) => ({ cents: discountCents, lines: [index] })),
    shippingCents: order.shippingCents,
  })
  const hadTaxes = order.taxes.length > 0
  const hasTaxes = totals.taxes.length > 0
  if (issuer.vatRegistered ? hadTaxes || !hasTaxes : !hadTaxes || hasTaxes) return
  const lines = order.lines.map(({ position }, index) => ({
    position,
    basisPoints: totals.lines[index]?.basisPoints ?? 0,
  }))
  await setTaxes(tx, orderId, { ...totals, lines })
}
