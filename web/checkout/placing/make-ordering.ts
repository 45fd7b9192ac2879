import { makeStore } from '../../store.ts'
import { findOutcome } from './find-outcome.ts'
import type { OrderingDeps, OrderingParts, OrderingState, Unpaid } from './ordering-state.ts'
import { isBusy, sendOrder } from './send-order.ts'
import type { OrderRequest } from './sent-order.ts'

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

  /** Places an order. `unpaid` is paid instead, or replaced by it, so that nothing is ordered twice. */
  async function place(request: OrderRequest, unpaid?: Unpaid): Promise<void> {
    interrupted = undefined
    const outcome = await sendOrder(parts, request, unpaid)
    if (outcome.status !== 'refused' || outcome.refusal.code !== 'not_signed_in') return deps.onOutcome(outcome)
    reset()
    interrupted = { request, unpaid }
    deps.logIn()
  }

  /** Checks the outcome of this shopper's stored order, which another tab, or this one before a reload, has sent. */
  async function resume(): Promise<void> {
    const stored = deps.read()
    if (isBusy(parts) || !stored || stored.unplaced || stored.userId !== deps.shopper()) return
    if (stored.key === parts.placedKey) return
    const isOld = deps.now() - stored.sentAt > lookupPeriod
    const isShown = stored.placedAt !== undefined && deps.now() - stored.placedAt > noticePeriod
    if (isOld || isShown) return deps.write(undefined)
    deps.onOutcome(await findOutcome(parts, stored, { own: false }))
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
