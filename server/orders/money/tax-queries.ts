import { sql } from 'kysely'
import type { TaxTotals } from '../../../contract/pricing/pricing.ts'
import type { Tx } from '../../database/database.ts'
import { isSale } from '../../domain/order-conditions.ts'

export type OrderToTax = {
  createdAt: Date
  shippingCents: number
  taxes: TaxTotals[]
  lines: {
    position: number
    quantity: number
    offerPriceCents: number
    discountCents: number
    taxClass: string | null
  }[]
}

/**
 * Locks a paid order whose sale the reports don't have yet, and returns it with the classes that its products have now.
 * Returns undefined for every other order, and for one whose tax is on top of its prices.
 */
export async function lockOrderToTax(tx: Tx, orderId: string): Promise<OrderToTax | undefined> {
  const { rows } = await sql<OrderToTax>`
    select created_at, shipping_cents, taxes,
      (select json_agg(json_build_object('position', position, 'quantity', quantity,
         'offerPriceCents', order_line.offer_price_cents, 'discountCents', discount_cents, 'taxClass', tax_class)
         order by position)
       from order_line left join product on product.id = product_id where order_id = shop_order.id) as lines
    from shop_order
    where id = ${orderId} and ${isSale}
      and amount_cents = subtotal_cents - discount_cents + shipping_cents
      and not exists (select from sale_entry where order_id = shop_order.id)
      and not exists (select from sale_to_book where order_id = shop_order.id)
    for no key update of shop_order`.execute(tx)
  return rows[0]
}

/** Stores other taxes of an order, and the rate of each of its lines. */
export async function setTaxes(
  tx: Tx,
  orderId: string,
  {
    taxes,
    tax,
    lines,
  }: { taxes: readonly TaxTotals[]; tax: number; lines: readonly { position: number; basisPoints: number }[] },
): Promise<void> {
  await sql`
    with taxed as (
      update shop_order set taxes = ${JSON.stringify(taxes)}::jsonb, tax_cents = ${tax} where id = ${orderId}
    )
    update order_line set tax_basis_points = line.basis_points
    from unnest(${lines.map(({ position }) => position)}::smallint[], ${lines.map(({ basisPoints }) => basisPoints)}::int[])
      as line (position, basis_points)
    where order_id = ${orderId} and order_line.position = line.position`.execute(tx)
}
