import type { Order } from '../../../contract/entities/order.ts'
import { type OrderStatus, statusNames } from '../../../contract/orders/order-status.ts'
import { formatMoment } from '../../messages/format-moment.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { Check, Clock, X } from '../../ui/icons.tsx'
import { timelineOf } from '../facts/order-timeline.ts'

/** The steps of an order, past ones with their time. */
export function Timeline({ order, freshState }: { order: Order; freshState: OrderStatus | undefined }) {
  return (
    // By its own width in rem, unlike `sm`: with large text the steps need more room than the window has.
    <div className="@container my-4 border-line border-y py-3">
      <ol
        aria-label={m.orders_timeline()}
        className="-mx-2 grid gap-1 @min-[34rem]:auto-cols-fr @min-[34rem]:grid-flow-col"
      >
        {timelineOf(order).map(({ status, at }) => (
          <li
            key={status}
            aria-current={status === order.status ? 'step' : undefined}
            className={`flex items-start gap-3 rounded-tile px-2 py-1 transition-colors duration-700 @min-[34rem]:block @min-[34rem]:py-2 ${
              status === freshState ? 'bg-leaf-soft' : ''
            }`}
          >
            <StepMark status={status} reached={at !== undefined} waiting={status === order.status} />
            <p className="min-w-0 text-sm @min-[34rem]:mt-2">
              <span className={`block ${at ? 'font-medium' : 'text-muted'}`}>{statusNames[status][getLocale()]}</span>
              {at ? (
                <time dateTime={at} className="block text-muted">
                  {formatMoment(at)}
                </time>
              ) : (
                <span className="sr-only">({m.orders_state_next()})</span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

function StepMark({ status, reached, waiting }: { status: OrderStatus; reached: boolean; waiting: boolean }) {
  const [colors, icon] = !reached
    ? ['border-2 border-line', null]
    : status === 'Cancelled'
      ? ['bg-tomato text-on-leaf', <X key="x" className="size-4" />]
      : status === 'Awaiting payment' && waiting
        ? ['bg-mango text-on-mango', <Clock key="clock" className="size-4" />]
        : ['bg-leaf text-on-leaf', <Check key="check" className="size-4" />]
  return (
    <span aria-hidden className={`grid size-6 shrink-0 place-items-center rounded-full ${colors}`}>
      {icon}
    </span>
  )
}
