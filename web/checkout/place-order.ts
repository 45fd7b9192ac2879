import type { CartItems, PaymentType } from '../../contract/entities.ts'
import type { OrderStatus } from '../../contract/order-status.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { type Attempt, attemptFor, type Wish } from '../client/attempt.ts'
import { makeStore } from '../store.ts'

/*
 * Placing an order, from the press of the button until the shop has said yes or no. An attempt is kept in storage before
 * it is sent. When its answer is lost the shop is asked what became of its key: nothing is ever sent a second time
 * without a press, and a press for the same order sends the same key. Everything outside comes in as `OrderWorld`.
 */

export type Placed = { orderId: string; orderNumber: number; message: string | undefined }

/** Why no order was placed. `offline`: nothing was sent, as there is no connection. */
export type NotPlaced = { code: RefusalCode | 'offline' | undefined; message: string; wish: Wish }

export type Ordering =
  | { at: 'ready' }
  /** The shop said no, or nothing was sent. */
  | { at: 'refused'; refusal: NotPlaced }
  /** The answer was lost; by now the shop has said that there is no such order. */
  | { at: 'not placed'; attempt: Attempt }
  | { at: 'sending'; attempt: Attempt }
  /** The answer was lost, or another tab is waiting for it. `loginNeeded`: only the account's own session may ask. */
  | { at: 'checking'; attempt: Attempt; loginNeeded: boolean }
  | { at: 'placed'; order: Placed }
  /** On the way to the page where it is paid. */
  | { at: 'to pay'; url: string }

type No = { success: false; status: number; code: RefusalCode; message: string }
export type OrderReply = { success: true; orderId: string; orderNumber: number; message: string; url?: string } | No
export type AskReply =
  | {
      success: true
      order: { orderId: string; orderNumber: number; paymentType: PaymentType; status: OrderStatus } | null
    }
  | No
export type PayReply = { success: true; url: string } | No
export type DropReply = { success: true } | No

/** The shop's calls reject when no reply came. */
export type OrderWorld = {
  /** The attempt that is kept for this browser. */
  read: () => Attempt | undefined
  write: (attempt: Attempt | undefined) => void
  send: (attempt: Attempt) => Promise<OrderReply>
  /** Asks which order the attempt's key made. */
  ask: (attempt: Attempt) => Promise<AskReply>
  pay: (orderId: string) => Promise<PayReply>
  drop: (orderId: string) => Promise<DropReply>
  /** Id of the shopper as this page knows. */
  shopper: () => string | undefined
  isOffline: () => boolean
  /** Words for what was not sent because there is no connection. */
  offlineWords: () => string
  /** Keeps the cart as it is shown while the outcome isn't known, and lets it go. */
  hold: (items: CartItems) => void
  release: (placed: boolean) => void
  /** Milliseconds since 1970. */
  now: () => number
  /** Resolves after this many milliseconds, or sooner when the connection is back or somebody signed in. */
  wait: (milliseconds: number) => Promise<void>
  newKey: () => string
}

/**
 * Milliseconds after which a request that made no order by now won't make one: since its answer was lost, or, where
 * another page sent it, since it was sent.
 */
export const settled = { lost: 4000, elsewhere: 15_000 } as const

/** An order of the same items that waits for its payment: `pay` it instead of placing another, or `drop` it first. */
export type Unpaid = { orderId: string; act: 'pay' | 'drop' }

export function makeOrdering(world: OrderWorld) {
  const state = makeStore<Ordering>({ at: 'ready' })

  const isBusy = () => {
    const { at } = state.get()
    return at === 'sending' || at === 'checking' || at === 'placed' || at === 'to pay'
  }

  /**
   * Places what is wished for. `unpaid` is settled first, so that nobody gets the same twice. Returns the refusal, where
   * there is one.
   */
  async function place(wish: Wish, unpaid?: Unpaid): Promise<NotPlaced | undefined> {
    if (isBusy()) return undefined
    const before = world.read()
    if (before?.userId === wish.userId && !before.unplaced) return check(before, undefined)
    if (world.isOffline()) return refuse({ code: 'offline', message: world.offlineWords(), wish })
    const attempt = attemptFor(wish, before, world)
    state.set({ at: 'sending', attempt })

    if (unpaid) {
      const settled = await settleUnpaid(unpaid, wish)
      if (settled !== 'go on') return settled
    }
    world.write(attempt)
    if (wish.payment === 'COD') world.hold(wish.items)
    let reply: OrderReply
    try {
      reply = await world.send(attempt)
    } catch {
      return check(attempt, world.now())
    }
    // Whether a server that stumbled had placed the order by then it alone knows.
    if (!reply.success && reply.status >= 500) return check(attempt, world.now())
    world.write(undefined)
    if (!reply.success) {
      world.release(false)
      return refuse({ code: reply.code, message: reply.message, wish })
    }
    if (reply.url === undefined) {
      world.release(true)
      state.set({ at: 'placed', order: reply })
    } else state.set({ at: 'to pay', url: reply.url })
    return undefined
  }

  /** Whether a new order is to be placed; else why not, or undefined on the way to the payment page. */
  async function settleUnpaid(unpaid: Unpaid, wish: Wish): Promise<'go on' | NotPlaced | undefined> {
    try {
      const reply = unpaid.act === 'drop' ? await world.drop(unpaid.orderId) : await world.pay(unpaid.orderId)
      if (reply.success) {
        const url = 'url' in reply && typeof reply.url === 'string' ? reply.url : undefined
        if (unpaid.act === 'drop' || url === undefined) return 'go on'
        state.set({ at: 'to pay', url })
        return undefined
      }
      // It has ended meanwhile, so nothing stands beside the new one.
      if (reply.code === 'order_unknown' || reply.code === 'order_not_payable') return 'go on'
      return refuse({ code: reply.code, message: reply.message, wish })
    } catch {
      // The new order wasn't sent, and asking again to drop or pay the old one changes nothing.
      return refuse({ code: 'offline', message: world.offlineWords(), wish })
    }
  }

  /** Finds out what became of an attempt. `lostAt` is when this page lost its answer; undefined where another page sent it. */
  async function check(attempt: Attempt, lostAt: number | undefined): Promise<undefined> {
    const own = lostAt !== undefined
    const until = lostAt === undefined ? attempt.sentAt + settled.elsewhere : lostAt + settled.lost
    let pause = 1000
    state.set({ at: 'checking', attempt, loginNeeded: false })
    for (;;) {
      const loginNeeded = world.shopper() !== attempt.userId
      const now = state.get()
      if (now.at !== 'checking' || now.attempt.key !== attempt.key) return undefined
      if (now.loginNeeded !== loginNeeded) state.set({ at: 'checking', attempt, loginNeeded })
      const reply = loginNeeded ? undefined : await world.ask(attempt).catch(() => undefined)
      if (reply?.success) {
        const { order } = reply
        if (order) return found(attempt, order, own)
        // Another tab knows the outcome already: it wasn't placed.
        const knownElsewhere = !own && world.read()?.key !== attempt.key
        if (knownElsewhere || world.now() >= until) return notPlaced(attempt, knownElsewhere)
        pause = 1000
      } else pause = Math.min(pause * 2, 15_000)
      await world.wait(pause)
    }
  }

  async function found(
    attempt: Attempt,
    order: { orderId: string; orderNumber: number; paymentType: PaymentType; status: OrderStatus },
    own: boolean,
  ): Promise<undefined> {
    world.write(undefined)
    if (order.paymentType === 'Online' && order.status === 'Awaiting payment') {
      world.release(false)
      // Only who pressed on this page expects to be led to the payment; others find the order waiting in the cart.
      const reply = own ? await world.pay(order.orderId).catch(() => undefined) : undefined
      state.set(reply?.success ? { at: 'to pay', url: reply.url } : { at: 'ready' })
      return undefined
    }
    world.release(own && attempt.payment === 'COD')
    state.set({ at: 'placed', order: { ...order, message: undefined } })
    return undefined
  }

  function notPlaced(attempt: Attempt, knownElsewhere: boolean): undefined {
    // Kept: a press for the same order sends the same key, in case the first request still comes.
    if (!knownElsewhere) world.write({ ...attempt, unplaced: true })
    world.release(false)
    state.set(knownElsewhere ? { at: 'ready' } : { at: 'not placed', attempt })
  }

  function refuse(refusal: NotPlaced): NotPlaced {
    state.set({ at: 'refused', refusal })
    return refusal
  }

  /** Takes up an attempt of this shopper that another tab, or this one before it was loaded anew, has sent. */
  async function resume(userId: string | undefined): Promise<void> {
    const kept = world.read()
    if (!isBusy() && kept && !kept.unplaced && kept.userId === userId) await check(kept, undefined)
  }

  /** The outcome has been shown, or doesn't matter any more. */
  function reset(): void {
    state.set({ at: 'ready' })
  }

  return { state, place, resume, reset }
}

/**
 * What becomes of an order that met an ended session once an account has signed in: placed when it is its own, at the
 * window shown for it; another account is told that nothing was ordered.
 */
export function afterLogin(wish: Wish | undefined, userId: string, atWindow: boolean): 'place' | 'tell' | undefined {
  if (!wish) return undefined
  if (wish.userId !== userId) return 'tell'
  return atWindow ? 'place' : undefined
}
