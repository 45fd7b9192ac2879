import type { Attempt } from '../../client/attempt.ts'
import { type LookUpReply, type OrderingParts, type OrderingState, settle, storePlaced } from './ordering-state.ts'
import { pollUntilSettled } from './poll-until-settled.ts'

/**
 * Milliseconds after which a request that hasn't made an order won't make one: since its reply was lost, or, if another
 * page sent it, since it was sent.
 */
export const settlingMilliseconds = { lost: 4000, elsewhere: 15_000 } as const

/** Finds out the outcome of an attempt. `lostAt`: when this page lost its reply; undefined if another page sent it. */
export async function findOutcome(
  parts: OrderingParts,
  attempt: Attempt,
  lostAt: number | undefined,
): Promise<OrderingState> {
  const { deps, state } = parts
  const own = lostAt !== undefined
  state.set({ status: 'checking', attempt, loginNeeded: false })
  const outcome = await pollUntilSettled<OrderingState>({
    settledAt:
      lostAt === undefined ? attempt.sentAt + settlingMilliseconds.elsewhere : lostAt + settlingMilliseconds.lost,
    now: deps.now,
    wait: deps.wait,
    look: async () => {
      const loginNeeded = deps.shopper() !== attempt.userId
      const current = state.get()
      if (current.status !== 'checking' || current.attempt.key !== attempt.key) return { found: current }
      if (current.loginNeeded !== loginNeeded) state.set({ status: 'checking', attempt, loginNeeded })
      const reply = loginNeeded ? undefined : await deps.lookUp(attempt).catch(() => undefined)
      if (!reply?.success) return 'no reply'
      if (reply.order) return { found: await found(parts, attempt, reply.order, own) }
      // Another tab has found that it wasn't placed.
      const knownElsewhere = !own && deps.read()?.key !== attempt.key
      return knownElsewhere ? { found: notPlaced(parts, attempt, true) } : 'nothing'
    },
  })
  return outcome ?? notPlaced(parts, attempt, false)
}

async function found(
  parts: OrderingParts,
  attempt: Attempt,
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
    return settle(parts, { status: 'refused', refusal: { code: 'order_was_cancelled', message, request: attempt } })
  }
  storePlaced(parts, attempt)
  deps.unfreeze(own && attempt.payment === 'COD')
  return settle(parts, { status: 'placed', order: { ...order, message: undefined } })
}

function notPlaced(parts: OrderingParts, attempt: Attempt, knownElsewhere: boolean): OrderingState {
  const { deps } = parts
  // Stored: a press for the same order sends the same key, in case the first request still arrives.
  if (!knownElsewhere) deps.write({ ...attempt, unplaced: true })
  deps.unfreeze(false)
  return settle(parts, knownElsewhere ? { status: 'ready' } : { status: 'not placed', attempt })
}
