import { useEffect, useState } from 'react'
import { streams } from '../../../contract/paths/call-paths.ts'
import { api } from '../../client/api.ts'
import { useInterval } from '../../client/use-interval.ts'
import { useOrderEvents } from '../../client/use-order-events.ts'
import { useRead } from '../../client/use-read.ts'
import { type PaymentView, viewOf } from './payment-view.ts'

/** The payment of an order, as the shop sends it. */
export type Payment = Extract<Awaited<ReturnType<typeof api.payment.promptPay>>, { success: true }>

/** Milliseconds between two readings of the clock. */
const tickInterval = 1000
/** Milliseconds between reads while the payment is awaited: the shop may close meanwhile, or change its hours. */
const waitingInterval = 30_000

/** Returns the payment of an order, live; null if the shopper has no such order. */
export function usePromptPay(orderId: string) {
  const { data, changed, ...read } = useRead(orderId, async (signal) => {
    const reply = await api.payment.promptPay({ order: orderId }, { signal })
    if (reply.success) return { success: true as const, payment: reply, receivedAt: performance.now() }
    return reply.code === 'order_unknown' ? { success: true as const, payment: null, receivedAt: 0 } : reply
  })
  useOrderEvents(streams.shopper, (changes) => {
    if (changes.length === 0 || changes.some(({ order }) => order === orderId)) changed()
  })

  const isWaiting = data?.payment?.status === 'Awaiting payment'
  useInterval(changed, isWaiting ? waitingInterval : undefined)

  // The clock of a phone may be wrong: only the time since the reply is measured with it.
  const elapsed = useTime(isWaiting)
  const payment = data?.payment
  const now = payment ? Date.parse(payment.now) + Math.max(elapsed - data.receivedAt, 0) : 0
  const view: PaymentView | undefined = payment ? viewOf(payment, now) : undefined

  // The order is cancelled at the end of its time, or a moment later.
  useEffect(() => {
    if (view !== 'over') return
    changed()
    const timer = setTimeout(changed, 2000)
    return () => clearTimeout(timer)
  }, [view, changed])

  return { ...read, changed, payment, view, now }
}

/** Returns the time in milliseconds since the page was opened, each second while `running`. */
function useTime(running: boolean): number {
  const [time, setTime] = useState(() => performance.now())
  useInterval(() => setTime(performance.now()), running ? tickInterval : undefined)
  return time
}
