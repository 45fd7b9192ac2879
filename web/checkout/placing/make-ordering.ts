import { type OrderRequest, orderToSend } from '../../client/sent-order.ts'
import { makeStore } from '../../store.ts'
import { findOutcome } from './find-outcome.ts'
import {
  type NotPlaced,
  type OrderingDeps,
  type OrderingParts,
  type OrderingState,
  settle,
  storePlaced,
  type Unpaid,
} from './ordering-state.ts'

/*
 * Placing an order, from the press of the button until the shop accepts or refuses. An order is stored before it is
 * sent. If its reply is lost, the shop is queried by its idempotency key: nothing is sent again without a
 * press, and a press for the same order sends the same key. Storage and calls are passed in as `OrderingDeps`.
 */

/** Milliseconds after an order was placed in which a page that is loaded anew still shows the message about it. */
const noticePeriod = 60_000
/** Milliseconds after an order was sent in which a page asks for its outcome: My orders has shown it since. */
const lookupPeriod = 60 * 60_000

/** Makes the ordering of one page. */
export function makeOrdering(deps: OrderingDeps) {
  const state = makeStore<OrderingState>({ status: 'ready' })
  const parts: OrderingParts = { deps, state, placedKey: undefined }
  /** An order that was refused because the session had ended: placed again when its account signs in at the window. */
  let interrupted: { request: OrderRequest; unpaid: Unpaid | undefined } | undefined

  const isBusy = () => {
    const { status } = state.get()
    return status === 'sending' || status === 'checking' || status === 'placed' || status === 'to pay'
  }

  /** Places an order. `unpaid` is paid instead, or replaced by it, so that nothing is ordered twice. */
  async function place(request: OrderRequest, unpaid?: Unpaid): Promise<void> {
    interrupted = undefined
    const outcome = await send(request, unpaid)
    if (outcome.status !== 'refused' || outcome.refusal.code !== 'not_signed_in') return deps.onOutcome(outcome)
    reset()
    interrupted = { request, unpaid }
    deps.logIn()
  }

  /** Sends an order, waits for its outcome and returns it: a screen that has shown it may clear the state at once. */
  async function send(request: OrderRequest, unpaid: Unpaid | undefined): Promise<OrderingState> {
    if (isBusy()) return state.get()
    const before = deps.read()
    if (before?.userId === request.userId && !before.unplaced && !before.placedAt)
      return findOutcome(parts, before, undefined)
    if (deps.isOffline()) return refuse({ code: 'offline', message: deps.offlineMessage(), request })
    const replaces = unpaid?.act === 'replace' ? { replaces: unpaid.orderId } : {}
    const sent = { ...orderToSend(request, before?.placedAt ? undefined : before, deps), ...replaces }
    state.set({ status: 'sending', sent })

    if (unpaid?.act === 'pay') {
      const outcome = await payUnpaid(unpaid, request)
      if (outcome !== 'go on') return outcome
    }
    deps.write(sent)
    if (request.payment === 'COD') deps.freeze(request.items)
    const reply = await deps.send(sent).catch(() => undefined)
    // After an error of the server the order may or may not have been placed.
    if (!reply || (!reply.success && reply.status >= 500)) return findOutcome(parts, sent, deps.now())
    if (!reply.success) {
      deps.write(undefined)
      deps.unfreeze(false)
      const { code, message, windows } = reply
      return refuse({ code, message, request, ...(windows ? { windows } : {}) })
    }
    if (reply.url !== undefined) {
      deps.write(undefined)
      return settle(parts, { status: 'to pay', url: reply.url })
    }
    storePlaced(parts, sent)
    deps.unfreeze(true)
    return settle(parts, { status: 'placed', order: reply })
  }

  /** Returns whether to place a new order; else the outcome. */
  async function payUnpaid(unpaid: Unpaid, request: OrderRequest): Promise<'go on' | OrderingState> {
    try {
      const reply = await deps.pay(unpaid.orderId, unpaid.payment)
      if (reply.success) return settle(parts, { status: 'to pay', url: reply.url })
      // It has ended meanwhile, so there is no second order.
      if (reply.code === 'order_unknown' || reply.code === 'order_not_payable') return 'go on'
      return refuse({ code: reply.code, message: reply.message, request })
    } catch {
      // The new order wasn't sent, and paying the old one is idempotent.
      return refuse({ code: 'offline', message: deps.offlineMessage(), request })
    }
  }

  const refuse = (refusal: NotPlaced): OrderingState => settle(parts, { status: 'refused', refusal })

  /** Checks the outcome of this shopper's stored order, which another tab, or this one before a reload, has sent. */
  async function resume(): Promise<void> {
    const stored = deps.read()
    if (isBusy() || !stored || stored.unplaced || stored.userId !== deps.shopper()) return
    if (stored.key === parts.placedKey) return
    const isOld = deps.now() - stored.sentAt > lookupPeriod
    const isShown = stored.placedAt !== undefined && deps.now() - stored.placedAt > noticePeriod
    if (isOld || isShown) return deps.write(undefined)
    deps.onOutcome(await findOutcome(parts, stored, undefined))
  }

  /** Continues for a signed-in user: places the interrupted order, or checks the stored one. */
  async function signedIn({ _id, name }: { _id: string; name: string }): Promise<void> {
    const order = interrupted
    interrupted = undefined
    if (order && order.request.userId !== _id) deps.onOtherAccount(name)
    else if (order && deps.isLoginOpen()) return place(order.request, order.unpaid)
    await resume()
  }

  /** Clears the outcome once it was shown, or no longer matters. */
  function reset(): void {
    if (state.get().status === 'placed' && deps.read()?.key === parts.placedKey) deps.write(undefined)
    state.set({ status: 'ready' })
  }

  return { state, place, resume, signedIn, reset }
}
