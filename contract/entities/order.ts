import * as z from 'zod'
import { delayReasons } from '../delivery/delay-reasons.ts'
import { failedAttemptReasons } from '../delivery/failed-attempt-rule.ts'
import { shownKinds } from '../orders/documents.ts'
import { orderStatuses } from '../orders/order-status.ts'
import { paymentMethods } from '../payments/payment-methods.ts'
import { digitsOfTaxNumber, isBranch, isTaxId } from '../pricing/tax-id.ts'
import { limits } from '../values/limits.ts'
import { orderAddress } from './address.ts'
import { textField, wireMoney } from './fields.ts'
import { paymentType, slipState } from './payment.ts'
import { product } from './product.ts'

const orderStep = z.object({ status: z.enum(orderStatuses), at: z.string(), by: z.string().optional() })

export const orderDocument = z.object({
  id: z.string(),
  kind: z.enum(shownKinds),
  /** `AB2026-000123`. */
  name: z.string(),
})
export type OrderDocument = z.infer<typeof orderDocument>

/** The buyer named on a tax invoice. */
export const buyer = z.object({
  name: textField(limits.shortText),
  address: textField(limits.buyerAddress),
  taxId: textField(limits.shortText).refine((value) => isTaxId(digitsOfTaxNumber(value)), { error: 'tax_id' }),
  /** Five digits; if absent, `00000`, the head office, for a company, whose tax ID begins with 0; a person has none. */
  branch: z
    .string()
    .max(limits.shortText)
    .refine((value) => isBranch(digitsOfTaxNumber(value)), { error: 'branch' })
    .optional(),
})

/** From when the shop is closed, and when it opens next; null if no opening is in sight. */
export const closed = z.object({ from: z.string(), opensAt: z.string().nullable() })

/** The estimated time of an order that misses its promised time, and the reason; absent if the shop doesn't know it. */
export const delay = z.object({ expectedAt: z.string(), reason: z.enum(delayReasons).optional() })

const failedAttempt = z.object({ at: z.string(), reason: z.enum(failedAttemptReasons) })

/** When the shop learned of it, if a rider's phone had no connection when it happened. */
const sentAt = z.string().optional()

/** A refund that lowered the order's price. */
const orderRefund = z.object({
  at: z.string(),
  amount: wireMoney,
  /** The pieces, or how much of a product in its unit; absent for an amount. */
  lines: z
    .array(
      z.object({
        product: z.string(),
        /** 0 if `measure` says how much. */
        quantity: z.int(),
        measure: z.int().optional(),
        unit: z.enum(['g', 'ml']).optional(),
      }),
    )
    .optional(),
  /** A key of `refundReasons`, or a text. */
  reason: z.string(),
})

/** An order as its shopper sees it. */
export const order = z.object({
  _id: z.string(),
  /** A short number for people. Our own field, like subtotal, tax and timeline. */
  number: z.int(),
  userId: z.string(),
  paymentType,
  subtotal: wireMoney,
  tax: wireMoney,
  /**
   * The discounts of promotions, also off the delivery fee, in the order of their application; absent if none. Our own
   * field.
   */
  discounts: z
    .array(
      z.object({
        name: z.string(),
        nameTh: z.string().optional(),
        code: z.string().optional(),
        amount: wireMoney,
      }),
    )
    .optional(),
  /** Its delivery. Absent in a shop without zones and windows, where delivery is free. Our own field. */
  delivery: z
    .object({
      zone: z.object({ name: z.string(), nameTh: z.string().optional() }).optional(),
      /** The fee before promotions; their discounts are in `discounts`. */
      fee: wireMoney,
      /** The start of its window. */
      from: z.string().optional(),
      /** The end of its window, or the promised time. */
      promisedAt: z.string().optional(),
      /** The id of its window. */
      window: z.string().optional(),
      /** Whether it was ordered for as soon as possible. */
      asap: z.boolean().optional(),
      /** The new estimated time and the reason, once the promised time can't be kept. */
      late: delay.optional(),
    })
    .optional(),
  /**
   * The closing hours to show its shopper until it is delivered, by the current opening hours. For an order without a
   * delivery time: if the shop was closed when it was placed, or closed within its usual minutes. For one with a time:
   * if the shop is closed now and hasn't confirmed it. Our own field.
   */
  closed: closed.optional(),
  amount: wireMoney,
  status: z.enum(orderStatuses),
  isPaid: z.boolean(),
  /**
   * A refund: due, waiting until the shopper names a bank account to the gateway, or done. Our own field, like payBy.
   */
  refund: z.enum(['due', 'needs action', 'done']).optional(),
  /** The sum paid out so far, by the gateway or by hand; absent if none. */
  paidOut: wireMoney.optional(),
  /** The sum that the shop has yet to pay out; absent if none. */
  owed: wireMoney.optional(),
  /**
   * The cash to be paid, rounded down to the smallest coin; absent if it is all that is to be paid, or nothing is.
   */
  cash: wireMoney.optional(),
  /** The rounding of its cash: received - paidOut + rounded is what it costs. Absent if zero. */
  rounded: wireMoney.optional(),
  /** What it costs after refunds; absent if that is `amount`, and for a cancelled order. */
  cost: wireMoney.optional(),
  /** Refunds that lowered its cost, oldest first; absent if none. */
  refunds: z.array(orderRefund).optional(),
  /** The time until which an order that awaits payment can be paid. */
  payBy: z.string().optional(),
  /**
   * Whether the shopper has finished a payment that isn't confirmed: the gateway processes it or, of a cancelled order,
   * did. Our own field.
   */
  processing: z.boolean().optional(),
  /** The state of the newest slip of an order by PromptPay that isn't paid, also of a cancelled one. Our own field. */
  slip: slipState.optional(),
  /** Until when a slip of a cancelled order by PromptPay is taken; absent if none is. Our own field. */
  slipUntil: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  address: orderAddress,
  /** Who took it, and the URL of a photo of the delivery, if the rider entered them. Our own field. */
  handedOver: z.object({ to: z.string().optional(), photo: z.string().optional() }).optional(),
  /**
   * When and why a rider couldn't hand it over, until it goes out again; `back` if it came back to the shop, otherwise
   * the rider tries again. Since then, `moved`: another delivery window was chosen; `corrected`: the address that was
   * wrong was corrected. Our own field.
   */
  failedAttempt: failedAttempt
    .extend({ back: z.boolean(), moved: z.literal(true).optional(), corrected: z.literal(true).optional() })
    .optional(),
  /** Every product as it was sold; later edits don't change it. */
  items: z.array(z.object({ product, quantity: z.int() })),
  /** `by` is who took the step. Shoppers see it for their own steps only. */
  timeline: z.array(orderStep),
  /** The documents of its payments, oldest first; absent if there are none. Each is a page at /documents/ID. */
  documents: z.array(orderDocument).optional(),
})
export type Order = z.infer<typeof order>

/** An order as its seller sees it. */
export const sellerOrder = order.omit({ closed: true, slipUntil: true }).extend({
  /** As the shopper sees it, or failed at the gateway. */
  refund: z.enum([...order.shape.refund.unwrap().options, 'failed']).optional(),
  /** As the shopper sees them, and who made each. */
  refunds: z.array(orderRefund.extend({ by: z.string() })).optional(),
  /** Its ledger. */
  money: z.object({
    /** What it costs now: zero once it is cancelled. */
    cost: wireMoney,
    received: wireMoney,
    /** cost - received + paidOut - rounded: above zero to be collected, below zero to be paid out. */
    balance: z.number(),
    /** The price of each of `items`, with its shares of discounts and added tax. */
    lines: z.array(wireMoney),
    /** Whether the payment gateway has yet to refund some of it. */
    refunding: z.boolean(),
    /** Whether a rider took some of it in cash; absent if none did. */
    byRider: z.literal(true).optional(),
    /** The waived amount: it was cancelled and paid out, then delivered anyway, and not paid since. */
    waived: wireMoney.optional(),
  }),
  timeline: z.array(orderStep.extend({ sentAt })),
  /** When it was packed, and by whom if a seller said so. */
  packed: z.object({ at: z.string(), by: z.string().optional() }).optional(),
  /** The last few steps that sellers undid. */
  undone: z
    .array(orderStep.extend({ sentAt, undoneAt: z.string(), undoneSentAt: sentAt, undoneBy: z.string() }))
    .optional(),
  /**
   * Whether it was cancelled until it was delivered, as its rider had handed it over already: undoing the delivery
   * cancels it again. Absent if it wasn't.
   */
  wasCancelled: z.literal(true).optional(),
  /** The last failed attempt of each of the latest assignments, and its rider. */
  failedAttempts: z.array(failedAttempt.extend({ sentAt, back: z.boolean(), by: z.string() })).optional(),
  /** Whether a rider has it now; absent if none has. */
  withRider: z.literal(true).optional(),
  /** Whether it is out, and no rider has it any more: its rider was removed from the staff, for example. */
  riderGone: z.literal(true).optional(),
  /** The latest receipts and payouts, oldest first; below zero: a reversal. */
  movements: z
    .array(
      z.object({
        at: z.string(),
        by: z.string().optional(),
        kind: z.enum(['received', 'paid out']),
        method: z.enum(paymentMethods),
        amount: z.number(),
      }),
    )
    .optional(),
  /** Its latest slips by PromptPay, oldest first, and why those were rejected that were. */
  slips: z
    .array(
      z.object({
        at: z.string(),
        rejected: z.object({ at: z.string(), by: z.string().optional(), reason: z.string() }).optional(),
      }),
    )
    .optional(),
  /** Counts the corrections of its address. */
  addressVersion: z.int(),
  /** The latest corrections of its address, oldest first. */
  corrections: z.array(z.object({ at: z.string(), by: z.string() })).optional(),
  /**
   * Its latest moves to another delivery window, oldest first: who moved it, its earlier time, if it had one, and its
   * new one.
   */
  moves: z
    .array(
      z.object({
        at: z.string(),
        by: z.string(),
        was: z.object({ from: z.string().optional(), promisedAt: z.string() }).optional(),
        to: z.object({ from: z.string(), promisedAt: z.string() }),
      }),
    )
    .optional(),
})
export type SellerOrder = z.infer<typeof sellerOrder>
