import { useEffect, useRef, useState } from 'react'
import type { Order } from '../../../contract/entities/order.ts'
import { mayShopperCancel } from '../../../contract/orders/order-actions.ts'
import { isFinal } from '../../../contract/orders/order-status.ts'
import { api } from '../../client/api.ts'
import { openLogin } from '../../client/session.ts'
import { withRetries } from '../../client/with-retries.ts'
import { m } from '../../messages/messages.ts'
import { PhoneOrContact } from '../../page/phone-or-contact.tsx'
import { Button } from '../../ui/button.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { toast } from '../../ui/toast.ts'
import { leftOf, type OrderAmounts } from '../facts/paid-sums.ts'

type CancelOrderProps = {
  order: Pick<Order, '_id' | 'number' | 'isPaid' | 'slip'> & OrderAmounts
  /** Called if the order is cancelled, or its shown status is outdated. */
  onDone: () => void
}

/** Cancels an order, after confirming. If the shop confirms it while it asks, it says that it's too late. */
export function CancelOrder({ order, onDone }: CancelOrderProps) {
  const [confirming, setConfirming] = useState(false)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const keep = useRef<HTMLButtonElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const wasConfirming = useRef(false)
  // The question replaces the button that was pressed, and the button returns after it.
  useEffect(() => {
    if (confirming) keep.current?.focus()
    else if (wasConfirming.current) first.current?.focus()
    wasConfirming.current = confirming
  }, [confirming])

  async function cancel() {
    if (pending) return
    setPending(true)
    setFailure(undefined)
    try {
      const reply = await withRetries(() => api.order.cancel({ orderId: order._id }))
      if (reply.success) toast.success(reply.message)
      // Without a session the page shows no orders, and so no message about one.
      else if (reply.code === 'not_signed_in') openLogin('/my-orders', [reply.message, m.orders_not_cancelled()])
      else setFailure(reply.message)
      onDone()
    } catch {
      // Cancelling is idempotent: pressing again is harmless, and the list shows the status.
      setFailure(m.orders_cancel_unanswered())
      onDone()
    }
    setPending(false)
  }

  const isUnpaid = order.status === 'Awaiting payment'
  if (!mayShopperCancel(order.status))
    return confirming && !isFinal(order.status) ? <TooLate number={order.number} /> : null
  const label = isUnpaid ? m.orders_drop() : m.orders_cancel()
  if (!confirming)
    return (
      <button
        ref={first}
        type="button"
        onClick={() => setConfirming(true)}
        aria-label={`${label}: ${order.number}`}
        className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-ink"
      >
        {label}
      </button>
    )
  return (
    <div className="mt-2 grid gap-2">
      <p className="font-medium">
        {m.orders_cancel_question({ number: order.number })}
        {order.isPaid && leftOf(order) > 0 && ` ${m.orders_cancel_refund({ amount: formatAmount(leftOf(order)) })}`}
        {isUnpaid && order.slip === 'waiting' && ` ${m.orders_cancel_slip()}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button ref={keep} variant="outline" onClick={() => setConfirming(false)}>
          {m.orders_cancel_no()}
        </Button>
        <Button variant="danger" onClick={cancel} pending={pending} aria-disabled={pending || undefined}>
          {m.orders_cancel_yes()}
        </Button>
      </div>
      {failure !== undefined && (
        <p role="alert" className="font-medium text-tomato">
          {failure}
        </p>
      )}
    </div>
  )
}

/** Replaces the question when the shop has confirmed the order meanwhile. */
function TooLate({ number }: { number: number }) {
  const note = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) note.current?.focus({ preventScroll: true })
  }, [])
  return (
    <p ref={note} tabIndex={-1} role="alert" className="mt-2 basis-full rounded-tile bg-mango-soft px-4 py-3 text-ink">
      {m.orders_cancel_too_late({ number })} <PhoneOrContact />
    </p>
  )
}
