import * as z from 'zod'
import { correctedAddress } from '../entities/address.ts'
import { idField, textField, wireMoney } from '../entities/fields.ts'
import { buyer, order, orderDocument, sellerOrder } from '../entities/order.ts'
import { paymentType } from '../entities/payment.ts'
import { orderStatuses, undoableStatuses } from '../orders/order-status.ts'
import { callPaths } from '../paths/call-paths.ts'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { manualMethods } from '../payments/payment-methods.ts'
import { limits, serverLimits } from '../values/limits.ts'
import { call, claimedUserId, doneReply, flagQuery, pageQuery, seenNumber } from './call.ts'
import { promptPayOrder } from './payment.ts'

// Loose, so that place-order.ts refuses in the order in which a shopper can act: log in, verify, address, lines.
const placeOrder = z.object({
  ...claimedUserId,
  address: idField.nullish(),
  /** The version of the address that the shopper saw; if it is another by now: address_changed. Our own field. */
  addressVersion: z.int().optional(),
  items: z.array(z.object({ product: idField, quantity: z.number() })).max(1000),
  /**
   * The total shown to the shopper, in the shop's currency. If it differs: amount_changed. Only our screens send it.
   */
  expectedAmount: wireMoney.optional(),
  /**
   * An order of the shopper that awaits payment and is cancelled if this one is accepted, whose goods it may take. Only
   * our screens send it.
   */
  replaces: idField.optional(),
  /**
   * true: refused with `order_duplicate` if the shopper has just placed an order with the same content under another
   * Idempotency-Key, on another tab or device. Only our screens send it.
   */
  refuseDuplicate: z.boolean().optional(),
  /** A promotion's code. Our own field. */
  code: textField(limits.shortText, 0).optional(),
  /**
   * A delivery window, or as soon as possible. Absent, it is as soon as possible where that is promised, or the next
   * window with capacity left and without a fee; without a time where no window takes orders. `promisedAt` is the time
   * that the shopper saw: if it is much later by now, the order is refused with `asap_later`. `none` says that the
   * shopper saw no times: if there are some by now, the order is refused with `choose_delivery`. Our own field.
   */
  delivery: z
    .union([
      z.object({ window: idField }),
      z.object({ asap: z.literal(true), promisedAt: z.iso.datetime().optional() }),
      z.object({ none: z.literal(true) }),
    ])
    .optional(),
})
export type OrderBody = z.infer<typeof placeOrder>

/** What of a request is ordered: all but what only checks it. If one of these differs, it is for another order. */
export type OrderContent = Omit<
  OrderBody,
  'userId' | 'addressVersion' | 'expectedAmount' | 'replaces' | 'refuseDuplicate'
>

const orderPlaced = { ...doneReply, orderId: z.string(), orderNumber: z.int() }

/** The calls of orders: placing them, a shopper's own, and the seller's work on them. */
export const orderCalls = {
  cod: call(callPaths.order.cod, {
    summary: 'Places an order paid in cash on delivery',
    access: 'shopper',
    takesKey: true,
    body: placeOrder,
    reply: orderPlaced,
  }),
  stripe: call(callPaths.order.stripe, {
    summary: 'Places an order and returns the URL of its payment page',
    access: 'shopper',
    takesKey: true,
    body: placeOrder,
    reply: { ...orderPlaced, url: z.string() },
  }),
  user: call(callPaths.order.user, {
    summary: "The shopper's orders, newest first",
    access: 'shopper',
    query: z.object({ ...claimedUserId, ...pageQuery, awaiting: flagQuery }),
    reply: {
      success: z.literal(true),
      orders: z.array(order),
      nextCursor: z.string().nullable().optional(),
    },
  }),
  seller: call(sellerCallPaths.order.seller, {
    summary: 'All orders, newest first unless sorted otherwise',
    access: 'seller',
    query: z.object({
      ...pageQuery,
      /**
       * `deliver-by`: by the promised time or the end of the window; orders without one by an hour after they were
       * placed. Version 0.2 can drop `due`, which open pages still send for it.
       */
      sort: z.enum(['newest', 'oldest', 'deliver-by', 'due']).optional(),
      /** Only orders that are neither delivered nor cancelled. */
      open: flagQuery,
      /** `Awaiting payment`: the unpaid orders, which are in no other list. */
      status: z.enum(orderStatuses).optional(),
      payment: paymentType.optional(),
      paid: flagQuery,
      /** Only orders with money to collect, or to pay out. */
      balance: z.enum(['collect', 'pay-out']).optional(),
      /** Part of a name, phone number, e-mail address or street, or an order's number. */
      q: z.string().optional(),
      /**
       * true: the order with the number in `q` is returned too if it isn't paid or was cancelled unpaid. Only without
       * another filter.
       */
      awaiting: flagQuery,
      /** Only the order with this id, whatever the other filters; also one that isn't listed because it isn't paid. */
      id: z.string().max(limits.shortText).optional(),
    }),
    reply: {
      success: z.literal(true),
      orders: z.array(sellerOrder),
      nextCursor: z.string().nullable().optional(),
    },
  }),
  pay: call(callPaths.order.pay, {
    summary: 'Returns the URL where an order that awaits payment is paid',
    access: 'shopper',
    ours: true,
    body: z.object({ ...claimedUserId, orderId: idField }),
    reply: { ...orderPlaced, url: z.string() },
  }),
  get: call(callPaths.order.get, {
    summary: "One of the shopper's own orders",
    access: 'shopper',
    ours: true,
    query: z.object({ ...claimedUserId, id: idField }),
    reply: { success: z.literal(true), order },
  }),
  byKey: call(callPaths.order.byKey, {
    summary: 'Returns the order that an Idempotency-Key of this shopper made; never places one',
    access: 'shopper',
    ours: true,
    query: z.object({ ...claimedUserId, key: textField(limits.idempotencyKey) }),
    reply: {
      success: z.literal(true),
      /** Null while the request is in progress, or if it was refused. */
      order: z
        .object({
          orderId: z.string(),
          orderNumber: z.int(),
          paymentType,
          status: z.enum(orderStatuses),
        })
        .nullable(),
    },
  }),
  cancel: call(callPaths.order.cancel, {
    summary: "Cancels a shopper's own order if it is unpaid or not confirmed yet; a payment is refunded",
    access: 'shopper',
    ours: true,
    body: z.object({
      ...claimedUserId,
      orderId: idField,
    }),
    reply: { ...doneReply, order },
  }),
  waiting: call(sellerCallPaths.order.waiting, {
    summary: 'The numbers of orders not confirmed yet, and with money to collect or to pay out',
    access: 'seller',
    ours: true,
    reply: {
      success: z.literal(true),
      /** Counted up to 1,000. */
      count: z.int(),
      oldestAt: z.string().nullable(),
      /** Orders with money to collect, and with money to pay out, each counted up to 1,000. */
      toCollect: z.int(),
      toPayOut: z.int(),
    },
  }),
  undoStep: call(sellerCallPaths.order.undoStep, {
    summary: 'Undoes the last step until the end of its day; an undelivered cash order is unpaid again',
    access: 'seller',
    ours: true,
    body: z.object({
      id: idField,
      /** The step that the seller saw; Delivered if it is absent. */
      from: z.enum(undoableStatuses).optional(),
    }),
    reply: { ...doneReply, order: sellerOrder },
  }),
  packed: call(sellerCallPaths.order.packed, {
    summary: 'Marks an order that is being packed as ready for a rider, or as not ready',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField, packed: z.boolean() }),
    reply: { ...doneReply, order: sellerOrder },
  }),
  takeStep: call(sellerCallPaths.order.takeStep, {
    summary: 'Moves an order to its next status; cancelling returns counted stock and money',
    access: 'seller',
    ours: true,
    body: z.object({
      id: idField,
      status: z.enum(orderStatuses),
      /** The status shown to the seller; if another request was faster: status_changed. */
      from: z.enum(orderStatuses),
      /**
       * What was shown to be collected, with the step of a cash order to Delivered; if that has changed:
       * balance_changed.
       */
      toCollect: wireMoney.optional(),
    }),
    reply: { ...doneReply, order: sellerOrder },
  }),
  correctAddress: call(sellerCallPaths.order.correctAddress, {
    summary: 'Corrects where an open order goes, and mails its shopper; the price and the delivery time stay',
    access: 'seller',
    ours: true,
    body: z.object({
      id: idField,
      address: correctedAddress,
      /** The `addressVersion` shown to the seller; if it is another by now: address_corrected. */
      seen: seenNumber.min(1),
      /** true: the seller was told that the address is in another zone than before, or in none: address_elsewhere. */
      elsewhere: z.boolean().optional(),
    }),
    reply: { ...doneReply, order: sellerOrder },
  }),
  invoice: call(callPaths.order.invoice, {
    summary: "Replaces the abbreviated tax invoice of a shopper's own order by a full one, within its month",
    access: 'shopper',
    ours: true,
    body: z.object({ ...claimedUserId, orderId: idField, buyer }),
    reply: { ...doneReply, documents: z.array(orderDocument) },
  }),
  counterInvoice: call(sellerCallPaths.order.counterInvoice, {
    summary: 'Replaces the abbreviated tax invoice of an order by a full one, for a shopper who asks at the counter',
    access: 'seller',
    ours: true,
    body: z.object({ orderId: idField, buyer }),
    reply: { ...doneReply, documents: z.array(orderDocument) },
  }),
  refund: call(sellerCallPaths.order.refund, {
    summary: 'Takes pieces or an amount off the price of an order, and refunds a card payment',
    access: 'seller',
    takesKey: true,
    ours: true,
    body: z.object({
      id: idField,
      /** Either the pieces to refund, or grams or millilitres of a product whose size says how many it has, … */
      lines: z
        .array(
          z.object({
            product: idField,
            quantity: z.int().min(1).max(limits.quantity).optional(),
            measure: z.int().min(1).max(serverLimits.refundMeasure).optional(),
          }),
        )
        .max(limits.cartProducts)
        .optional(),
      /** … or an amount. */
      amount: wireMoney.optional(),
      /** A key of `refundReasons`, or a text. The shopper sees it. */
      reason: textField(limits.refundReason),
      /** true: the pieces go back into counted stock. */
      restock: z.boolean().optional(),
      /**
       * How much less than `amount` the order shown to the seller cost; if it has changed since: refund_changed.
       * Version 0.2 can drop `refunded`, as which open pages still send it.
       */
      seen: z.union([z.object({ reduction: wireMoney }), z.object({ refunded: wireMoney })]),
    }),
    reply: { ...doneReply, order: sellerOrder },
  }),
  recordPayout: call(sellerCallPaths.order.recordPayout, {
    summary: 'Records that what the shop owed for an order was paid out by hand',
    access: 'seller',
    ours: true,
    body: z.object({
      id: idField,
      method: z.enum(manualMethods),
      /** All that is owed; if that has changed: balance_changed. */
      amount: wireMoney,
      /** The transfer's, if it was one. */
      reference: textField(limits.refundReason, 0).optional(),
    }),
    reply: { ...doneReply, order: sellerOrder },
  }),
  collect: call(sellerCallPaths.order.collect, {
    summary: 'Records that what an order still costs was collected, before or after its delivery',
    access: 'seller',
    ours: true,
    body: z.object({
      id: idField,
      method: z.enum(manualMethods),
      /** All that is to be collected, in cash what coins can pay; if that has changed: balance_changed. */
      amount: wireMoney,
    }),
    reply: { ...doneReply, order: sellerOrder },
  }),
  promptPay: call(callPaths.order.promptPay, {
    summary: 'Places an order paid by PromptPay and returns the code that pays it',
    access: 'shopper',
    takesKey: true,
    ours: true,
    body: placeOrder,
    reply: { ...doneReply, ...promptPayOrder },
  }),
}
