import * as z from 'zod'
import { cartItems } from '../entities/user.ts'
import { callPaths } from '../paths/call-paths.ts'
import { call, claimedUserId, doneReply } from './call.ts'

/** The calls of the saved cart. */
export const cartCalls = {
  update: call(callPaths.cart.update, {
    summary: "Replaces the shopper's saved cart; an empty one without userId changes nothing",
    access: 'shopper',
    body: z.object({
      ...claimedUserId,
      cartItems,
      /**
       * The saved cart on which the change is based. If another cart is saved by now, nothing is saved. Only ours.
       */
      seen: cartItems.optional(),
    }),
    reply: {
      ...doneReply,
      /** The saved cart, if it differs from `seen` and so nothing was saved. */
      cartItems: z.record(z.string(), z.int()).optional(),
    },
  }),
}
