import type { Order } from '../../../contract/entities/order.ts'
import { deliveryApi } from '../../client/delivery-api.ts'
import { useRead } from '../../client/use-read.ts'
import { formatTimeOrDay } from '../../messages/format-window.ts'
import { m } from '../../messages/messages.ts'
import { Bike, ExternalLink } from '../../ui/icons.tsx'

/** About when an order comes that is on its way, and the link to follow it, which can be passed on. */
export default function OnItsWay({ order }: { order: Order }) {
  const { data } = useRead(`track ${order._id} ${order.updatedAt}`, (signal) =>
    deliveryApi.order.track({ id: order._id }, { signal }),
  )
  return (
    <p className="mt-4 flex min-h-14 flex-wrap items-center justify-between gap-x-4 rounded-tile bg-leaf-soft px-4 py-1 print:hidden">
      <span className="figures inline-flex items-center gap-2 py-1.5 font-semibold text-leaf-deep">
        <Bike className="size-5 shrink-0" aria-hidden />
        {data?.expectedAt
          ? m.orders_on_its_way_about({ time: formatTimeOrDay(data.expectedAt) })
          : m.orders_on_its_way()}
      </span>
      {data && (
        <a
          href={data.path}
          target="_blank"
          rel="noreferrer"
          aria-label={m.orders_follow_of({ number: order.number })}
          className="inline-flex min-h-11 items-center gap-1.5 font-medium text-leaf-deep underline underline-offset-4"
        >
          {m.orders_follow()}
          <ExternalLink className="size-4 shrink-0" aria-hidden />
        </a>
      )}
    </p>
  )
}
