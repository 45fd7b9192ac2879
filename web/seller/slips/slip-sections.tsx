import { useState } from 'react'
import { Link } from 'react-router'
import type { SlipReuse, UnpaidOrder } from '../../../contract/entities/payment.ts'
import { formatTime } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { statusLabel } from '../order-ui/order-texts.ts'
import { ordersPath, ordersSearch } from '../order-ui/orders-query.ts'
import { ReceiveDialog } from '../order-ui/receive-dialog.tsx'
import { formatWhen } from '../order-ui/times.ts'

type UnpaidOrdersProps = { orders: readonly UnpaidOrder[]; onReceived: (orderId: string) => void }

/** Orders that wait for money by PromptPay without a slip: what arrives in the account may be theirs. */
export function UnpaidOrders({ orders, onReceived }: UnpaidOrdersProps) {
  // Its order may leave the list while the question is open.
  const [question, setQuestion] = useState<{ order: UnpaidOrder; open: boolean }>()
  const close = () => setQuestion((question) => question && { ...question, open: false })
  const isGone = question?.open === true && orders.every(({ orderId }) => orderId !== question.order.orderId)
  if (orders.length === 0 && !question?.open) return null
  return (
    <section aria-labelledby="unpaid-orders" className="mt-8 max-w-3xl">
      <h2 id="unpaid-orders" className="font-bold text-xl">
        {m.slips_unpaid_title()}
      </h2>
      <p className="mb-3 text-muted">{m.slips_unpaid_text()}</p>
      <ul className="grid gap-2">
        {orders.map((order) => (
          <Unpaid key={order.orderId} order={order} onQuestion={() => setQuestion({ order, open: true })} />
        ))}
      </ul>
      {question && (
        <ReceiveDialog
          order={{ number: question.order.orderNumber, amount: question.order.amount }}
          state={isGone ? m.slips_unpaid_gone() : statusLabel('Awaiting payment')}
          doubt={isGone ? m.slips_unpaid_gone_text() : undefined}
          open={question.open}
          onClose={close}
          onYes={() => {
            close()
            onReceived(question.order.orderId)
          }}
        />
      )}
    </section>
  )
}

function Unpaid({ order, onQuestion }: { order: UnpaidOrder; onQuestion: () => void }) {
  const { orderNumber, name, amount, expiresAt } = order
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-4 py-2">
      <span className="figures font-bold text-2xl leading-tight">{formatAmount(amount)}</span>
      <span className="wrap-anywhere min-w-0 grow leading-snug">
        <OrderLink number={orderNumber} />
        <span className="text-muted"> · {name} · </span>
        <time dateTime={expiresAt} className="figures text-muted">
          {m.slips_unpaid_until({ time: formatTime(expiresAt) })}
        </time>
      </span>
      <Button variant="outline" aria-label={m.slips_received_of({ number: orderNumber })} onClick={onQuestion}>
        {m.slips_received()}
      </Button>
    </li>
  )
}

/** Slips that were sent for a second order: they were refused, and a seller should look at who tried. */
export function ReusedSlips({ slips, now }: { slips: readonly SlipReuse[]; now: number }) {
  if (slips.length === 0) return null
  return (
    <section aria-labelledby="reused-slips" className="mt-8 max-w-3xl">
      <h2 id="reused-slips" className="mb-2 font-bold text-xl">
        {m.slips_reused_title()}
      </h2>
      <ul className="grid gap-2">
        {slips.map(({ orderId, orderNumber, name, firstOrderNumber, at }) => (
          <li key={`${orderId} ${at}`} className="flex gap-2 rounded-tile bg-mango-soft px-3 py-2">
            <TriangleAlert className="mt-3.5 size-4 shrink-0" aria-hidden />
            <span className="wrap-anywhere min-w-0 leading-snug">
              <OrderLink number={orderNumber} /> · {name}: {m.slips_reused_of({ number: firstOrderNumber })}{' '}
              <time dateTime={at} className="text-muted">
                {formatWhen(at, now)}
              </time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OrderLink({ number }: { number: number }) {
  return (
    <Link
      to={ordersPath + ordersSearch({ q: `#${number}` })}
      className="inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline"
    >
      {m.sellerOrders_number({ number })}
    </Link>
  )
}
