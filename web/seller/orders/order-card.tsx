import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import type { Order } from '../../../contract/entities.ts'
import { cents, centsOf, toWire } from '../../../contract/money.ts'
import { byShopper, mayFollow, nextStatuses, type OrderStatus } from '../../../contract/order-status.ts'
import { m } from '../../messages/messages.ts'
import { productName } from '../../product/product-words.ts'
import { weightWords } from '../../product/weight-words.ts'
import { Badge, type BadgeLook } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ChevronDown, MapPin, Phone, Printer } from '../../ui/icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import { money } from '../../ui/price.tsx'
import { toast } from '../../ui/toast.tsx'
import { historyOf } from './order-history.ts'
import {
  ageWords,
  canUndoDelivered,
  mapLink,
  paidWords,
  payLook,
  payWords,
  refundLook,
  refundWords,
  statusWords,
  usualStep,
  whenWords,
} from './order-words.ts'
import { StepButton, useFrozen } from './step-button.tsx'

const CancelDialog = lazy(() => import('./cancel-dialog.tsx'))
const DeliverDialog = lazy(() => import('./deliver-dialog.tsx'))

type OrderCardProps = {
  order: Order
  /** The present moment, in milliseconds. */
  now: number
  /** The state that a move under way will bring. */
  moving: OrderStatus | undefined
  /** It has just come. */
  fresh: boolean
  /** It alone is being printed. */
  printing: boolean
  onMove: (order: Order, to: OrderStatus, from: OrderStatus) => Promise<boolean>
  onUndeliver: (order: Order) => Promise<boolean>
  onPrint: () => void
}

/** What is asked before a step is taken: of which step, from which status. Closed, it is still fading away. */
type Question = { to: 'Delivered' | 'Cancelled'; from: OrderStatus; open: boolean }

/** An order with all that it takes to pack and deliver it, and the way to its next state. */
export function OrderCard(props: OrderCardProps) {
  const { order, now, moving, fresh, printing, onMove, onUndeliver, onPrint } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [question, setQuestion] = useState<Question>()
  const [open, setOpen] = useState(false)
  const detailsId = useId()
  const headingId = `order-${order._id}`
  // Where it is going is shown while the shop has yet to agree.
  const status = moving ?? order.status
  const isPaid =
    moving === 'Delivered' ? true : moving === 'Out for delivery' ? order.paymentType !== 'COD' : order.isPaid
  const shownMoney = { ...order, isPaid: moving ? isPaid : order.isPaid }
  const isOpen = nextStatuses[status].length > 0
  const step = usualStep(status)
  const cancellable = mayFollow(status, 'Cancelled')
  const undoable = canUndoDelivered(order, now) && status === 'Delivered'
  const refund = refundWords(order)
  const frozen = useFrozen(order.status, moving !== undefined)
  const of = (action: string) => m.seller_step_of({ action, number: order.number })

  async function go(to: OrderStatus, from: OrderStatus) {
    if (moving) return
    // The button under the focus is about to go.
    if (to === 'Delivered' || to === 'Cancelled') heading.current?.focus({ preventScroll: true })
    await onMove(order, to, from)
  }

  function ask(to: Question['to'], from: OrderStatus) {
    setQuestion({ to, from, open: true })
  }

  const tellChanged = () =>
    toast.error(m.seller_changed_meanwhile({ number: order.number, status: statusWords(order.status) }))
  const pressed = { status, busy: moving !== undefined, frozen, onChanged: tellChanged }
  const dialog = question && {
    order,
    open: question.open,
    onClose: () => setQuestion({ ...question, open: false }),
  }

  return (
    <article
      aria-labelledby={headingId}
      className={`wrap-anywhere rounded-card border px-3 py-2.5 shadow-card transition-colors duration-700 sm:px-4 sm:py-3 print:break-inside-avoid print:border-0 print:p-0 print:shadow-none ${
        fresh ? 'border-leaf bg-leaf-soft' : 'border-line bg-surface'
      }`}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2
          ref={heading}
          id={headingId}
          tabIndex={-1}
          className="figures rounded-tile font-semibold text-lg leading-snug"
        >
          {m.seller_order_number({ number: order.number })}
        </h2>
        {isOpen && (
          <span className="figures font-semibold text-sm print:hidden">
            <span className="sr-only">{`${m.seller_order_age()}: `}</span>
            {ageWords(order.createdAt, now)}
          </span>
        )}
        {fresh && <span className="font-semibold text-leaf-deep text-sm">{m.seller_order_new()}</span>}
        <span className="figures ms-auto font-bold text-lg leading-snug">{money(order.amount)}</span>
      </header>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        <Badge look={statusLook(status)}>{statusWords(status)}</Badge>
        <time dateTime={order.createdAt} className={isOpen ? 'max-sm:hidden print:inline' : ''}>
          {whenWords(order.createdAt, now)}
        </time>
        <span className="max-sm:hidden print:inline">{methodWords(order)}</span>
        <span className="ms-auto inline-flex flex-wrap justify-end gap-1">
          <Badge look={payLook(shownMoney, status)}>{payWords(shownMoney, status)}</Badge>
          {refund && <Badge look={refundLook(order)}>{refund}</Badge>}
        </span>
      </p>
      {order.refund === 'failed' && <p className="mt-1 text-sm print:hidden">{m.seller_refund_failed_text()}</p>}
      <div className="mt-2 grid gap-x-6 gap-y-1.5 border-line border-t pt-2 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_auto]">
        <section className="min-w-0">
          <h3 className="sr-only">{m.seller_order_items()}</h3>
          <ul className="grid gap-1">
            {order.items.map(({ product, quantity }) => (
              <Item key={product._id} product={product} quantity={quantity} />
            ))}
          </ul>
        </section>
        <Destination address={order.address} />
        <footer className="col-span-full flex flex-wrap items-center justify-end gap-1 lg:col-span-1 lg:self-end print:hidden">
          {step && (
            <StepButton
              {...pressed}
              label={of(step.words())}
              onStep={(from) => (step.to === 'Delivered' ? ask('Delivered', from) : void go(step.to, from))}
              className="max-sm:grow"
            >
              {step.words()}
            </StepButton>
          )}
          {cancellable && (
            <StepButton
              {...pressed}
              look="ghost"
              label={of(m.seller_step_cancel())}
              onStep={(from) => ask('Cancelled', from)}
            >
              {m.seller_step_cancel()}
            </StepButton>
          )}
          {undoable && (
            <StepButton
              {...pressed}
              look="outline"
              label={of(m.seller_undeliver())}
              onStep={() => void onUndeliver(order)}
            >
              {m.seller_undeliver()}
            </StepButton>
          )}
          <button
            type="button"
            aria-expanded={open}
            aria-controls={detailsId}
            aria-label={of(m.seller_order_more())}
            title={m.seller_order_more()}
            onClick={() => setOpen(!open)}
            className="grid size-11 place-items-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-ink"
          >
            <ChevronDown className={`size-5 transition-transform ${open ? 'rotate-180' : ''}`} aria-hidden />
          </button>
        </footer>
      </div>
      <div id={detailsId} className={open ? '' : printing ? 'hidden print:block' : 'hidden'}>
        {(open || printing) && (
          <Details order={order} isPaid={shownMoney.isPaid} status={status} now={now} onPrint={onPrint} />
        )}
      </div>
      {question && dialog && (
        <Suspense>
          {question.to === 'Delivered' ? (
            <DeliverDialog
              {...dialog}
              onDeliver={() => {
                dialog.onClose()
                void go('Delivered', question.from)
              }}
            />
          ) : (
            <CancelDialog
              {...dialog}
              onCancel={() => {
                dialog.onClose()
                void go('Cancelled', question.from)
              }}
            />
          )}
        </Suspense>
      )}
    </article>
  )
}

/** One line of an order: how many first, as they are counted into the bag. */
function Item({ product, quantity }: Order['items'][number]) {
  const weight = product.Weight === undefined ? undefined : weightWords(product.Weight)
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-2 leading-snug sm:grid-cols-[2.75rem_auto_minmax(0,1fr)_auto] print:grid-cols-[2.75rem_minmax(0,1fr)_auto]">
      <span
        className={`figures rounded-[0.5rem] px-1 py-0.5 text-center text-lg leading-snug ${
          quantity > 1 ? 'bg-leaf-soft font-bold text-leaf-deep' : 'text-muted'
        }`}
      >
        {quantity} ×
      </span>
      <Picture
        image={product.image[0]}
        sizes="32px"
        className="size-8 shrink-0 overflow-hidden rounded-[0.5rem] border border-line max-sm:hidden print:hidden"
      />
      <span className="min-w-0">
        <span className="font-medium">{productName(product)}</span>
        {weight && (
          <>
            {' '}
            <span lang={weight.weightLang} className="whitespace-nowrap text-muted">
              {weight.Weight}
            </span>
          </>
        )}
      </span>
      <span className="figures text-muted">{money(toWire(cents(centsOf(product.offerPrice) * quantity)))}</span>
    </li>
  )
}

/** Where the order goes: what a rider needs, the phone and the map a press away. */
function Destination({ address }: Pick<Order, 'address'>) {
  const { firstName, lastName, street, city, state, zipcode, country, phone, note } = address
  return (
    <section className="min-w-0">
      <h3 className="sr-only">{m.seller_order_address()}</h3>
      <address className="not-italic leading-snug">
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium">
            {firstName} {lastName}
          </span>
          <a
            href={`tel:${phone.replace(/[^+\d]/g, '')}`}
            className="figures inline-flex min-h-11 items-center gap-1.5 rounded-full pe-2 font-medium text-leaf underline-offset-4 hover:underline print:min-h-0 print:text-ink"
          >
            <Phone className="size-4 print:hidden" aria-hidden />
            <span className="sr-only">{`${m.seller_order_phone()}: `}</span>
            {phone}
          </a>
        </span>
        <a
          href={mapLink(address)}
          target="_blank"
          rel="noreferrer"
          title={m.seller_order_map()}
          className="flex min-h-11 items-start gap-1.5 rounded-tile underline-offset-4 hover:underline print:block print:min-h-0"
        >
          <MapPin className="mt-0.5 size-4 shrink-0 text-leaf print:hidden" aria-hidden />
          <span>
            <span className="sr-only">{`${m.seller_order_map()}: `}</span>
            {street}, {city}, {state} {zipcode}, {country}
          </span>
        </a>
        {note && (
          <span className="block rounded-[0.5rem] bg-mango-soft px-2 py-1 text-ink">
            <span className="sr-only">{`${m.seller_order_note()}: `}</span>
            {note}
          </span>
        )}
      </address>
    </section>
  )
}

type DetailsProps = { order: Order; isPaid: boolean; status: OrderStatus; now: number; onPrint: () => void }

/** What is asked for now and then: how the sum comes about, who did what and when, and the paper for the bag. */
function Details({ order, isPaid, status, now, onPrint }: DetailsProps) {
  return (
    <div className="mt-2 grid gap-x-8 gap-y-3 border-line border-t pt-2 pb-1 sm:grid-cols-2">
      <dl className="figures grid content-start gap-0.5">
        <Fact term={m.seller_order_method()}>{methodWords(order)}</Fact>
        <Fact term={m.seller_order_subtotal()}>{money(order.subtotal)}</Fact>
        {order.tax > 0 && <Fact term={m.seller_order_tax()}>{money(order.tax)}</Fact>}
        <Fact term={m.seller_order_amount()}>
          <strong className="font-semibold">{money(order.amount)}</strong>
        </Fact>
        {order.refunded !== undefined && <Fact term={m.seller_refund_done()}>{money(order.refunded)}</Fact>}
        <Fact term={m.seller_order_paid_label()}>{paidWords(isPaid, status)}</Fact>
      </dl>
      <div className="print:hidden">
        <h3 className="sr-only">{m.seller_order_steps()}</h3>
        <ol className="grid gap-0.5">
          {historyOf(order).map(({ at, words, by }) => (
            <li key={`${words} ${at}`} className="flex flex-wrap gap-x-2 leading-snug">
              <time dateTime={at} className="figures text-muted">
                {whenWords(at, now)}
              </time>
              <span>{words}</span>
              {by && <span className="text-muted">{by === byShopper ? m.seller_by_shopper() : by}</span>}
            </li>
          ))}
        </ol>
        <Button look="ghost" onClick={onPrint} className="-ms-5 text-sm">
          <Printer className="size-4" aria-hidden />
          {m.seller_order_print()}
        </Button>
      </div>
    </div>
  )
}

function methodWords({ paymentType }: Pick<Order, 'paymentType'>): string {
  return paymentType === 'COD' ? m.seller_order_cod() : m.seller_order_online()
}

function statusLook(status: OrderStatus): BadgeLook {
  if (status === 'Order Placed') return 'offer'
  if (status === 'Delivered') return 'leaf'
  return status === 'Cancelled' ? 'warning' : 'plain'
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-x-4 max-[16rem]:flex-wrap">
      <dt className="shrink-0 text-muted text-sm">{term}</dt>
      <dd className="min-w-0 text-end leading-snug">{children}</dd>
    </div>
  )
}
