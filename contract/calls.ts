import * as z from 'zod'
import { callPaths } from './call-paths.ts'
import * as entity from './entities.ts'
import { limits, serverLimits } from './limits.ts'
import { orderStatuses } from './order-status.ts'
import { type RefusalCode, refusals } from './refusals.ts'

/*
 * Every call between browser and server. The server registers its routes from this table, the browser's client takes
 * its types from it, tests iterate over it, and /api/docs is rendered from it.
 */

/** Who may make a call. Without a cookie, a call for shoppers or sellers is refused before its body is read. */
export type Access = 'anyone' | 'shopper' | 'seller'

export const refusal = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.enum(Object.keys(refusals) as [RefusalCode, ...RefusalCode[]]),
  /** Errors by the path of their field: `{ "address.phone": "…" }`. */
  fields: z.record(z.string(), z.string()).optional(),
  /**
   * With product_unavailable, stock_short and amount_changed: the current state of every line of the order, so that the
   * cart can mark what differs. Without offerPrice the product isn't sold any more; without stock it isn't counted.
   */
  changed: z
    .array(
      z.object({
        product: z.string(),
        offerPrice: entity.wireMoney.optional(),
        stock: z.int().optional(),
        /** Whether the requested quantity can be ordered. */
        available: z.boolean(),
      }),
    )
    .optional(),
  /** Tries left for a one-time code after a wrong one. */
  triesLeft: z.int().nonnegative().optional(),
  requestId: z.string().optional(),
})
export type RefusalReply = z.infer<typeof refusal>

const message = z.string()
const done = { success: z.literal(true), message }
/** `mailDelayed` while the shop's mail isn't going out: the code comes later, as the message says. Ours. */
const codeMailed = { ...done, mailDelayed: z.literal(true).optional() }

// Checked before validation, by the session hooks: any userId but the session's own is refused.
const claimed = { userId: z.unknown().optional() }

type Shape = z.ZodRawShape

type CallSchema<S extends z.ZodType, B extends z.ZodType, Q extends z.ZodType> = {
  summary: string
  tags: string[]
  response: { 200: z.ZodUnion<[S, typeof refusal]>; '4xx': typeof refusal; '5xx': typeof refusal }
} & (B extends z.ZodUndefined ? object : { body: B }) &
  (Q extends z.ZodUndefined ? object : { querystring: Q })

function call<
  const P extends { method: 'GET' | 'POST'; url: string },
  const A extends Access,
  R extends Shape,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
>(path: P, definition: { summary: string; access: A; ours?: true; reply: R; body?: B; query?: Q; multipart?: true }) {
  const success = z.object(definition.reply)
  return {
    ...path,
    access: definition.access,
    /** True for calls made for this shop's own screens only, not for other clients. */
    ours: definition.ours === true,
    multipart: definition.multipart === true,
    success,
    schema: {
      summary: definition.summary,
      tags: [path.url.split('/')[2] ?? 'shop'],
      ...(definition.body && { body: definition.body }),
      ...(definition.query && { querystring: definition.query }),
      response: { 200: z.union([success, refusal]), '4xx': refusal, '5xx': refusal },
    } as CallSchema<z.ZodObject<R>, B, Q>,
  }
}

const listQuery = z.object({
  category: entity.text(limits.shortText, 0).optional(),
  q: z.string().optional(),
  inStock: z.enum(['true', 'false']).optional(),
  sort: z.enum(['featured', 'newest', 'price', '-price']).optional(),
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .optional(),
  cursor: z.string().max(400).optional(),
})
export type ListSort = NonNullable<z.infer<typeof listQuery>['sort']>

const credentials = { email: entity.email, password: entity.password }
const page = {
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .optional(),
  cursor: z.string().max(400).optional(),
}

// Loose, so that place-order.ts refuses in the order in which a shopper can act: log in, verify, address, lines.
const placeOrder = z.object({
  ...claimed,
  address: z.string().max(limits.shortText).nullish(),
  items: z.array(z.object({ product: z.string().max(limits.shortText), quantity: z.number() })).max(1000),
  /**
   * The total shown to the shopper, in the shop's currency. If it differs: amount_changed. Only our screens send it.
   */
  expectedAmount: entity.wireMoney.optional(),
  /**
   * An order of the shopper that awaits payment and is cancelled if this one is accepted, whose goods it may take. Only our
   * screens send it.
   */
  replaces: z.string().max(limits.shortText).optional(),
})

const orderPlaced = { ...done, orderId: z.string(), orderNumber: z.int() }

/** An order that is paid by PromptPay. */
const promptPayOrder = {
  orderId: z.string(),
  orderNumber: z.int(),
  amount: entity.wireMoney,
  /** The text of the QR code, from contract/promptpay.ts. */
  payload: z.string(),
  /** When the order is cancelled unless it is paid or a slip waits. */
  expiresAt: z.string(),
}

const promptPaySettings = {
  /** Null if they were never saved. */
  promptPay: entity.promptPaySettings.nullable(),
  /** To be sent back as `seen`; 0 if they were never saved. */
  version: z.int(),
  /** The seller's e-mail; null for the demo. */
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
}

export const calls = {
  shop: {
    facts: call(callPaths.shop.facts, {
      summary: 'Whether this shop takes online payment and PromptPay, and whether it is a demo',
      access: 'anyone',
      ours: true,
      reply: { success: z.literal(true), onlinePayment: z.boolean(), promptPay: z.boolean(), demo: z.boolean() },
    }),
  },
  seller: {
    isAuth: call(callPaths.seller.isAuth, {
      summary: 'Whether the caller has a seller session',
      access: 'anyone',
      reply: { success: z.literal(true), email: z.string().optional() },
    }),
    login: call(callPaths.seller.login, {
      summary: 'Signs a seller in',
      access: 'anyone',
      body: z.object(credentials),
      reply: done,
    }),
    logout: call(callPaths.seller.logout, {
      summary: "Ends the seller's session, and only that",
      access: 'anyone',
      reply: done,
    }),
    sendResetOtp: call(callPaths.seller.sendResetOtp, {
      summary: "Mails a code for a seller's new password; answers alike for unknown addresses",
      access: 'anyone',
      ours: true,
      body: z.object({ email: entity.email }),
      reply: codeMailed,
    }),
    verifyResetOtp: call(callPaths.seller.verifyResetOtp, {
      summary: "Checks a seller's reset code; a wrong code uses up a try",
      access: 'anyone',
      ours: true,
      body: z.object({ email: entity.email, otp: entity.otp }),
      reply: done,
    }),
    resetPassword: call(callPaths.seller.resetPassword, {
      summary: "Sets a seller's new password with the code, uses it up and ends every session of the account",
      access: 'anyone',
      ours: true,
      body: z.object({ email: entity.email, otp: entity.otpOrLink, newPassword: entity.newPassword }),
      reply: done,
    }),
    today: call(callPaths.seller.today, {
      summary: 'Overview: waiting orders, sales of 30 days, products out of stock or low on stock',
      access: 'seller',
      ours: true,
      reply: { success: z.literal(true), ...entity.today.shape },
    }),
    health: call(callPaths.seller.health, {
      summary: "Problems of the shop, in the caller's language; empty if there are none",
      access: 'seller',
      ours: true,
      reply: { success: z.literal(true), problems: z.array(entity.problem) },
    }),
  },
  user: {
    isAuth: call(callPaths.user.isAuth, {
      summary: 'Returns the signed-in shopper with the saved cart',
      access: 'anyone',
      reply: { success: z.literal(true), user: entity.user },
    }),
    register: call(callPaths.user.register, {
      summary: 'Creates an account and signs the shopper in',
      access: 'anyone',
      body: z.object({ name: entity.text(limits.name), email: entity.email, password: entity.newPassword }),
      reply: { ...codeMailed, user: entity.userSummary },
    }),
    login: call(callPaths.user.login, {
      summary: 'Signs a shopper in',
      access: 'anyone',
      body: z.object(credentials),
      reply: { ...done, user: entity.userSummary },
    }),
    logout: call(callPaths.user.logout, {
      summary: "Ends the shopper's session; succeeds without one too",
      access: 'anyone',
      reply: done,
    }),
    sendVerifyOtp: call(callPaths.user.sendVerifyOtp, {
      summary: "Mails a six-digit code to the session's own address",
      access: 'shopper',
      reply: codeMailed,
    }),
    verifyAccount: call(callPaths.user.verifyAccount, {
      summary: 'Verifies the e-mail address with the code',
      access: 'shopper',
      body: z.object({ otp: entity.otp }),
      reply: done,
    }),
    sendResetOtp: call(callPaths.user.sendResetOtp, {
      summary: 'Mails a code for a new password; answers alike for unknown addresses',
      access: 'anyone',
      body: z.object({ email: entity.email }),
      reply: codeMailed,
    }),
    verifyResetOtp: call(callPaths.user.verifyResetOtp, {
      summary: 'Checks a reset code; a wrong code uses up a try',
      access: 'anyone',
      body: z.object({ email: entity.email, otp: entity.otp }),
      reply: done,
    }),
    resetPassword: call(callPaths.user.resetPassword, {
      summary: 'Sets a new password with the code, uses the code up and ends every session of the account',
      access: 'anyone',
      body: z.object({ email: entity.email, otp: entity.otpOrLink, newPassword: entity.newPassword }),
      reply: done,
    }),
  },
  product: {
    list: call(callPaths.product.list, {
      summary: 'Every product; with a filter, a limit or a cursor, one page',
      access: 'anyone',
      query: listQuery,
      reply: {
        success: z.literal(true),
        products: z.array(entity.product),
        /** Only with a query: the `cursor` of the next page; null on the last one. */
        nextCursor: z.string().nullable().optional(),
        /** Only with a query: the number of matches, counted up to 1,000, or up to 100 for a search. */
        total: z.int().optional(),
        /** Only for a search without matches: products with similar names. */
        near: z.array(entity.product).optional(),
      },
    }),
    get: call(callPaths.product.get, {
      summary: 'One product with up to five related ones that are in stock',
      access: 'anyone',
      ours: true,
      // No limit on the length: an id that names no product answers "not found".
      query: z.object({ id: z.string() }),
      reply: { success: z.literal(true), product: entity.product, related: z.array(entity.product) },
    }),
    byIds: call(callPaths.product.byIds, {
      summary: 'The products of a cart; unknown ids are left out',
      access: 'anyone',
      ours: true,
      query: z.object({ ids: z.string().max(limits.cartProducts * 37) }),
      reply: { success: z.literal(true), products: z.array(entity.product) },
    }),
    suggest: call(callPaths.product.suggest, {
      summary: 'Up to six products in stock that match the text typed so far',
      access: 'anyone',
      ours: true,
      query: z.object({ q: z.string() }),
      reply: { success: z.literal(true), products: z.array(entity.product) },
    }),
    add: call(callPaths.product.add, {
      summary:
        'Adds a product with up to four pictures (multipart: productData as JSON, images; takes an Idempotency-Key)',
      access: 'seller',
      multipart: true,
      reply: { ...done, product: entity.product },
    }),
    stock: call(callPaths.product.stock, {
      summary: 'Sets whether a product is in stock',
      access: 'seller',
      body: z.object({ id: z.string().max(limits.shortText), inStock: z.boolean() }),
      reply: done,
    }),
    seller: call(callPaths.product.seller, {
      summary: "The seller's list of products, a page at a time; with an id, that product alone",
      access: 'seller',
      ours: true,
      query: listQuery.extend({
        id: z.string().max(limits.shortText).optional(),
        archived: z.enum(['true', 'false']).optional(),
        /** The seller's switch. A product that is switched on but not in stock is sold out. */
        switchedOn: z.enum(['true', 'false']).optional(),
        /** The Idempotency-Key of an earlier product.add: returns that product alone, if it was added. */
        attempt: entity.text(limits.idempotencyKey).optional(),
      }),
      reply: {
        success: z.literal(true),
        products: z.array(entity.sellerProduct),
        nextCursor: z.string().nullable(),
        /** The number of matches, counted up to 1,000, or up to 100 for a search. */
        total: z.int(),
      },
    }),
    edit: call(callPaths.product.edit, {
      summary: 'Changes a product and its pictures (multipart: productData as JSON, images)',
      access: 'seller',
      ours: true,
      multipart: true,
      reply: { ...done, product: entity.sellerProduct },
    }),
    count: call(callPaths.product.count, {
      summary: 'Sets the counted stock of a product, or stops counting it',
      access: 'seller',
      ours: true,
      body: z.object({
        id: z.string().max(limits.shortText),
        stock: z.int().min(0).max(limits.stock).nullable(),
        /** The count shown to the seller; if orders have changed it since: stock_changed. */
        seen: z.int().min(0).nullable(),
      }),
      reply: { ...done, product: entity.sellerProduct },
    }),
    price: call(callPaths.product.price, {
      summary: 'Sets the two prices of a product',
      access: 'seller',
      ours: true,
      body: z.object({
        id: z.string().max(limits.shortText),
        price: entity.priceInput,
        offerPrice: entity.priceInput,
        /** The prices shown to the seller; if they have changed since: product_changed. */
        seen: z.object({ price: entity.wireMoney, offerPrice: entity.wireMoney }),
      }),
      reply: { ...done, product: entity.sellerProduct },
    }),
    archive: call(callPaths.product.archive, {
      summary: 'Takes a product out of the catalogue, or puts it back; orders keep their copies',
      access: 'seller',
      ours: true,
      body: z.object({ id: z.string().max(limits.shortText), archived: z.boolean() }),
      reply: { ...done, product: entity.sellerProduct },
    }),
  },
  cart: {
    update: call(callPaths.cart.update, {
      summary: "Replaces the shopper's saved cart; an empty one without userId changes nothing",
      access: 'shopper',
      body: z.object({
        ...claimed,
        cartItems: entity.cartItems,
        /**
         * The saved cart on which the change is based. If another cart is saved by now, nothing is saved. Only ours.
         */
        seen: entity.cartItems.optional(),
      }),
      reply: {
        ...done,
        /** The saved cart, if it differs from `seen` and so nothing was saved. */
        cartItems: z.record(z.string(), z.int()).optional(),
      },
    }),
  },
  address: {
    get: call(callPaths.address.get, {
      summary: "The shopper's addresses: the default first, then the last used, then the others, newest first",
      access: 'shopper',
      query: z.object(claimed),
      reply: { success: z.literal(true), addresses: z.array(entity.address) },
    }),
    add: call(callPaths.address.add, {
      summary: 'Saves an address (takes an Idempotency-Key header)',
      access: 'shopper',
      body: z.object({ ...claimed, address: entity.addressInput }),
      reply: { ...done, address: entity.address },
    }),
    edit: call(callPaths.address.edit, {
      summary: 'Replaces an address; orders keep their copies. A label or note that is left out is removed',
      access: 'shopper',
      ours: true,
      body: z.object({ ...claimed, id: z.string().max(limits.shortText), address: entity.addressInput }),
      reply: { ...done, address: entity.address },
    }),
    delete: call(callPaths.address.delete, {
      summary: 'Deletes an address; orders keep their copies',
      access: 'shopper',
      ours: true,
      body: z.object({ ...claimed, id: z.string().max(limits.shortText) }),
      reply: done,
    }),
    default: call(callPaths.address.default, {
      summary: 'Makes an address the default; with isDefault false, no longer the default',
      access: 'shopper',
      ours: true,
      body: z.object({ ...claimed, id: z.string().max(limits.shortText), isDefault: z.boolean().optional() }),
      reply: done,
    }),
  },
  order: {
    cod: call(callPaths.order.cod, {
      summary: 'Places an order paid in cash on delivery (takes an Idempotency-Key header)',
      access: 'shopper',
      body: placeOrder,
      reply: orderPlaced,
    }),
    stripe: call(callPaths.order.stripe, {
      summary: 'Places an order and returns the URL of its payment page',
      access: 'shopper',
      body: placeOrder,
      reply: { ...orderPlaced, url: z.string() },
    }),
    user: call(callPaths.order.user, {
      summary: "The shopper's orders, newest first",
      access: 'shopper',
      query: z.object({ ...claimed, ...page, awaiting: z.enum(['true', 'false']).optional() }),
      reply: {
        success: z.literal(true),
        orders: z.array(entity.order),
        nextCursor: z.string().nullable().optional(),
      },
    }),
    seller: call(callPaths.order.seller, {
      summary: 'All orders, newest first unless sorted otherwise',
      access: 'seller',
      query: z.object({
        ...page,
        sort: z.enum(['newest', 'oldest']).optional(),
        /** Only orders that are neither delivered nor cancelled. */
        open: z.enum(['true', 'false']).optional(),
        status: z.enum(orderStatuses).optional(),
        payment: entity.paymentType.optional(),
        paid: z.enum(['true', 'false']).optional(),
        /** Only orders of which money is to be collected, or to be given back. */
        balance: z.enum(['collect', 'give-back']).optional(),
        /** Part of a name, phone number, e-mail address or street, or an order's number. */
        q: z.string().optional(),
        /** true: the order with the number in `q` is returned while it awaits payment, too. Only without another filter. */
        awaiting: z.enum(['true', 'false']).optional(),
      }),
      reply: {
        success: z.literal(true),
        orders: z.array(entity.order),
        nextCursor: z.string().nullable().optional(),
      },
    }),
    pay: call(callPaths.order.pay, {
      summary: 'Returns the URL where an order that awaits payment is paid',
      access: 'shopper',
      ours: true,
      body: z.object({ ...claimed, orderId: z.string().max(limits.shortText) }),
      reply: { ...orderPlaced, url: z.string() },
    }),
    get: call(callPaths.order.get, {
      summary: "One of the shopper's own orders",
      access: 'shopper',
      ours: true,
      query: z.object({ ...claimed, id: z.string().max(limits.shortText) }),
      reply: { success: z.literal(true), order: entity.order },
    }),
    attempt: call(callPaths.order.attempt, {
      summary: 'Returns the order that an Idempotency-Key of this shopper made; never places one',
      access: 'shopper',
      ours: true,
      query: z.object({ ...claimed, key: entity.text(limits.idempotencyKey) }),
      reply: {
        success: z.literal(true),
        /** Null while the request is in progress, or if it was refused. */
        order: z
          .object({
            orderId: z.string(),
            orderNumber: z.int(),
            paymentType: entity.paymentType,
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
        ...claimed,
        orderId: z.string().max(limits.shortText),
      }),
      reply: { ...done, order: entity.order },
    }),
    waiting: call(callPaths.order.waiting, {
      summary: 'The numbers of orders not confirmed yet, and with money to collect or to give back',
      access: 'seller',
      ours: true,
      reply: {
        success: z.literal(true),
        /** Counted up to 1,000. */
        count: z.int(),
        oldestAt: z.string().nullable(),
        /** Orders of which money is to be collected and to be given back, each counted up to 1,000. */
        toCollect: z.int(),
        toGiveBack: z.int(),
      },
    }),
    undeliver: call(callPaths.order.undeliver, {
      summary: 'Takes Delivered back to Out for delivery, until the end of the day; a cash order is unpaid again',
      access: 'seller',
      ours: true,
      body: z.object({ id: z.string().max(limits.shortText) }),
      reply: { ...done, order: entity.order },
    }),
    move: call(callPaths.order.move, {
      summary: 'Moves an order to its next status; cancelling returns counted stock and money',
      access: 'seller',
      ours: true,
      body: z.object({
        id: z.string().max(limits.shortText),
        status: z.enum(orderStatuses),
        /** The status shown to the seller; if another request was faster: order_moved. */
        from: z.enum(orderStatuses),
      }),
      reply: { ...done, order: entity.order },
    }),
    invoice: call(callPaths.order.invoice, {
      summary: "Replaces the abbreviated tax invoice of a shopper's own order by a full one, within its month",
      access: 'shopper',
      ours: true,
      body: z.object({ ...claimed, orderId: z.string().max(limits.shortText), buyer: entity.buyer }),
      reply: { ...done, documents: z.array(entity.orderDocument) },
    }),
    refund: call(callPaths.order.refund, {
      summary:
        'Takes pieces or an amount off the price of an order, and refunds a card payment (takes an Idempotency-Key)',
      access: 'seller',
      ours: true,
      body: z.object({
        id: z.string().max(limits.shortText),
        /** Either the pieces whose price is given back … */
        lines: z
          .array(
            z.object({
              product: z.string().max(limits.shortText),
              quantity: z.int().min(1).max(limits.quantity),
            }),
          )
          .max(serverLimits.orderLines)
          .optional(),
        /** … or an amount. */
        amount: entity.wireMoney.optional(),
        /** A key of `refundReasons`, or a text. The shopper sees it. */
        reason: entity.text(limits.refundReason),
        /** true: the pieces go back into counted stock. */
        restock: z.boolean().optional(),
        /** `amount` less `money.due` of the order shown to the seller; if it has changed since: refund_changed. */
        seen: z.object({ refunded: entity.wireMoney }),
      }),
      reply: { ...done, order: entity.order },
    }),
    giveBack: call(callPaths.order.giveBack, {
      summary: 'Records that what the shop owed for an order was given back by hand',
      access: 'seller',
      ours: true,
      body: z.object({
        id: z.string().max(limits.shortText),
        method: z.enum(['cash', 'transfer']),
        /** All that is owed; if that has changed: balance_changed. */
        amount: entity.wireMoney,
        /** Of a transfer. */
        reference: entity.text(limits.refundReason, 0).optional(),
      }),
      reply: { ...done, order: entity.order },
    }),
    collect: call(callPaths.order.collect, {
      summary: 'Records that what an order still costs was collected, before or after its delivery',
      access: 'seller',
      ours: true,
      body: z.object({
        id: z.string().max(limits.shortText),
        method: z.enum(['cash', 'transfer']),
        /** All that is to be collected; if that has changed: balance_changed. */
        amount: entity.wireMoney,
      }),
      reply: { ...done, order: entity.order },
    }),
    promptPay: call(callPaths.order.promptPay, {
      summary: 'Places an order paid by PromptPay and returns the code that pays it (takes an Idempotency-Key header)',
      access: 'shopper',
      ours: true,
      body: placeOrder,
      reply: { ...done, ...promptPayOrder },
    }),
  },
  payment: {
    promptPay: call(callPaths.payment.promptPay, {
      summary: "How a shopper's own order is paid by PromptPay, and its newest slip",
      access: 'shopper',
      ours: true,
      query: z.object({ ...claimed, order: z.string().max(limits.shortText) }),
      reply: {
        success: z.literal(true),
        ...promptPayOrder,
        /** The name that the bank's app shows. */
        receiver: z.string(),
        status: z.enum(orderStatuses),
        slip: entity.slip.nullable(),
        /** The shop's clock, to count the minutes until `expiresAt`. */
        now: z.string(),
      },
    }),
    slip: call(callPaths.payment.slip, {
      summary:
        "Sends the picture of a bank slip for a shopper's own order (multipart: orderId, image; unread=true to send one in which no slip can be read)",
      access: 'shopper',
      ours: true,
      multipart: true,
      reply: { ...done, slip: entity.slip },
    }),
    slips: call(callPaths.payment.slips, {
      summary: 'The slips of all orders: those that wait, oldest first, then decided ones, newest first',
      access: 'seller',
      ours: true,
      query: z.object(page),
      reply: {
        success: z.literal(true),
        slips: z.array(entity.sellerSlip),
        nextCursor: z.string().nullable(),
        /** The number of slips that wait, counted up to 1,000. */
        waiting: z.int(),
      },
    }),
    confirm: call(callPaths.payment.confirm, {
      summary: "Confirms that an order's money came by PromptPay: by a slip's id, or by an order's",
      access: 'seller',
      ours: true,
      body: z.union([
        z.strictObject({ id: z.string().max(limits.shortText) }),
        z.strictObject({ orderId: z.string().max(limits.shortText) }),
      ]),
      reply: { ...done, order: entity.order },
    }),
    reject: call(callPaths.payment.reject, {
      summary: 'Rejects a slip, with a reason for the shopper, who can send another',
      access: 'seller',
      ours: true,
      body: z.object({ id: z.string().max(limits.shortText), reason: entity.text(limits.shortText) }),
      reply: { ...done, order: entity.order },
    }),
  },
  settings: {
    promptPay: call(callPaths.settings.promptPay, {
      summary: 'How the shop is paid by PromptPay',
      access: 'seller',
      ours: true,
      reply: { success: z.literal(true), ...promptPaySettings },
    }),
    savePromptPay: call(callPaths.settings.savePromptPay, {
      summary: 'Saves how the shop is paid by PromptPay; orders that await payment keep their code',
      access: 'seller',
      ours: true,
      body: entity.promptPaySettings.extend({
        /** The version shown to the seller; if a colleague has saved another one since: setting_changed. */
        seen: z.int().min(0),
      }),
      reply: { ...done, ...promptPaySettings },
    }),
  },
}
export type Calls = typeof calls

/** Returns all calls, each with its name in the table, such as `order.cod`. */
export function everyCall() {
  return Object.entries(calls).flatMap(([group, members]) =>
    Object.entries(members).map(([name, member]) => ({ name: `${group}.${name}`, ...member })),
  )
}
