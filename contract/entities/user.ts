import * as z from 'zod'
import { limits } from '../values/limits.ts'

/** A map of product id to quantity. Keys that aren't ids of known products are dropped later, not refused. */
export const cartItems = z
  .record(z.string(), z.int().min(0).max(limits.quantity))
  .refine((items) => Object.keys(items).length <= limits.cartProducts, {
    error: 'too_many_lines',
    params: { max: limits.cartProducts },
  })

export type CartItems = Record<string, number>

export const userSummary = z.object({ name: z.string(), email: z.string(), isAccountVerified: z.boolean() })

export const user = userSummary.extend({
  _id: z.string(),
  cartItems: z.record(z.string(), z.int()),
  /** Products that are no longer sold and have therefore left the cart, until the cart is saved without them. */
  goneItems: z.array(z.string()).optional(),
})
export type User = z.infer<typeof user>
