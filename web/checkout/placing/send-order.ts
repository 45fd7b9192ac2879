import { findOutcome } from './find-outcome.ts'
import {
  type NotPlaced,
  type OrderingParts,
  type OrderingState,
  settle,
  storePlaced,
  type Unpaid,
} from './ordering-state.ts'
import { isSameOrder, type OrderRequest, orderToSend, type SentOrder } from './sent-order.ts'

/** Returns whether an order is on its way, or its outcome is shown already. */
export function isBusy({ state }: OrderingParts): boolean {
  const { status } = state.get()
  return status === 'sending' || status === 'checking' || status === 'placed' || status === 'to pay'
}

/** Sends an order, waits for its outcome and returns it: a screen that has shown it may clear the state at once. */
export async function sendOrder(
  parts: OrderingParts,
  request: OrderRequest,
  unpaid: Unpaid | undefined,
): Promise<OrderingState> {
  const { deps, state } = parts
  if (isBusy(parts)) return state.get()
  const before = deps.read()
  if (before?.userId === request.userId && !before.unplaced && !before.placedAt)
    return findOutcome(parts, before, { own: false })
  if (deps.isOffline()) return refuse(parts, { code: 'offline', message: deps.offlineMessage(), request })
  const sent: SentOrder = {
    ...orderToSend(request, before?.placedAt ? undefined : before, deps),
    ...(unpaid?.act === 'replace' ? { replaces: unpaid.orderId } : {}),
    ...(isRefusedDuplicate(parts, request) ? { isSecond: true } : {}),
  }
  state.set({ status: 'sending', sent })

  if (unpaid?.act === 'pay') {
    const outcome = await payUnpaid(parts, unpaid, request)
    if (outcome !== 'go on') return outcome
  }
  deps.write(sent)
  if (request.payment === 'COD') deps.freeze(request.items)
  const reply = await deps.send(sent).catch(() => undefined)
  // After an error of the server the order may or may not have been placed.
  if (!reply || (!reply.success && reply.status >= 500)) return findOutcome(parts, sent, { own: true })
  if (!reply.success) {
    deps.write(undefined)
    deps.unfreeze(false)
    const { code, message, windows } = reply
    return refuse(parts, { code, message, request, ...(windows ? { windows } : {}) })
  }
  if (reply.url !== undefined) {
    deps.write(undefined)
    return settle(parts, { status: 'to pay', url: reply.url })
  }
  storePlaced(parts, sent)
  deps.unfreeze(true)
  return settle(parts, { status: 'placed', order: reply })
}

/** Returns whether this page says of this order that the same was just ordered: a further press confirms it. */
function isRefusedDuplicate({ state }: OrderingParts, request: OrderRequest): boolean {
  const current = state.get()
  return (
    current.status === 'refused' &&
    current.refusal.code === 'order_duplicate' &&
    isSameOrder(current.refusal.request, request)
  )
}

/** Returns whether to place a new order; else the outcome. */
async function payUnpaid(
  parts: OrderingParts,
  unpaid: Unpaid,
  request: OrderRequest,
): Promise<'go on' | OrderingState> {
  const { deps } = parts
  try {
    const reply = await deps.pay(unpaid.orderId, unpaid.payment)
    if (reply.success) return settle(parts, { status: 'to pay', url: reply.url })
    // It has ended meanwhile, so there is no second order.
    if (reply.code === 'order_unknown' || reply.code === 'order_not_payable') return 'go on'
    return refuse(parts, { code: reply.code, message: reply.message, request })
  } catch {
    // The new order wasn't sent, and paying the old one is idempotent.
    return refuse(parts, { code: 'offline', message: deps.offlineMessage(), request })
  }
}

const refuse = (parts: OrderingParts, refusal: NotPlaced): OrderingState =>
  settle(parts, { status: 'refused', refusal })
