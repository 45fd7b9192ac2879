import type { CartItems } from '../../contract/entities/user.ts'
import { m } from '../messages/messages.ts'
import { shownToasts, toast } from '../ui/toast.ts'
import { countOf } from './cart-items.ts'

/*
 * Toasts about items picked by a visitor before logging in. They are loaded at such a login.
 */

/**
 * Says that the items are in the account's cart now; its button calls `drop`. Not over a message with a button: after
 * registering, that one leads to the code.
 */
export async function toastAdopted(picked: CartItems, drop: () => void): Promise<void> {
  await afterLoginToast()
  if (shownToasts.get().some(({ action }) => action)) return
  toast.success(m.cart_adopted({ count: countOf(picked) }), {
    action: { label: m.cart_adopted_drop(), onClick: drop },
  })
}

/**
 * Asks whether to add a visitor's items to the account's own cart; its button calls `accept`. Returns a function that
 * hides it.
 */
export async function toastVisitorItems(visitorItems: CartItems, accept: () => void): Promise<() => void> {
  await afterLoginToast()
  return toast.success(m.cart_visitor_items({ count: countOf(visitorItems) }), {
    action: { label: m.cart_visitor_items_add_now(), onClick: accept },
  })
}

/** Resolves once the login's own toast is shown, which would cover these otherwise. */
const afterLoginToast = () => new Promise((resolve) => setTimeout(resolve))
