import type { ReactNode } from 'react'
import type { Order } from '../../../contract/entities/order.ts'
import { isOutsideDeliveryArea } from '../../addresses/delivery-area.ts'
import { OutsideNotice } from '../../addresses/outside-notice.tsx'
import { useSession } from '../../client/session.ts'
import { formatDelivery } from '../../messages/format-window.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { CircleCheck } from '../../ui/icons.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { UnbrokenWords } from '../../ui/unbroken-words.tsx'
import { closedText } from '../facts/closed-text.ts'
import { delayText, isTimeVoid } from '../facts/delay-text.ts'
import { costOf, paidOf } from '../facts/paid-sums.ts'
import { untimedText } from '../facts/untimed-text.ts'
import { DeliveryAddress } from './delivery-address.tsx'

/** Confirms a new order: total, payment, delivery time, address and next step. */
export function PlacedPanel({ order }: { order: Order }) {
  const { user } = useSession()
  if (order.status === 'Cancelled' || order.status === 'Awaiting payment') return null
  const toPay = order.cash ?? costOf(order)
  const sum = order.isPaid ? paidOf(order) : toPay
  const amount = formatAmount(sum)
  const paymentText =
    sum === 0
      ? m.orders_nothing_to_pay()
      : order.isPaid
        ? m.orders_placed_paid({ amount })
        : m.orders_placed_cash({ amount })
  const minutes = shop.claims.deliveryMinutes
  const outside = isOutsideDeliveryArea(order.address)
  // An order with a delivery window or a promised time comes at that time, and one of a closed shop waits for its
  // opening.
  const closed = closedText(order)
  const untimed = untimedText(order)
  const isTimed = order.delivery?.promisedAt !== undefined || order.closed !== undefined || untimed !== undefined
  const hasMinutes = minutes !== null && !outside && !isTimed
  const isOver = order.status === 'Delivered'
  // Once it is out, or came back, the order below says where it is.
  const isInShop = !isOver && order.status !== 'Out for delivery' && !order.failedAttempt?.back
  const time = isOver || isTimeVoid(order) ? undefined : (delayText(order) ?? formatDelivery(order))
  return (
    <section aria-labelledby="placed" className="mb-6 rounded-card bg-leaf-soft p-5 sm:p-6">
      <h2 id="placed" className="flex items-center gap-3 font-bold text-leaf-deep text-xl">
        <CircleCheck className="size-7 shrink-0" aria-hidden />
        <span>
          <UnbrokenWords>{m.orders_placed_title({ number: order.number })}</UnbrokenWords>
        </span>
      </h2>
      <dl className="mt-4 grid gap-3 sm:grid-cols-2">
        <Fact term={m.orders_payment()}>
          <span className="figures font-semibold">{paymentText}</span>
          {order.paidOut !== undefined && (
            <span className="figures block">
              {(order.refund === 'needs action' ? m.orders_placed_sent_back : m.orders_placed_back)({
                amount: formatAmount(order.paidOut),
              })}
            </span>
          )}
          {order.owed !== undefined && (
            <span className="figures block">
              {(order.paidOut === undefined ? m.orders_placed_owed : m.orders_placed_owed_more)({
                amount: formatAmount(order.owed),
              })}
            </span>
          )}
        </Fact>
        {time !== undefined && (
          <Fact term={m.windows_title()}>
            <span className="figures font-semibold">{time}</span>
          </Fact>
        )}
        <Fact term={m.address_deliver_to()}>
          <DeliveryAddress address={order.address} />
        </Fact>
        {isInShop && (
          <Fact term={m.orders_placed_next()}>
            {closed ?? untimed}{' '}
            {order.status === 'Order Placed' ? m.orders_placed_next_text() : m.orders_placed_packs()}{' '}
            {hasMinutes && m.orders_placed_minutes({ minutes })}
            {outside && <OutsideNotice isOrdered className="mt-2" />}
          </Fact>
        )}
        {user && <Fact term={m.orders_placed_mail()}>{user.email}</Fact>}
      </dl>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
