import type { CartItems } from '../../contract/entities/user.ts'
import { m } from '../messages/messages.ts'
import { toast } from '../ui/toast.ts'
import { countOf } from './cart-items.ts'

/*
 * Toasts about what a visitor had picked before logging in. They are loaded at such a login.
 */

/** Says that the items are in the account's cart now; its button calls `drop`. */
export async function toastAdopted(picked: CartItems, drop: () => void): Promise<void> {
  await afterLoginToast()
  toast.success(m.cart_adopted({ count: countOf(picked) }), {
    action: { label: m.cart_adopted_drop(), onClick: drop },
  })
}

/** Offers the items to an account with a cart of its own; its button calls `accept`. Returns a function that hides it. */
export async function toastOffer(offer: CartItems, accept: () => void): Promise<() => void> {
  await afterLoginToast()
  return toast.success(m.cart_offer({ count: countOf(offer) }), {
    action: { label: m.cart_offer_add_now(), onClick: accept },
  })
}

/** Resolves once the login's own toast is shown, which would cover these otherwise. */
const afterLoginToast = () => new Promise((resolve) => setTimeout(resolve))
