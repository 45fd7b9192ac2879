import type { OpenWindow } from '../../contract/entities/delivery.ts'
import type { PaymentType } from '../../contract/entities/payment.ts'
import type { CartItems } from '../../contract/entities/user.ts'
import type { OrderStatus } from '../../contract/order-status.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { type Attempt, attemptFor, type OrderRequest } from '../client/attempt.ts'
import { makeStore } from '../store.ts'

/*
 * Placing an order, from the press of the button until the shop accepts or refuses. An attempt is stored before it is
 * sent. If its response is lost, the shop is queried by the attempt's idempotency key: nothing is sent again without a
 * press, and a press for the same order sends the same key. Storage and calls are passed in as `OrderingDeps`.
 */

export type Placed = { orderId: string; orderNumber: number; message: string | undefined }

/** Why no order was placed. `offline`: nothing was sent, because there is no connection. */
export type NotPlaced = {
  code: RefusalCode | 'offline' | undefined
  message: string
  request: OrderRequest
  /** If the delivery window is full or closed: the next ones with capacity left. */
  windows?: readonly OpenWindow[] | undefined
}

export type Ordering =
  | { at: 'ready' }
  /** The shop refused, or nothing was sent. */
  | { at: 'refused'; refusal: NotPlaced }
  /** The response was lost, and the shop has since answered that there is no such order. */
  | { at: 'not placed'; attempt: Attempt }
  | { at: 'sending'; attempt: Attempt }
  /**
   * The response was lost, or another tab awaits it. `loginNeeded`: the outcome can be queried only when signed in.
   */
  | { at: 'checking'; attempt: Attempt; loginNeeded: boolean }
  | { at: 'placed'; order: Placed }
  /** Navigating to the payment page: a URL of the gateway, or a path of the shop. */
  | { at: 'to pay'; url: string }

type No = { success: false; status: number; code: RefusalCode; message: string; windows?: OpenWindow[] | undefined }
export type OrderReply = { success: true; orderId: string; orderNumber: number; message: string; url?: string } | No
export type LookUpReply =
  | {
      success: true
      order: { orderId: string; orderNumber: number; paymentType: PaymentType; status: OrderStatus } | null
    }
  | No
export type PayReply = { success: true; url: string } | No

/** Storage, calls, clock and cart. The calls reject if there is no reply. */
export type OrderingDeps = {
  /** Returns this browser's stored attempt. */
  read: () => Attempt | undefined
  write: (attempt: Attempt | undefined) => void
  send: (attempt: Attempt) => Promise<OrderReply>
  /** Returns the order that has the attempt's key. */
  lookUp: (attempt: Attempt) => Promise<LookUpReply>
  pay: (orderId: string, payment: PaymentType) => Promise<PayReply>
  /** Returns the shopper's id, as far as this page knows it. */
  shopper: () => string | undefined
  isOffline: () => boolean
  /** Opens the login window for an order that was refused because the session had ended. */
  logIn: () => void
  isLoginOpen: () => boolean
  /** Called if another account has signed in at that window: its name. */
  onOtherAccount: (name: string) => void
  /** Called when an order was placed or refused, or its outcome was found. */
  onOutcome: (state: Ordering) => void
  /** Returns the message for an order that wasn't sent because there is no connection. */
  offlineMessage: () => string
  /** Keeps the shown cart unchanged until the outcome is known; `release` ends that. */
  hold: (items: CartItems) => void
  release: (placed: boolean) => void
  /** Milliseconds since 1970. */
  now: () => number
  /** Resolves after this many milliseconds, or earlier when the connection is back or a user signs in. */
  wait: (milliseconds: number) => Promise<void>
  newKey: () => string
}

/**
 * Milliseconds after which a request that hasn't made an order won't make one: since its response was lost, or, if
 * another page sent it, since it was sent.
 */
export const settleAfter = { lost: 4000, elsewhere: 15_000 } as const

/** An unpaid order with products of the cart: `pay` it instead of placing another, or `replace` it by the new one. */
export type Unpaid = { orderId: string; payment: PaymentType; act: 'pay' | 'replace' }

export function makeOrdering(deps: OrderingDeps) {
  const state = makeStore<Ordering>({ at: 'ready' })
  /** An order that was refused because the session had ended: placed again when its account signs in at the window. */
  let interrupted: { request: OrderRequest; unpaid: Unpaid | undefined } | undefined

  const isBusy = () => {
    const { at } = state.get()
    return at === 'sending' || at === 'checking' || at === 'placed' || at === 'to pay'
  }

  /** Places an order. `unpaid` is paid instead, or replaced by it, so that nothing is ordered twice. */
  async function place(request: OrderRequest, unpaid?: Unpaid): Promise<void> {
    interrupted = undefined
    const outcome = await send(request, unpaid)
    if (outcome.at !== 'refused' || outcome.refusal.code !== 'not_signed_in') return deps.onOutcome(outcome)
    reset()
    interrupted = { request, unpaid }
    deps.logIn()
  }

  /** Sends an order, waits for its outcome and returns it: a screen that has shown it may clear the state at once. */
  async function send(request: OrderRequest, unpaid: Unpaid | undefined): Promise<Ordering> {
    if (isBusy()) return state.get()
    const before = deps.read()
    if (before?.userId === request.userId && !before.unplaced) return check(before, undefined)
    if (deps.isOffline()) return refuse({ code: 'offline', message: deps.offlineMessage(), request })
    const replaces = unpaid?.act === 'replace' ? { replaces: unpaid.orderId } : {}
    const attempt = { ...attemptFor(request, before, deps), ...replaces }
    state.set({ at: 'sending', attempt })

    if (unpaid?.act === 'pay') {
      const outcome = await payUnpaid(unpaid, request)
      if (outcome !== 'go on') return outcome
    }
    deps.write(attempt)
    if (request.payment === 'COD') deps.hold(request.items)
    const reply = await deps.send(attempt).catch(() => undefined)
    // After an error of the server the order may or may not have been placed.
    if (!reply || (!reply.success && reply.status >= 500)) return check(attempt, deps.now())
    deps.write(undefined)
    if (!reply.success) {
      deps.release(false)
      const { code, message, windows } = reply
      return refuse({ code, message, request, ...(windows ? { windows } : {}) })
    }
    if (reply.url !== undefined) return settle({ at: 'to pay', url: reply.url })
    deps.release(true)
    return settle({ at: 'placed', order: reply })
  }

  /** Returns whether to place a new order; else the outcome. */
  async function payUnpaid(unpaid: Unpaid, request: OrderRequest): Promise<'go on' | Ordering> {
    try {
      const reply = await deps.pay(unpaid.orderId, unpaid.payment)
      if (reply.success) return settle({ at: 'to pay', url: reply.url })
      // It has ended meanwhile, so there is no second order.
      if (reply.code === 'order_unknown' || reply.code === 'order_not_payable') return 'go on'
      return refuse({ code: reply.code, message: reply.message, request })
    } catch {
      // The new order wasn't sent, and paying the old one is idempotent.
      return refuse({ code: 'offline', message: deps.offlineMessage(), request })
    }
  }

  /**
   * Finds out the outcome of an attempt. `lostAt`: when this page lost its response; undefined if another page sent it.
   */
  async function check(attempt: Attempt, lostAt: number | undefined): Promise<Ordering> {
    const own = lostAt !== undefined
    const until = lostAt === undefined ? attempt.sentAt + settleAfter.elsewhere : lostAt + settleAfter.lost
    let pause = 1000
    state.set({ at: 'checking', attempt, loginNeeded: false })
    for (;;) {
      const loginNeeded = deps.shopper() !== attempt.userId
      const now = state.get()
      if (now.at !== 'checking' || now.attempt.key !== attempt.key) return now
      if (now.loginNeeded !== loginNeeded) state.set({ at: 'checking', attempt, loginNeeded })
      const reply = loginNeeded ? undefined : await deps.lookUp(attempt).catch(() => undefined)
      if (reply?.success) {
        const { order } = reply
        if (order) return found(attempt, order, own)
        // Another tab has found that it wasn't placed.
        const knownElsewhere = !own && deps.read()?.key !== attempt.key
        if (knownElsewhere || deps.now() >= until) return notPlaced(attempt, knownElsewhere)
        pause = 1000
      } else pause = Math.min(pause * 2, 15_000)
      await deps.wait(pause)
    }
  }

  async function found(
    attempt: Attempt,
    order: { orderId: string; orderNumber: number; paymentType: PaymentType; status: OrderStatus },
    own: boolean,
  ): Promise<Ordering> {
    deps.write(undefined)
    if (order.paymentType !== 'COD' && order.status === 'Awaiting payment') {
      deps.release(false)
      // Only the page where the button was pressed opens the payment page; others show the unpaid order in the cart.
      const reply = own ? await deps.pay(order.orderId, order.paymentType).catch(() => undefined) : undefined
      return settle(reply?.success ? { at: 'to pay', url: reply.url } : { at: 'ready' })
    }
    deps.release(own && attempt.payment === 'COD')
    return settle({ at: 'placed', order: { ...order, message: undefined } })
  }

  function notPlaced(attempt: Attempt, knownElsewhere: boolean): Ordering {
    // Stored: a press for the same order sends the same key, in case the first request still arrives.
    if (!knownElsewhere) deps.write({ ...attempt, unplaced: true })
    deps.release(false)
    return settle(knownElsewhere ? { at: 'ready' } : { at: 'not placed', attempt })
  }

  const refuse = (refusal: NotPlaced): Ordering => settle({ at: 'refused', refusal })

  function settle(outcome: Ordering): Ordering {
    state.set(outcome)
    return outcome
  }

  /** Checks the outcome of this shopper's stored attempt, which another tab, or this one before a reload, has sent. */
  async function resume(): Promise<void> {
    const stored = deps.read()
    if (isBusy() || !stored || stored.unplaced || stored.userId !== deps.shopper()) return
    deps.onOutcome(await check(stored, undefined))
  }

  /** Continues for a signed-in user: places the interrupted order, or checks the stored attempt. */
  async function signedIn({ _id, name }: { _id: string; name: string }): Promise<void> {
    const order = interrupted
    interrupted = undefined
    if (order && order.request.userId !== _id) deps.onOtherAccount(name)
    else if (order && deps.isLoginOpen()) return place(order.request, order.unpaid)
    await resume()
  }

  /** Clears the outcome once it was shown, or no longer matters. */
  function reset(): void {
    state.set({ at: 'ready' })
  }

  return { state, place, resume, signedIn, reset }
}
