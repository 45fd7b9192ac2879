import { calls } from '../../contract/calls.ts'
import type { CartItems } from '../../contract/entities/user.ts'
import { isId } from '../common/ids.ts'
import type { Db } from '../database/database.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireShopper } from '../http/calls/sessions.ts'
import { cartOf, replaceCart } from './queries.ts'

/** The call that saves a cart. */
export function cartRoutes(app: App, { db }: { db: Db }): void {
  addCall(app, calls.cart.update, async (request) => {
    const shopper = requireShopper(request)
    const { cartItems, userId, seen } = request.body
    // Some clients send an empty cart right after signing in, before they have read the saved one. Storing it would
    // lose every saved cart; a client that means to empty the cart sends its userId.
    if (Object.keys(cartItems).length === 0 && userId === undefined)
      return { message: successMessage(request, 'cart_kept') }
    const isSaved = await replaceCart(db, shopper.id, {
      items: storableItems(cartItems),
      arrivedAt: request.arrivedAt,
      seen,
      // The owner of the address may take an account over that was never verified: its cart begins empty then.
      session: shopper.isAccountVerified ? undefined : shopper.session,
    })
    if (!isSaved && seen)
      return {
        message: successMessage(request, 'cart_kept'),
        cartItems: (await cartOf(db, shopper.id)).items,
      }
    return { message: successMessage(request, 'cart_saved') }
  })
}

/** Returns the items that a cart can store: well-formed ids with a quantity of at least one. */
function storableItems(items: CartItems): CartItems {
  return Object.fromEntries(
    Object.entries(items)
      .filter(([id, quantity]) => isId(id) && quantity > 0)
      .map(([id, quantity]) => [id.toLowerCase(), quantity]),
  )
}
