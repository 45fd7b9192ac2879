import { useEffect, useRef } from 'react'
import { streams } from '../../contract/call-paths.ts'
import type { Order } from '../../contract/entities.ts'
import type { PaymentReturn } from '../../contract/payment-return.ts'
import { api } from '../client/api.ts'
import { refreshSession } from '../client/session.ts'
import { useOrderEvents } from '../client/use-order-events.ts'
import { useRead } from '../client/use-read.ts'
import { unpaidOf } from './unpaid-order.ts'

/** As many as one shopper may have unpaid, and some placed since. */
const looked = 10

export type PaymentState = {
  /** The newest order that waits for its payment. */
  unpaid: Order | undefined
  /** The order with which the shopper comes back from the payment page. */
  returned: Order | undefined
  again: () => void
}

/** How the shopper's online payments stand, as far as the cart has something to say about them. */
export function usePaymentState(userId: string | undefined, back: PaymentReturn | undefined): PaymentState {
  const read = useRead(userId, (signal) =>
    api.order.user({ userId, awaiting: 'true', limit: String(looked) }, { signal }),
  )
  const orders = read.data?.orders ?? []
  const unpaid = unpaidOf(orders, Date.now())
  const returned = orders.find(({ _id }) => _id === back?.order)
  const { again } = read

  // A payment that was declined is told by the gateway a moment after the shopper is back.
  const isOpen = unpaid !== undefined
  useOrderEvents(userId === undefined ? undefined : streams.shopper, (changes) => {
    if (isOpen || changes.length > 0) again()
    // Placed on another device: what it took out of the account's cart must not be ordered here once more.
    if (changes.some(({ status }) => status === 'Order Placed')) void refreshSession({ fresh: true })
  })
  // Its time to be paid ends while the page is open.
  const payBy = unpaid?.payBy
  useEffect(() => {
    if (payBy === undefined) return
    const timer = setTimeout(again, Math.max(Date.parse(payBy) - Date.now(), 0) + 1000)
    return () => clearTimeout(timer)
  }, [payBy, again])
  // Back from the payment page the browser may show the cart as it was left.
  const latest = useRef(again)
  latest.current = again
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && latest.current()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])

  return { unpaid, returned, again }
}
