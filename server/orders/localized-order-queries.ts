import { sql } from 'kysely'
import type { DelayReason } from '../../contract/delivery/delay-reasons.ts'
import type { Product } from '../../contract/entities/product.ts'
import { parseSetting } from '../../contract/entities/setting-values.ts'
import type { Language } from '../../contract/values/languages.ts'
import type { Db } from '../database/database.ts'
import { prepared } from '../database/statement-names.ts'
import { hasTimes } from '../delivery/zones/queries.ts'
import { productNameIn } from '../domain/name-in.ts'
import { cancelledCents } from './ledger-queries.ts'
import { type StoredOrder, storedColumns } from './order-columns-queries.ts'

/**
 * Returns an order for mails and the payment page, with names in the order's language and their sizes; undefined if
 * there is none with this id.
 */
export async function findLocalizedOrder(db: Db, orderId: string) {
  const order = await db
    .selectFrom('shopOrder')
    .innerJoin('shopper', 'shopper.id', 'shopOrder.shopperId')
    .modifyFront(prepared)
    .select(storedColumns)
    .select([
      'shopOrder.language',
      sql<number>`(shipping_cents + coalesce((
        select sum(shipping_cents) from order_promotion where order_id = shop_order.id), 0))::bigint`.as(
        'deliveryFeeCents',
      ),
      sql<{ expectedAt: string; reason: DelayReason | null } | null>`(
        select json_build_object('expectedAt', expected_at, 'reason', reason)
        from order_delay where order_id = shop_order.id and expected_at is not null)`.as('delay'),
      sql<unknown>`(select value from setting where topic = 'hours')`.as('hours'),
      hasTimes.as('offersTimes'),
      // A cancelled order has what it cost before.
      sql<number>`amount_cents - reduction_cents + case when status = 'Cancelled' then ${cancelledCents} else 0 end`.as(
        'costCents',
      ),
      sql<{ name: string; nameTh: string | null; code: string | null; cents: number }[]>`(
        select coalesce(json_agg(json_build_object('name', name, 'nameTh', name_th, 'code', code,
                                                   'cents', cents + shipping_cents) order by position), '[]')
        from order_promotion where order_id = shop_order.id)`.as('discounts'),
      'shopper.name',
      'shopper.email',
      sql<{ product: Product; quantity: number; unitCents: number; discountCents: number }[]>`(
        select json_agg(json_build_object('product', product, 'quantity', quantity, 'unitCents', offer_price_cents,
                                          'discountCents', discount_cents)
                        order by position)
        from order_line where order_id = shop_order.id)`.as('lines'),
    ])
    .where('shopOrder.id', '=', orderId)
    .$narrowType<StoredOrder & { language: Language }>()
    .executeTakeFirst()
  if (!order) return undefined
  return {
    ...order,
    hours: order.hours ? parseSetting('hours', order.hours) : null,
    lines: order.lines.map(({ product, ...line }) => ({
      ...line,
      name: productNameIn(order.language, product, product.Weight),
      names: { en: product.name, th: product.nameTh },
      weight: product.Weight,
    })),
  }
}

/** As {@link findLocalizedOrder}, of an order that is known to exist. */
export async function getLocalizedOrder(db: Db, orderId: string) {
  const order = await findLocalizedOrder(db, orderId)
  if (!order) throw new Error(`there is no order ${orderId}`)
  return order
}
