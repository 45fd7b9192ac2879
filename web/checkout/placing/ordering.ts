import { refusalMessage } from '../../../contract/messages/refusals.ts'
import { cents, toWire } from '../../../contract/values/money.ts'
import { freezeCart, unfreezeCart } from '../../cart/cart.ts'
import { chooseWindow, forgetAddress } from '../../cart/checkout-choice.ts'
import { api, apiOnce } from '../../client/api.ts'
import { browserStorage } from '../../client/browser-storage.ts'
import { whenReconnected } from '../../client/connection.ts'
import { newId } from '../../client/new-id.ts'
import { isLoginOpen, onSessionChecked, openLogin, sessionNow } from '../../client/session.ts'
import { makeWait } from '../../client/wait.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { asapId } from '../../orders/facts/asap-window.ts'
import { promptPayPath } from '../../orders/facts/promptpay-path.ts'
import { toast } from '../../ui/toast.ts'
import { makeOrdering } from './make-ordering.ts'
import type { OrderingState } from './ordering-state.ts'
import { setPromotionCode } from './promotion-code.ts'
import { readSentOrder } from './sent-order.ts'

/*
 * Orders of this page: make-ordering.ts with the browser's storage, the shop's calls and the login dialog.
 * Independent of screens, so an order continues while the shopper navigates.
 */

const key = 'talad.order'
const { wait, wake } = makeWait()

/** Returns the reply about an order that is paid on a screen of the shop, with that screen's path. */
function withPath<R extends { success: boolean }>(reply: R) {
  return reply.success && 'orderId' in reply ? { ...reply, url: promptPayPath(String(reply.orderId)) } : reply
}

/** Returns when an order is to come, of the `window` of its request, and of the time that was shown for it. */
function wantedDelivery(id: string | undefined, promisedAt: string | undefined) {
  if (id === asapId) return { asap: true as const, promisedAt }
  if (id === 'none') return { none: true as const }
  return id === undefined ? undefined : { window: id }
}

const ordering = makeOrdering({
  read: () => readSentOrder(browserStorage.read(key)),
  write: (sent) => browserStorage.write(key, sent ? JSON.stringify(sent) : null),
  send: ({
    key,
    sentAt,
    unplaced,
    placedAt,
    payment,
    items,
    total,
    window: windowId,
    promisedAt,
    isSecond,
    ...order
  }) => {
    const body = {
      ...order,
      items: Object.entries(items).map(([product, quantity]) => ({ product, quantity })),
      expectedAmount: toWire(cents(total)),
      refuseDuplicate: !isSecond,
      delivery: wantedDelivery(windowId, promisedAt),
    }
    const options = { headers: { 'idempotency-key': key } }
    if (payment === 'PromptPay') return api.order.promptPay(body, options).then(withPath)
    return payment === 'COD' ? api.order.cod(body, options) : api.order.stripe(body, options)
  },
  lookUp: ({ key, userId }) => apiOnce.order.byKey({ key, userId }),
  pay: (orderId, payment) => api.order.pay({ orderId }).then(payment === 'PromptPay' ? withPath : (reply) => reply),
  shopper: () => sessionNow().user?._id,
  isOffline: () => navigator.onLine === false,
  offlineMessage: () => m.checkout_offline(),
  cancelledMessage: (number) => refusalMessage('order_was_cancelled', getLocale(), { number }),
  freeze: freezeCart,
  unfreeze: unfreezeCart,
  now: () => Date.now(),
  uptime: () => performance.now(),
  wait,
  logIn: () => openLogin('/cart', [refusalMessage('not_signed_in', getLocale()), m.checkout_logged_out()]),
  isLoginOpen,
  // Delayed, because it would cover the login's toast otherwise.
  onOtherAccount: (name) => setTimeout(() => toast.note(m.checkout_other_account({ name }))),
  onOutcome: showElsewhere,
  newId,
})

/** Returns the state of the order that is being placed. */
export const useOrdering = ordering.state.use
/** Clears the outcome once it was shown, or no longer matters. */
export const endOrdering = ordering.reset

/** Places an order; `useOrdering` shows its progress and outcome. */
export const placeOrder = ordering.place

/** Shows the outcome as a toast on screens other than the cart, which shows it itself. */
function showElsewhere(state: OrderingState): void {
  if (state.status === 'placed') {
    forgetAddress()
    chooseWindow(undefined)
    setPromotionCode(undefined)
  }
  // The cart may have shown it already, and be on the way to the orders.
  if (window.location.pathname === '/cart' || ordering.state.get() !== state) return
  if (state.status === 'placed')
    toast.success(state.order.message ?? m.checkout_went_through({ number: state.order.orderNumber }))
  if (state.status === 'placed' || state.status === 'to pay') ordering.reset()
}

if (typeof window !== 'undefined') {
  onSessionChecked(({ user, status }) => {
    if (status === 'unanswered') return
    wake()
    if (user) void ordering.signedIn(user)
  })
  whenReconnected(wake)
  window.addEventListener('storage', (event) => {
    if (event.key === key) void ordering.resume()
  })
  // After Back from the payment page the browser may restore this page from its cache, without the order that awaits
  // payment.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && ordering.state.get().status === 'to pay') window.location.reload()
  })
}
