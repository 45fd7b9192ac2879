import * as z from 'zod'
import { idField, textField, wireMoney } from '../entities/fields.ts'
import { closed, sellerOrder } from '../entities/order.ts'
import { sellerSlip, slip, slipReuse, unpaidOrder } from '../entities/payment.ts'
import { orderStatuses } from '../orders/order-status.ts'
import { callPaths } from '../paths/call-paths.ts'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { limits } from '../values/limits.ts'
import { call, claimedUserId, doneReply, pageQuery } from './call.ts'

/** An order that is paid by PromptPay. */
export const promptPayOrder = {
  orderId: z.string(),
  orderNumber: z.int(),
  amount: wireMoney,
  /** The text of the QR code, from contract/payments/promptpay.ts. */
  payload: z.string(),
  /** When the order is cancelled unless it is paid or a slip waits. */
  expiresAt: z.string(),
}

/** The calls of payments by PromptPay and their slips. */
export const paymentCalls = {
  promptPay: call(callPaths.payment.promptPay, {
    summary: "How a shopper's own order is paid by PromptPay, and its newest slip",
    access: 'shopper',
    ours: true,
    query: z.object({ ...claimedUserId, order: idField }),
    reply: {
      success: z.literal(true),
      ...promptPayOrder,
      /** The name that the bank's app shows. */
      receiver: z.string(),
      status: z.enum(orderStatuses),
      slip: slip.nullable(),
      /** Until when a slip of a cancelled order is taken; absent if none is. */
      slipUntil: z.string().optional(),
      /** Whether the shop has found a transfer for it, also for a cancelled order. */
      paid: z.literal(true).optional(),
      /** When the shop is closed, if it is now and the payment or a slip waits for it. */
      closed: closed.optional(),
      /** The shop's clock, to count the minutes until `expiresAt`. */
      now: z.string(),
    },
  }),
  slip: call(callPaths.payment.slip, {
    summary:
      "Sends the picture of a bank slip for a shopper's own order; unread=true sends one in which no slip can be read",
    access: 'shopper',
    ours: true,
    form: { orderId: 'text', 'unread?': 'text', image: 'picture' },
    reply: { ...doneReply, slip: slip },
  }),
  slips: call(sellerCallPaths.payment.slips, {
    summary: 'The slips of all orders: those that wait, oldest first, then decided ones, newest first',
    access: 'seller',
    ours: true,
    query: z.object(pageQuery),
    reply: {
      success: z.literal(true),
      slips: z.array(sellerSlip),
      nextCursor: z.string().nullable(),
      /** The number of slips that wait, counted up to 1,000. */
      waiting: z.int(),
      /**
       * Orders that wait for money and have no slip to decide about, the first to expire first; on the first page only.
       */
      unpaid: z.array(unpaidOrder).optional(),
      /** Slips of the last 30 days that were sent for a second order, newest first; on the first page only. */
      reused: z.array(slipReuse).optional(),
    },
  }),
  confirm: call(sellerCallPaths.payment.confirm, {
    summary: "Confirms that an order's money came by PromptPay: by a slip's id, or by an order's",
    access: 'seller',
    ours: true,
    body: z.union([
      z.strictObject({
        id: idField,
        /** What came, if the order doesn't need the money and it is to be paid out; absent, the price of the order. */
        amount: wireMoney.optional(),
      }),
      z.strictObject({ orderId: idField }),
    ]),
    reply: { ...doneReply, order: sellerOrder },
  }),
  receivedAgain: call(sellerCallPaths.payment.receivedAgain, {
    summary: 'Records a transfer that an order by PromptPay doesn’t need, paid or cancelled: it is then to be paid out',
    access: 'seller',
    ours: true,
    body: z.object({
      orderId: idField,
      amount: wireMoney,
      /** What had been received when the seller looked; if that has changed: balance_changed. */
      seen: z.object({ received: wireMoney }),
    }),
    reply: { ...doneReply, order: sellerOrder },
  }),
  reject: call(sellerCallPaths.payment.reject, {
    summary: 'Rejects a slip, with a reason for the shopper, who can send another',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField, reason: textField(limits.shortText) }),
    reply: { ...doneReply, order: sellerOrder },
  }),
}
