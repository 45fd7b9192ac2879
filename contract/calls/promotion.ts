import * as z from 'zod'
import { idField, textField, wireMoney } from '../entities/fields.ts'
import { availablePromotion, promotion, promotionInput } from '../entities/promotion.ts'
import { callPaths } from '../paths/call-paths.ts'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { limits } from '../values/limits.ts'
import { call, claimedUserId, doneReply, flagQuery, seenNumber } from './call.ts'

/** The calls of promotions and their codes. */
export const promotionCalls = {
  check: call(callPaths.promotion.check, {
    summary: 'The promotions that a cart has, with a code if one is sent, or why that code takes nothing off',
    access: 'anyone',
    ours: true,
    body: z.object({
      ...claimedUserId,
      code: textField(limits.shortText, 0).optional(),
      items: z
        .array(z.object({ product: idField, quantity: z.int().min(1).max(limits.quantity) }))
        .max(limits.cartProducts),
      /** An unpaid order that the next one replaces: its use of a promotion doesn't count. */
      replaces: idField.optional(),
      /** The delivery fee that the cart shows: without one, a code of free delivery takes nothing off. */
      fee: wireMoney.optional(),
    }),
    reply: {
      success: z.literal(true),
      /** Those that this shopper can have, for `applyPromotions`. */
      promotions: z.array(availablePromotion),
      /** What they take off these items, all together. */
      discount: wireMoney,
    },
  }),
  list: call(sellerCallPaths.promotion.list, {
    summary: 'All promotions with their state and uses, newest first',
    access: 'seller',
    ours: true,
    query: z.object({ archived: flagQuery }),
    reply: { success: z.literal(true), promotions: z.array(promotion) },
  }),
  save: call(sellerCallPaths.promotion.save, {
    summary: 'Saves a promotion; orders that have it stay as they are',
    access: 'seller',
    ours: true,
    body: promotionInput.extend({
      /** Chosen by the client for a new one, so that a repeated request makes no second one. */
      id: idField,
      /** The version shown to the seller, 0 for a new one; if another was saved since: promotion_changed. */
      seen: seenNumber,
    }),
    reply: { ...doneReply, promotion: promotion },
  }),
  archive: call(sellerCallPaths.promotion.archive, {
    summary: 'Ends a promotion for good, and frees its code; orders that have it stay as they are',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField, seen: seenNumber.min(1) }),
    reply: doneReply,
  }),
}
