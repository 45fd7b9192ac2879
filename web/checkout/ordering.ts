import { cents, toWire } from '../../contract/money.ts'
import { refusalMessage } from '../../contract/refusals.ts'
import { holdCart, releaseCart } from '../cart/cart-store.ts'
import { forgetAddress } from '../cart/checkout-choice.ts'
import { api } from '../client/api.ts'
import { newKey, type OrderRequest, readAttempt } from '../client/attempt.ts'
import { whenReconnected } from '../client/connection.ts'
import { isLoginOpen, onSessionChecked, openLogin } from '../client/session.ts'
import { getLocale, m } from '../messages/messages.ts'
import { toast } from '../ui/toast.tsx'
import { afterLogin, makeOrdering, type Unpaid } from './place-order.ts'

/*
 * Orders of this page: place-order.ts with the browser's storage, the shop's calls and the login window. Independent of
 * screens, so an order continues while the shopper navigates.
 */

const key = 'talad.order'
let shopper: string | undefined
let wake: (() => void) | undefined
/** An order refused because the session had ended: continued when its account signs in at the login window. */
let interrupted: { request: OrderRequest; unpaid: Unpaid | undefined } | undefined

const ordering = makeOrdering({
  read: () => {
    try {
      return readAttempt(localStorage.getItem(key))
    } catch {
      return undefined
    }
  },
  write: (attempt) => {
    try {
      if (attempt) localStorage.setItem(key, JSON.stringify(attempt))
      else localStorage.removeItem(key)
    } catch {
      // Storage is full or forbidden: other tabs then don't know of the attempt.
    }
  },
  send: ({ key, userId, address, items, payment, total }) => {
    const lines = Object.entries(items).map(([product, quantity]) => ({ product, quantity }))
    const body = { userId, address, items: lines, expectedAmount: toWire(cents(total)) }
    const options = { headers: { 'idempotency-key': key } }
    return payment === 'COD' ? api.order.cod(body, options) : api.order.stripe(body, options)
  },
  lookUp: ({ key, userId }) => api.order.attempt({ key, userId }),
  pay: (orderId) => api.order.pay({ orderId }),
  drop: (orderId) => api.order.cancel({ orderId, replaced: true }),
  shopper: () => shopper,
  isOffline: () => navigator.onLine === false,
  offlineWords: () => m.checkout_offline(),
  hold: holdCart,
  release: releaseCart,
  now: () => Date.now(),
  wait: (milliseconds) =>
    new Promise((resolve) => {
      wake = resolve
      setTimeout(resolve, milliseconds)
    }),
  newKey,
})

/** Returns the state of the order that is being placed. */
export const useOrdering = ordering.state.use
/** Clears the outcome once it was shown, or no longer matters. */
export const endOrdering = ordering.reset

/** Places an order; `useOrdering` has its progress and outcome. */
export async function placeOrder(request: OrderRequest, unpaid: Unpaid | undefined): Promise<void> {
  interrupted = undefined
  const refusal = await ordering.place(request, unpaid)
  tellElsewhere()
  if (refusal?.code !== 'not_signed_in') return
  ordering.reset()
  interrupted = { request, unpaid }
  openLogin('/cart', [refusalMessage('not_signed_in', getLocale()), m.checkout_logged_out()])
}

/** Shows the outcome as a toast on screens other than the cart, which shows it itself. */
function tellElsewhere(): void {
  if (ordering.state.get().at === 'placed') forgetAddress()
  if (window.location.pathname === '/cart') return
  const state = ordering.state.get()
  if (state.at === 'placed')
    toast.success(state.order.message ?? m.checkout_went_through({ number: state.order.orderNumber }))
  if (state.at === 'placed' || state.at === 'to pay') ordering.reset()
}

async function resumeStored(): Promise<void> {
  await ordering.resume(shopper)
  tellElsewhere()
}

if (typeof window !== 'undefined') {
  onSessionChecked(({ user, status }) => {
    if (status === 'unanswered') return
    shopper = user?._id
    wake?.()
    if (!user) return
    const goesOn = interrupted
    interrupted = undefined
    const next = afterLogin(goesOn?.request, user._id, isLoginOpen())
    if (goesOn && next === 'place') return void placeOrder(goesOn.request, goesOn.unpaid)
    // Delayed, because it would cover the login's toast otherwise.
    if (next === 'tell') setTimeout(() => toast.note(m.checkout_other_account({ name: user.name })))
    void resumeStored()
  })
  whenReconnected(() => wake?.())
  window.addEventListener('storage', (event) => {
    if (event.key === key) void resumeStored()
  })
  // After Back from the payment page the browser may restore this page from its cache.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && ordering.state.get().at === 'to pay') ordering.reset()
  })
}
