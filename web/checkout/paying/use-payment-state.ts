import { useEffect } from 'react'
import type { Order } from '../../../contract/entities/order.ts'
import { streams } from '../../../contract/paths/call-paths.ts'
import type { PaymentReturn } from '../../../contract/payments/payment-return.ts'
import { api } from '../../client/api.ts'
import { refreshSession } from '../../client/session.ts'
import { useOrderEvents } from '../../client/use-order-events.ts'
import { useRead } from '../../client/use-read.ts'
import { shopNow } from '../../shop-clock.ts'
import { unpaidOf } from './unpaid-order.ts'

/** Orders read: more than a shopper may have unpaid, with some placed since. */
const readOrders = 10

/** The online payments that the cart shows. */
export type CartPayments = {
  /** The newest order that awaits payment. */
  unpaid: Order | undefined
  /** Whether that is known: the orders are read, or can't be. */
  known: boolean
  /** The order with which the shopper comes back from the payment page. */
  returned: Order | undefined
  reload: () => void
}

/** Returns the state of the shopper's online payments, as far as the cart shows it. */
export function usePaymentState(userId: string | undefined, back: PaymentReturn | undefined): CartPayments {
  const read = useRead(userId, (signal) =>
    api.order.user({ userId, awaiting: 'true', limit: String(readOrders) }, { signal }),
  )
  const orders = read.data?.orders ?? []
  const unpaid = unpaidOf(orders, shopNow())
  const returned = orders.find(({ _id }) => _id === back?.order)
  const { reload } = read

  // The gateway reports a declined payment a moment after the shopper is back.
  const isOpen = unpaid !== undefined
  useOrderEvents(userId === undefined ? undefined : streams.shopper, (changes) => {
    if (isOpen || changes.length > 0) reload()
    // Placed on another device: its items have left the account's cart, and must not be ordered again here.
    if (changes.some(({ status }) => status === 'Order Placed')) void refreshSession({ fresh: true })
  })
  // The time to pay may end while the page is open.
  const payBy = unpaid?.payBy
  useEffect(() => {
    if (payBy === undefined) return
    const timer = setTimeout(reload, Math.max(Date.parse(payBy) - shopNow(), 0) + 1000)
    return () => clearTimeout(timer)
  }, [payBy, reload])
  // After Back from the payment page the browser may show an old page from its cache.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && reload()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [reload])

  return {
    unpaid,
    known: userId === undefined || read.data !== undefined || read.failure !== undefined,
    returned,
    reload,
  }
}
