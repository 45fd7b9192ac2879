import * as z from 'zod'
import { orderStatuses } from '../orders/order-status.ts'
import { paymentTypes } from '../payments/payment-methods.ts'
import { slipLimits } from '../payments/slip-limits.ts'
import { limits } from '../values/limits.ts'
import { textField, wireMoney } from './fields.ts'

export const paymentType = z.enum(paymentTypes)

export const slipState = z.enum(['waiting', 'confirmed', 'rejected'])

/** A bank slip as its shopper sees it. */
export const slip = z.object({
  state: slipState,
  at: z.string(),
  /** The reason of its rejection. */
  reason: z.string().optional(),
})
export type Slip = z.infer<typeof slip>

/** A bank slip as sellers see it, with its order. */
export const sellerSlip = slip.extend({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.int(),
  /** Confirming the slip of a cancelled order leaves its money to be paid out. */
  orderStatus: z.enum(orderStatuses),
  /** The receiver of the order. */
  name: z.string(),
  /** The price of the order. */
  amount: wireMoney,
  /** URL of the picture, for sellers only; null once it was deleted. */
  picture: z.string().nullable(),
  /** The sending bank, a code that `bankName` knows. Absent if no slip was read in the picture, like the reference. */
  bank: z.string().optional(),
  reference: z.string().optional(),
  /**
   * The number of the order of another slip whose reference differs only in the case of letters, or in the bank:
   * it may be the same transfer, whose code was drawn anew.
   */
  resembles: z.int().optional(),
  /** The number of another order for which the same picture was sent. */
  samePictureAs: z.int().optional(),
  /**
   * While it waits, the number of another order for which a seller has recorded a transfer of the same amount without
   * its slip, since this order was placed: it may be the same transfer.
   */
  sameAmountAs: z.int().optional(),
  /** Until it is confirmed, what was received for its order otherwise; absent if nothing was. */
  received: wireMoney.optional(),
  /** How much came by its transfer, once it is confirmed; absent if it was before this was recorded. */
  confirmedAmount: wireMoney.optional(),
  /** The reason why no slip was read in the picture. */
  unread: z.enum(['no_code', 'not_a_slip', 'payment_qr', 'checksum', 'several_slips', 'took_too_long']).optional(),
  /** The reply of a service that asks the banks; absent without one. */
  verdict: z
    .enum(['confirmed', 'pending', 'notFound', 'wrongAmount', 'wrongReceiver', 'tooEarly', 'repeated', 'unavailable'])
    .optional(),
  decidedAt: z.string().optional(),
  /** The seller's e-mail; absent if the service confirmed it. */
  decidedBy: z.string().optional(),
})
export type SellerSlip = z.infer<typeof sellerSlip>

/** An order that waits for money by PromptPay and for a slip, as sellers see it. */
export const unpaidOrder = z.object({
  orderId: z.string(),
  orderNumber: z.int(),
  /** The receiver of the order. */
  name: z.string(),
  amount: wireMoney,
  /** When it is cancelled, unless a slip comes or its money is confirmed. */
  expiresAt: z.string(),
})
export type UnpaidOrder = z.infer<typeof unpaidOrder>

/** A slip that was sent for a second order and refused. */
export const slipReuse = z.object({
  orderId: z.string(),
  orderNumber: z.int(),
  /** The receiver of the second order. */
  name: z.string(),
  /** The order for which it was sent first. */
  firstOrderNumber: z.int(),
  at: z.string(),
})
export type SlipReuse = z.infer<typeof slipReuse>

/** How the shop is paid by PromptPay. The proxy is checked by `checkProxy` of contract/payments/promptpay.ts. */
export const promptPaySettings = z.object({
  proxy: z.object({
    kind: z.enum(['mobile', 'taxId', 'eWallet', 'biller']),
    number: textField(limits.shortText, 0),
    reference1: textField(limits.shortText, 0).optional(),
    reference2: textField(limits.shortText, 0).optional(),
  }),
  /** The name that the bank's app shows. */
  receiver: textField(slipLimits.receiver),
  enabled: z.boolean(),
  /** Days after which the picture of a decided slip is deleted. */
  slipDays: z.int().min(1).max(slipLimits.slipDays),
})
export type PromptPaySettings = z.infer<typeof promptPaySettings>
