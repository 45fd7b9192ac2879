import type { Order } from '../../../contract/entities/order.ts'
import { m } from '../../messages/messages.ts'
import { CircleCheck } from '../../ui/icons.tsx'

type HandedOverProps = { order: Pick<Order, 'handedOver'>; className?: string }

/** Who took an order, and the link to the photo of its delivery; nothing unless a rider said so. */
export function HandedOver({ order: { handedOver }, className = '' }: HandedOverProps) {
  if (!handedOver) return null
  return (
    <p className={`wrap-anywhere flex flex-wrap items-center gap-x-3 ${className}`}>
      <span className="inline-flex items-center gap-2 py-1.5 font-medium">
        <CircleCheck className="size-5 shrink-0 text-leaf" aria-hidden />
        {handedOver.to ? m.orders_handed_to({ name: handedOver.to }) : m.orders_handed()}
      </span>
      {handedOver.photo && (
        <a
          href={handedOver.photo}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center font-medium text-leaf underline underline-offset-4 print:hidden"
        >
          {m.orders_handed_photo()}
        </a>
      )}
    </p>
  )
}
