import { type Selectable, sql } from 'kysely'
import type { OrderAddress } from '../../contract/entities/address.ts'
import type { Complete } from '../../contract/entities/fields.ts'
import type { Order, SellerOrder } from '../../contract/entities/order.ts'
import type { Slip } from '../../contract/entities/payment.ts'
import type { Product } from '../../contract/entities/product.ts'
import type { DocumentKind } from '../../contract/orders/documents.ts'
import type { OrderStatus } from '../../contract/orders/order-status.ts'
import type { PaymentType } from '../../contract/payments/payment-methods.ts'
import type { TaxTotals } from '../../contract/pricing/pricing.ts'
import type { RefundedLine } from '../../contract/pricing/tax-parts.ts'
import type { ShopOrder } from '../database/tables.ts'
import { type LatestAssignment, latestAssignmentColumn } from '../delivery/latest-assignment-queries.ts'
import { gatewayIsRefunding, refundHasFailed } from '../domain/payment-conditions.ts'
import type { PaymentState } from '../domain/payment-states.ts'
import { slipUntil } from './late-slip-queries.ts'
import { waivedOfOrder } from './ledger-queries.ts'

/** The columns of the order's table that every query of an order returns. */
const storedFields = [
  'id',
  'number',
  'shopperId',
  'paymentType',
  'status',
  'isPaid',
  'subtotalCents',
  'taxCents',
  'amountCents',
  // The sum paid out so far, by the gateway or by hand.
  'paidOutCents',
  // By how much refunds, or its cancelling, lowered what it costs.
  'reductionCents',
  // Above zero to be collected, below zero to be paid out.
  'balanceCents',
  // The smallest coin of its currency.
  'coinCents',
  // By how much its cash was rounded down.
  'roundedCents',
  'discountCents',
  'shippingCents',
  'taxes',
  // The zone that it was ordered to; null in a shop without zones.
  'deliveryZone',
  'windowId',
  // The start of its window.
  'deliverFrom',
  // The end of its window, or the time promised.
  'promisedAt',
  'address',
  // Counts the corrections of the address.
  'addressVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof ShopOrder)[]

/** The columns whose values have a narrower type than the table's. */
type NarrowedFields = {
  paymentType: PaymentType
  status: OrderStatus
  taxes: TaxTotals[]
  deliveryZone: { name: string; nameTh: string | null } | null
  address: OrderAddress
}

type Columns = Pick<Selectable<ShopOrder>, (typeof storedFields)[number]>
export type StoredOrder = {
  [Field in keyof Columns]: Field extends keyof NarrowedFields ? NarrowedFields[Field] : Columns[Field]
}

/** The columns with their table, for queries that join others. */
export const storedColumns = storedFields.map((field) => `shopOrder.${field}` as const)

/** What has an amount, as the database has it. */
type InCents<T> = Omit<T, 'amount'> & { cents: number }
type Each<T extends readonly unknown[] | undefined> = NonNullable<T>[number]

/** An order as its shopper sees it. JSON has the names of the API, and its times. */
export type OrderRow = StoredOrder & {
  /** What promotions took off, in the order of their application; null if nothing. */
  discounts: (InCents<Each<Order['discounts']>> & { shippingCents: number })[] | null
  /** When an ASAP order comes instead of the time promised, if its shopper was told so. */
  late: NonNullable<Order['delivery']>['late'] | null
  /** What sellers took off its price, oldest first. */
  refunds: (Omit<InCents<Each<SellerOrder['refunds']>>, 'lines'> & { lines?: RefundedLine[] })[] | null
  lines: { product: Product; quantity: number; net: number; basisPoints: number }[]
  /** The steps that weren't undone. */
  timeline: SellerOrder['timeline']
  /** Null unless the order is paid before it is delivered. */
  paymentState: PaymentState | null
  paymentExpiresAt: Date | null
  /** Whether the shopper has finished a payment whose result came later, or didn't come yet. */
  isPaymentSlow: boolean
  /** Whether a refund needs action: its shopper has to name a bank account. */
  refundNeedsAction: boolean
  /** The state of the newest slip of an order by PromptPay that isn't paid, and was perhaps cancelled. */
  slipState: Slip['state'] | null
  /** Until when a slip of it is taken, though it was cancelled; null if none is. */
  slipUntil: Date | null
  /** The documents of its payments, oldest first; null if there are none. */
  documents: { id: string; kind: DocumentKind; year: number; number: number; vatRegistered: boolean }[] | null
  latestAssignment: LatestAssignment | null
  /** How a rider handed it over; null if none did. */
  handedOver: { receivedBy: string | null; hasPhoto: boolean } | null
  /** Whether a refund failed that the shop won't repeat by itself. */
  isRefundFailed: boolean
}

/** What the API sends of an order's history as the database returns it. */
type History = Pick<
  SellerOrder,
  'packed' | 'undone' | 'wasCancelled' | 'failedAttempts' | 'slips' | 'corrections' | 'moves'
>

/** An order with what only its shop's staff see. */
export type SellerOrderRow = OrderRow & {
  /** Without what it doesn't have. */
  history: Complete<History>
  /** Whether the payment gateway has yet to refund some of it. */
  isRefunding: boolean
  /** The latest money that came in and was paid out, oldest first; null if there is none. */
  movements: InCents<Each<SellerOrder['movements']>>[] | null
  /** Whether a rider took some of its money in cash. */
  hasRiderCash: boolean
  /** The part of its price that is waived, though it was handed over: see `waivedOfOrder`. */
  waivedCents: number
}

/** A template of a time as the API sends it, to the millisecond; null if it is null. */
const isoTime = (time: TemplateStringsArray) =>
  sql`to_char(${sql(time)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Most bytes of a page of orders. Parsing, validating and serialising as much takes about a tenth of a second. */
export const pageBytes = 2 * 1024 * 1024
/** Undone steps that are returned with an order, the latest ones. */
const undoneSteps = 5
/** Assignments whose failed attempts are returned with an order, the latest ones. */
const latestAssignments = 5
/** Movements of an order's money that its history has, the latest ones. */
const latestMovements = 10
/** Slips of an order that its history has, the latest ones. */
const latestSlips = 10
/** Moves of an order to another window that its history has. */
const latestMoves = 10
/** Corrections of an order's address that its history has. */
const latestCorrections = 10

/** The fields of a step. `sentAt`: when the shop learned of it, if that was later. */
const stepFields = sql`'status', status, 'at', ${isoTime`coalesce(happened_at, at)`},
  'sentAt', case when happened_at is not null then ${isoTime`at`} end, 'by', done_by`

/** What the order's shopper sees of it. */
export const shopperColumns = sql<OrderRow>`
  shop_order.*, payment.state as payment_state, payment.expires_at as payment_expires_at,
  case when status in ('Awaiting payment', 'Cancelled') and payment_type = 'PromptPay' and not is_paid then
    (select state from slip where order_id = shop_order.id order by slip.id desc limit 1) end as slip_state,
  ${slipUntil} as slip_until,
  payment.processing_since is not null as is_payment_slow,
  coalesce(cardinality(payment.refunds_needing_action) > 0, false) as refund_needs_action,
  ${refundHasFailed} as is_refund_failed,
  (select json_agg(json_build_object(
            'product', case when bytes > ${pageBytes}
                       then product || '{"description": [], "descriptionTh": null}' else product end,
            'quantity', quantity, 'net', offer_price_cents * quantity::bigint - discount_cents,
            'basisPoints', tax_basis_points) order by position)
   from order_line where order_id = shop_order.id) as lines,
  json_strip_nulls((select json_agg(json_build_object('name', name, 'nameTh', name_th, 'code', code, 'cents', cents,
            'shippingCents', shipping_cents) order by position)
   from order_promotion where order_id = shop_order.id)) as discounts,
  json_strip_nulls((select json_agg(json_build_object('at', ${isoTime`at`}, 'cents', cents, 'lines', lines,
            'reason', reason, 'by', made_by) order by id)
   from refund where order_id = shop_order.id)) as refunds,
  json_strip_nulls((select json_agg(json_build_object(${stepFields}) order by at)
   from order_event where order_id = shop_order.id and undone_at is null)) as timeline,
  (select json_agg(json_build_object('id', id, 'kind', kind, 'year', year, 'number', number,
            -- The content is long: it is read only where this matters.
            'vatRegistered', kind <> 'credit note' or content->'issuer'->'vatRegistered' = 'true'::jsonb)
            order by created_at)
   from document where order_id = shop_order.id) as documents,
  case when promised_at is not null and window_id is null then
    (select json_strip_nulls(json_build_object('expectedAt', ${isoTime`expected_at`}, 'reason', reason))
     from order_delay where order_id = shop_order.id and expected_at is not null) end as late,
  ${latestAssignmentColumn},
  case when status = 'Delivered' then
    (select json_build_object('receivedBy', received_by, 'hasPhoto', photo is not null) from delivery_assignment
     where order_id = shop_order.id and outcome = 'delivered' order by taken_at desc limit 1) end as handed_over`

/**
 * Whether an order was cancelled until it was delivered: its rider noted that it had been handed over already, which
 * undid the cancelling in the same transaction. The query has `shop_order`.
 */
export const isCancelledUntilDelivered = sql<boolean>`(shop_order.status = 'Delivered' and exists (
  select from order_event as delivered
  join order_event as cancelled on cancelled.order_id = delivered.order_id and cancelled.undone_at = delivered.at
  where delivered.order_id = shop_order.id and delivered.status = 'Delivered' and delivered.undone_at is null
    and cancelled.status = 'Cancelled'))`

/** The history of an order that the API sends as it is here; what isn't there is null, and left out. */
const history = sql`json_strip_nulls(json_build_object(
  'packed', (select json_build_object('at', ${isoTime`packed_at`}, 'by', packed_by) from order_packed
             where order_id = shop_order.id),
  'undone', (select json_agg(json_build_object(${stepFields},
                      'undoneAt', ${isoTime`coalesce(undone_happened_at, undone_at)`},
                      'undoneSentAt', case when undone_happened_at is not null then ${isoTime`undone_at`} end,
                      'undoneBy', undone_by) order by at)
             from (select * from order_event where order_id = shop_order.id and undone_at is not null
                   order by at desc limit ${undoneSteps}) as latest),
  'wasCancelled', case when ${isCancelledUntilDelivered} then true end,
  'failedAttempts', (select json_agg(json_build_object('at', ${isoTime`attempted_at`}, 'sentAt', ${isoTime`attempt_sent_at`},
                           'reason', reason, 'back', outcome is not distinct from 'came back', 'by', rider)
                           order by taken_at desc) filter (where attempted_at is not null and reason is not null)
                  from (select * from delivery_assignment where order_id = shop_order.id
                        order by taken_at desc limit ${latestAssignments}) as latest),
  'slips', (select json_agg(json_build_object('at', ${isoTime`created_at`},
                     'rejected', case when state = 'rejected' then json_build_object(
                       'at', ${isoTime`decided_at`}, 'by', decided_by, 'reason', reason) end) order by id)
            from (select id, created_at, state, reason, decided_at, decided_by from slip
                  where order_id = shop_order.id order by id desc limit ${latestSlips}) as latest),
  'corrections', (select json_agg(json_build_object('at', ${isoTime`at`}, 'by', corrected_by) order by at)
                  from (select * from order_address_correction where order_id = shop_order.id
                        order by at desc limit ${latestCorrections}) as latest),
  'moves', (select json_agg(json_build_object('at', ${isoTime`at`}, 'by', moved_by,
                     'was', case when from_end is not null then json_build_object(
                       'from', ${isoTime`from_start`}, 'promisedAt', ${isoTime`from_end`}) end,
                     'to', json_build_object('from', ${isoTime`to_start`}, 'promisedAt', ${isoTime`to_end`}))
                     order by at)
            from (select * from order_move where order_id = shop_order.id
                  order by at desc limit ${latestMoves}) as latest)))`

/** What the shop's staff see of an order. */
export const sellerColumns = sql<SellerOrderRow>`
  ${shopperColumns},
  ${history} as history,
  ${gatewayIsRefunding} as is_refunding,
  json_strip_nulls((select json_agg(json_build_object('at', ${isoTime`at`}, 'by', made_by, 'kind', kind,
            'method', method, 'cents', cents) order by id)
   from (select * from money_movement where order_id = shop_order.id and kind in ('received', 'paid out')
         order by id desc limit ${latestMovements}) as latest)) as movements,
  payment_type = 'COD' and status = 'Delivered' and coalesce((select sum(cents) from money_movement
    where order_id = shop_order.id and rider is not null), 0) > 0 as has_rider_cash,
  (${waivedOfOrder})::bigint as waived_cents`
