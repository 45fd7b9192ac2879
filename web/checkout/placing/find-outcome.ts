import { type LookUpReply, type OrderingParts, type OrderingState, settle, storePlaced } from './ordering-state.ts'
import { pollUntilSettled } from './poll-until-settled.ts'
import type { SentOrder } from './sent-order.ts'

/**
 * Milliseconds after which a request that hasn't made an order won't make one: since its reply was lost, or, if another
 * page sent it, since it was sent.
 */
export const settlingMilliseconds = { lost: 4000, elsewhere: 15_000 } as const

/**
 * Finds out the outcome of an order that was sent. `own`: this page has just lost its reply; otherwise another page
 * sent it.
 */
export async function findOutcome(
  parts: OrderingParts,
  sent: SentOrder,
  { own }: { own: boolean },
): Promise<OrderingState> {
  const { deps, state } = parts
  state.set({ status: 'checking', sent, loginNeeded: false })
  const { lost, elsewhere } = settlingMilliseconds
  // Never longer than that, also if the clock was set back since.
  const settlesIn = own ? lost : Math.min(elsewhere, sent.sentAt + elsewhere - deps.now())
  const outcome = await pollUntilSettled<OrderingState>({
    settledAt: deps.uptime() + settlesIn,
    uptime: deps.uptime,
    wait: deps.wait,
    poll: async () => {
      const loginNeeded = deps.shopper() !== sent.userId
      const current = state.get()
      if (current.status !== 'checking' || current.sent.key !== sent.key) return { found: current }
      if (current.loginNeeded !== loginNeeded) state.set({ status: 'checking', sent, loginNeeded })
      const reply = loginNeeded ? undefined : await deps.lookUp(sent).catch(() => undefined)
      if (!reply?.success) return 'no reply'
      if (reply.order) return { found: await found(parts, sent, reply.order, own) }
      // Another tab has found that it wasn't placed.
      const knownElsewhere = !own && deps.read()?.key !== sent.key
      return knownElsewhere ? { found: notPlaced(parts, sent, true) } : 'nothing'
    },
  })
  return outcome ?? notPlaced(parts, sent, false)
}

async function found(
  parts: OrderingParts,
  sent: SentOrder,
  order: NonNullable<Extract<LookUpReply, { success: true }>['order']>,
  own: boolean,
): Promise<OrderingState> {
  const { deps } = parts
  if (order.paymentType !== 'COD' && order.status === 'Awaiting payment') {
    deps.write(undefined)
    deps.unfreeze(false)
    // Only the page where the button was pressed opens the payment page; others show the unpaid order in the cart.
    const reply = own ? await deps.pay(order.orderId, order.paymentType).catch(() => undefined) : undefined
    return settle(parts, reply?.success ? { status: 'to pay', url: reply.url } : { status: 'ready' })
  }
  if (order.status === 'Cancelled') {
    deps.write(undefined)
    deps.unfreeze(false)
    const message = deps.cancelledMessage(order.orderNumber)
    return settle(parts, { status: 'refused', refusal: { code: 'order_was_cancelled', message, request: sent } })
  }
  storePlaced(parts, sent)
  deps.unfreeze(own && sent.payment === 'COD')
  return settle(parts, { status: 'placed', order: { ...order, message: undefined } })
}

function notPlaced(parts: OrderingParts, sent: SentOrder, knownElsewhere: boolean): OrderingState {
  const { deps } = parts
  // Stored: a press for the same order sends the same key, in case the first request still arrives.
  if (!knownElsewhere) deps.write({ ...sent, unplaced: true })
  deps.unfreeze(false)
  return settle(parts, knownElsewhere ? { status: 'ready' } : { status: 'not placed', sent })
}
