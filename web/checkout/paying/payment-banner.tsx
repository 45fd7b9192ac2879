import { Link } from 'react-router'
import type { Order } from '../../../contract/entities/order.ts'
import { m } from '../../messages/messages.ts'
import { outcomeOf } from '../../orders/facts/order-outcome.ts'
import { outcomeText } from '../../orders/facts/outcome-text.ts'
import { UnpaidCard } from '../../orders/screen/unpaid-card.tsx'
import { Info } from '../../ui/icons.tsx'
import type { CartPayments } from './use-payment-state.ts'

type PaymentBannerProps = CartPayments & {
  /** Whether an order of the cart would cancel the unpaid one. */
  isReplaced: boolean
}

/** The cart's messages about a payment: failed, paid, or pending. */
export function PaymentBanner({ returned, unpaid, reload, isReplaced }: PaymentBannerProps) {
  return (
    <>
      {returned && <Returned order={returned} />}
      {unpaid && (
        <section aria-label={m.checkout_unpaid({ number: unpaid.number })} className="mb-6">
          <UnpaidCard order={unpaid} isInCart onOutdated={reload}>
            {isReplaced &&
              (unpaid.paymentType === 'PromptPay' ? m.checkout_unpaid_transfer() : m.checkout_unpaid_shared())}
          </UnpaidCard>
        </section>
      )}
    </>
  )
}

/** What became of the order whose payment page the shopper has left. */
export function Returned({ order }: { order: Order }) {
  const outcome = order.status === 'Cancelled' ? outcomeOf(order) : undefined
  if (!outcome && !order.isPaid) return null
  // Other outcomes are about money that was taken, or may have been.
  const failed = outcome === 'payment failed' || outcome === 'unpaid in time'
  return (
    <div
      role="status"
      className={`mb-6 flex gap-3 rounded-tile px-4 py-3 ${outcome ? 'bg-mango-soft' : 'bg-leaf-soft'}`}
    >
      <Info className="mt-0.5 size-5 shrink-0" aria-hidden />
      <p>
        <span className="font-semibold">
          {failed ? m.checkout_declined() : outcome ? outcomeText(outcome, order) : m.checkout_paid()}
        </span>{' '}
        {failed && m.checkout_declined_next()}{' '}
        <Link to="/my-orders" className="inline-flex min-h-6 items-center underline underline-offset-4">
          {m.orders_number({ number: order.number })}
        </Link>
      </p>
    </div>
  )
}
