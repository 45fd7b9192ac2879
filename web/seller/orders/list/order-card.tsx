import { type RefObject, useId, useRef, useState } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { byShopper, isFinal, type OrderStatus } from '../../../../contract/orders/order-status.ts'
import { centsOf } from '../../../../contract/values/money.ts'
import { formatDelay } from '../../../messages/format-delay.ts'
import { formatMoment } from '../../../messages/format-moment.ts'
import { formatDelivery, formatTimes } from '../../../messages/format-window.ts'
import { m } from '../../../messages/messages.ts'
import { paymentTypeName } from '../../../messages/payment-type-name.ts'
import { HandedOver } from '../../../orders/screen/handed-over.tsx'
import { MoveWindow } from '../../../orders/windows/move-window.tsx'
import { shop } from '../../../shop.ts'
import { Badge, type BadgeVariant } from '../../../ui/badge.tsx'
import { Check, ChevronDown, CircleAlert, Clock } from '../../../ui/icons.tsx'
import { formatCents } from '../../../ui/price.tsx'
import { useMay } from '../../client/role.ts'
import { FailedAttempt } from '../../order-ui/failed-attempt.tsx'
import { payLabel, payVariant, refundLabel, refundVariant, statusLabel } from '../../order-ui/order-texts.ts'
import { formatAge, formatWhen } from '../../order-ui/times.ts'
import { costCents, refundableLines } from '../money/refund-draft.ts'
import { Waived } from '../money/waived.tsx'
import { paidWhileSending } from '../steps/order-rules.ts'
import { PackedButton } from '../steps/packed.tsx'
import { Details, Item, SellerDeliveryAddress } from './order-facts.tsx'
import { OrderSteps, type Question } from './order-steps.tsx'

type SellerOrderCardProps = {
  order: SellerOrder
  /** The current time in milliseconds. */
  now: number
  /** The status of a step that is being sent. */
  sending: OrderStatus | undefined
  /** Whether it has just arrived. */
  fresh: boolean
  /** Whether it alone is being printed. */
  printing: boolean
  onStep: (order: SellerOrder, to: OrderStatus, from: OrderStatus) => Promise<boolean>
  onUndo: (order: SellerOrder) => Promise<boolean>
  onReceive: (order: SellerOrder) => Promise<boolean>
  /** Called with the order after a refund. */
  onChanged: (order: SellerOrder) => void
  onPrint: () => void
}

/** An order with everything needed to pack and deliver it, and the buttons of its next steps. */
export function SellerOrderCard(props: SellerOrderCardProps) {
  const { order, now, sending, fresh, printing, onStep, onUndo, onReceive, onChanged, onPrint } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [open, setOpen] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const detailsId = useId()
  const headingId = `order-${order._id}`
  // Shown before the shop has replied.
  const status = sending ?? order.status
  const isPaid = paidWhileSending(order, sending)
  const isUnderWay = !isFinal(status)

  return (
    <article
      aria-labelledby={headingId}
      className={`wrap-anywhere rounded-card border px-3 py-2.5 shadow-card transition-colors duration-700 sm:px-4 sm:py-3 print:break-inside-avoid print:border-0 print:p-0 print:shadow-none ${
        fresh ? 'border-leaf bg-leaf-soft' : 'border-line bg-surface'
      }`}
    >
      <Heading
        id={headingId}
        element={heading}
        order={order}
        status={status}
        age={isUnderWay ? formatAge(order.createdAt, now) : undefined}
        fresh={fresh}
      />
      <StatusLine order={order} status={status} isPaid={isPaid} now={now} />
      <FailedAttempt order={order} now={now} />
      {status === 'Out for delivery' && order.riderGone && <RiderGone />}
      <DeliveryTime order={order} isUnderWay={isUnderWay} onChanged={onChanged} />
      <Waived order={order} onChanged={onChanged} />
      <RefundNote order={order} />
      <div className="mt-2 grid gap-x-6 gap-y-1.5 border-line border-t pt-2 md:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_18rem]">
        <section className="min-w-0">
          <h3 className="sr-only">{m.sellerOrders_items()}</h3>
          <ul className="grid gap-1">
            {refundableLines(order).map((line) => (
              <Item key={line.product._id} line={line} />
            ))}
          </ul>
        </section>
        <div className="min-w-0">
          <SellerDeliveryAddress address={order.address} />
          {isUnderWay && <Corrected order={order} now={now} />}
          <HandedOver order={order} />
        </div>
        {/* The step starts at the same place whichever buttons follow: a press mustn't miss it, or hit another one. */}
        <footer className="col-span-full flex flex-wrap items-center gap-1 lg:col-span-1 lg:self-start print:hidden">
          <OrderSteps
            order={order}
            status={status}
            sending={sending !== undefined}
            now={now}
            heading={heading}
            question={question}
            onQuestion={setQuestion}
            onStep={onStep}
            onUndo={onUndo}
            onReceive={onReceive}
          />
          {status === 'Packing' && order.status === 'Packing' && <PackedButton order={order} onChanged={onChanged} />}
          <button
            type="button"
            aria-expanded={open}
            aria-controls={detailsId}
            aria-label={m.sellerOrders_step_of({ action: m.sellerOrders_more(), number: order.number })}
            title={m.sellerOrders_more()}
            onClick={() => setOpen(!open)}
            className="ms-auto grid size-11 place-items-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-ink"
          >
            <ChevronDown className={`size-5 transition-transform ${open ? 'rotate-180' : ''}`} aria-hidden />
          </button>
        </footer>
      </div>
      <div id={detailsId} className={open ? '' : printing ? 'hidden print:block' : 'hidden'}>
        {(open || printing) && (
          <Details
            order={order}
            isPaid={isPaid}
            status={status}
            now={now}
            onChanged={onChanged}
            onCancelOrder={() => setQuestion({ to: 'Cancelled', from: order.status, open: true })}
            onPrint={onPrint}
          />
        )}
      </div>
    </article>
  )
}

type HeadingProps = {
  id: string
  element: RefObject<HTMLHeadingElement | null>
  order: SellerOrder
  status: OrderStatus
  /** How long ago it was placed, if it is still to be delivered. */
  age: string | undefined
  fresh: boolean
}

/** The order's number and age, and what it costs. */
function Heading({ id, element, order, status, age, fresh }: HeadingProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 ref={element} id={id} tabIndex={-1} className="figures rounded-tile font-semibold text-lg leading-snug">
        {m.sellerOrders_number({ number: order.number })}
      </h2>
      {age !== undefined && (
        <span className="figures font-semibold text-sm print:hidden">
          <span className="sr-only">{`${m.sellerOrders_age()}: `}</span>
          {age}
        </span>
      )}
      {fresh && <span className="font-semibold text-leaf-deep text-sm">{m.sellerOrders_new()}</span>}
      <span className="figures ms-auto font-bold text-lg leading-snug">
        {formatCents(status === 'Cancelled' ? centsOf(order.amount) : costCents(order))}
      </span>
    </header>
  )
}

type StatusLineProps = { order: SellerOrder; status: OrderStatus; isPaid: boolean; now: number }

/** The order's status, when it was placed, and how its money stands. */
function StatusLine({ order, status, isPaid, now }: StatusLineProps) {
  const isUnderWay = !isFinal(status)
  const shownMoney = { ...order, isPaid }
  const refund = refundLabel(order)
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
      <Badge variant={statusVariant(status)}>{statusLabel(status)}</Badge>
      {status === 'Packing' && order.packed && (
        <Badge variant="leaf">
          <Check className="size-3.5" aria-hidden />
          {m.sellerOrders_packed_ready()}
        </Badge>
      )}
      <time dateTime={order.createdAt} className={isUnderWay ? 'max-sm:hidden print:inline' : ''}>
        <span className="print:hidden">{formatWhen(order.createdAt, now)}</span>
        {/* On paper "today" would be wrong tomorrow. */}
        <span className="hidden print:inline">{formatMoment(order.createdAt)}</span>
      </time>
      <span className="max-sm:hidden print:inline">{paymentTypeName(order.paymentType)}</span>
      <span className="ms-auto inline-flex flex-wrap justify-end gap-1">
        <Badge variant={payVariant(shownMoney, status)}>{payLabel(shownMoney, status)}</Badge>
        {refund && <Badge variant={refundVariant(order)}>{refund}</Badge>}
      </span>
    </p>
  )
}

/** What to do about a refund that doesn't arrive. */
function RefundNote({ order: { refund } }: { order: SellerOrder }) {
  if (refund !== 'needs action' && refund !== 'failed') return null
  const text = refund === 'needs action' ? m.sellerOrders_refund_waits_text() : m.sellerOrders_refund_failed_text()
  return <p className="mt-1 text-sm print:hidden">{text}</p>
}

/** When the address was last corrected: a slip that was printed before has another one. */
function Corrected({ order: { corrections }, now }: { order: SellerOrder; now: number }) {
  const last = corrections?.at(-1)
  if (!last) return null
  return (
    <p className="mt-1 w-fit rounded-[0.5rem] bg-mango-soft px-2 text-ink text-sm print:hidden">
      {m.sellerOrders_address_corrected_at({ when: formatWhen(last.at, now) })}
    </p>
  )
}

/** That no rider has an order that is out. */
function RiderGone() {
  return (
    <p className="mt-1 flex items-center gap-1.5 font-semibold text-sm text-tomato print:hidden">
      <CircleAlert className="size-4 shrink-0" aria-hidden />
      {m.sellerOrders_rider_gone()}
    </p>
  )
}

const loadWindowDialog = () => import('../steps/seller-window-dialog.tsx')

type DeliveryTimeProps = { order: SellerOrder; isUnderWay: boolean; onChanged: (order: SellerOrder) => void }

/** When the order is to be delivered, and the button that changes it. Nothing in a shop without delivery windows. */
function DeliveryTime({ order, isUnderWay, onChanged }: DeliveryTimeProps) {
  const mayMove = useMay('order.moveWindowAsSeller')
  const time = formatDelivery(order)
  if (!time && !(shop.hasWindows && isUnderWay)) return null
  const moved = isUnderWay ? movedText(order) : undefined
  const delay = isUnderWay && order.delivery ? formatDelay(order.delivery) : undefined
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm">
      <span className="inline-flex items-center gap-1.5 font-semibold">
        <Clock className="size-4 shrink-0 text-leaf" aria-hidden />
        {time ?? m.windows_not_chosen()}
      </span>
      {delay && <span className="font-medium text-tomato">{delay}</span>}
      {moved && <span className="rounded-[0.5rem] bg-mango-soft px-2 text-ink">{moved}</span>}
      {mayMove && isUnderWay && shop.hasWindows && (
        <MoveWindow order={order} load={loadWindowDialog} onMoved={onChanged} className="print:hidden" />
      )}
    </p>
  )
}

/**
 * Says that the shopper has moved the order, and from when: its bag may be packed, and have the time before on its
 * slip.
 */
function movedText({ moves }: SellerOrder): string | undefined {
  const last = moves?.at(-1)
  if (last?.by !== byShopper) return undefined
  return last.was ? m.sellerOrders_moved_by_shopper({ time: formatTimes(last.was) }) : m.sellerOrders_moved_chosen()
}

function statusVariant(status: OrderStatus): BadgeVariant {
  if (status === 'Order Placed') return 'offer'
  if (status === 'Delivered') return 'leaf'
  return status === 'Cancelled' ? 'warning' : 'plain'
}
