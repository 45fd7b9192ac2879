import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { streams } from '../../../contract/paths/call-paths.ts'
import { canTakePromptPay } from '../../../contract/payments/payment-methods.ts'
import type { OrderChange } from '../../client/order-events.ts'
import { useOrderEvents } from '../../client/use-order-events.ts'
import { useKeyed, useReader } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { makeStore } from '../../store.ts'
import { mayNow } from '../client/role.ts'
import { sellerApi } from '../client/seller-api.ts'
import { countedTitle } from './counted-title.ts'
import { ring } from './order-sound.ts'
import { makeThrottle } from './throttle.ts'
import { makeWaitingOrders, type WaitingCounts } from './waiting-orders.ts'

/*
 * One event stream of the shop's orders for the whole seller area, whichever screen is open: it rings for new orders
 * and slips, counts them, and notifies the screens of changes.
 */

/** Milliseconds between checks whether to ring again. */
const checkInterval = 5000

const noCounts: WaitingCounts = { orders: 0, slips: 0 }
const waitingCounts = makeStore(noCounts)
const noOpenMoney = { toCollect: 0, toPayOut: 0 }
/** Orders with money to collect, and with money to pay out, each counted up to 1,000. */
const openMoney = makeStore(noOpenMoney)
const listeners = new Set<(changes: OrderChange[]) => void>()

/** Returns the number of unconfirmed orders. */
export const useWaitingOrders = () => waitingCounts.use().orders
/** Returns the message about waiting slips. */
export const slipsMessage = (input: { count: number }) => m.slips_waiting(input)
/** Returns the number of slips to be confirmed or rejected. */
export const useWaitingSlips = () => waitingCounts.use().slips

/** Reads what waits. Only a shop that sells in baht can have slips. */
async function readWaiting(signal: AbortSignal) {
  const [orders, slips] = await Promise.all([
    mayNow('order.waiting')
      ? sellerApi.order.waiting(undefined, { signal })
      : { success: true as const, count: 0, ...noOpenMoney },
    canTakePromptPay(shop) && mayNow('payment.slips')
      ? sellerApi.payment.slips({ limit: '1' }, { signal })
      : { success: true as const, waiting: 0 },
  ])
  if (!orders.success) return orders
  openMoney.set({ toCollect: orders.toCollect, toPayOut: orders.toPayOut })
  return slips.success ? { success: true as const, orders: orders.count, slips: slips.waiting } : slips
}

/** Returns the numbers of orders with money to collect, and with money to pay out. */
export const useOpenMoney = openMoney.use

/** Calls `onChange` when orders are new or changed; with an empty list if anything may have changed. */
export function useOrderChanges(onChange: (changes: OrderChange[]) => void): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    const listener = (changes: OrderChange[]) => changed(changes)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
}

/** Calls `onChange` when orders are new or changed: at once, and in a burst at most once every `every` milliseconds. */
export function useThrottledOrderChanges(onChange: () => void, every = 2000): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    // The first burst begins now: a screen that was just opened is being loaded.
    const throttle = makeThrottle(() => changed(), every)
    listeners.add(throttle.changed)
    return () => {
      listeners.delete(throttle.changed)
      throttle.stop()
    }
  }, [every])
}

/** Follows the shop's orders while `on`. Used once, in the seller area. */
export function useOrderWatch(on: boolean): void {
  const orders = useKeyed(on ? 'on' : undefined, () =>
    makeWaitingOrders({
      read: readWaiting,
      onCount: waitingCounts.set,
      ring,
    }),
  )
  useReader(on ? orders : undefined)

  useOrderEvents(
    on ? streams.seller : undefined,
    (changes) => {
      orders.changed(changes)
      for (const listener of listeners) listener(changes)
    },
    // Rings in hidden windows too.
    { whileHidden: true },
  )

  useEffect(() => {
    if (!on) return
    // Rings again for what the stream has told: nothing is read.
    const timer = setInterval(orders.check, checkInterval)
    return () => {
      clearInterval(timer)
      waitingCounts.set(noCounts)
      openMoney.set(noOpenMoney)
    }
  }, [on, orders])

  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a number that couldn't be read is read with the next screen
  useEffect(orders.retry, [key])

  useCountInTitle(on)
}

/** Shows the number of unconfirmed orders and slips in the tab's title: "(3) Today". */
function useCountInTitle(on: boolean): void {
  const { orders, slips } = waitingCounts.use()
  const count = orders + slips
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen brings a title of its own
  useEffect(() => {
    document.title = countedTitle(document.title, on ? count : 0)
  }, [on, count, key])
}
