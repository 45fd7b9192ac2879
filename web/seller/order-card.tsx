import { lazy, type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import type { Order } from '../../contract/entities.ts'
import { mayFollow, type OrderStatus } from '../../contract/order-status.ts'
import { productName } from '../catalog/product-words.ts'
import { momentWords } from '../checkout/moment-words.ts'
import { m } from '../messages/messages.ts'
import { Badge, type BadgeLook } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { money } from '../ui/price.tsx'
import { statusWords, usualStep } from './order-words.ts'

// Few orders are cancelled.
const CancelDialog = lazy(() => import('./cancel-dialog.tsx'))

type OrderCardProps = {
  order: Order
  /** The state that a move under way will bring. */
  moving: OrderStatus | undefined
  /** It has just come. */
  fresh: boolean
  onMove: (order: Order, to: OrderStatus) => Promise<boolean>
}

/** An order with all that it takes to pack and deliver it, and the way to its next state. */
export function OrderCard({ order, moving, fresh, onMove }: OrderCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [asking, setAsking] = useState<boolean>()
  const headingId = `order-${order._id}`
  const { address } = order
  // Where it is going is shown while the shop has yet to agree.
  const status = moving ?? order.status
  const isPaid = order.isPaid || (moving === 'Delivered' && order.paymentType === 'COD')
  const step = usualStep(status)
  const cancellable = mayFollow(status, 'Cancelled')
  const of = (action: string) => m.seller_step_of({ action, number: order.number })

  async function go(to: OrderStatus) {
    if (moving) return
    // The button under the focus is about to go.
    if (to === 'Delivered' || to === 'Cancelled') heading.current?.focus({ preventScroll: true })
    await onMove(order, to)
  }

  return (
    <article
      aria-labelledby={headingId}
      className={`wrap-anywhere rounded-card border p-4 shadow-card transition-colors duration-700 sm:p-5 ${
        fresh ? 'border-leaf bg-leaf-soft' : 'border-line bg-surface'
      }`}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 ref={heading} id={headingId} tabIndex={-1} className="figures rounded-tile font-semibold text-lg">
          {m.seller_order_number({ number: order.number })}
        </h2>
        <Badge look={statusLook(status)}>{statusWords(status)}</Badge>
        {fresh && <span className="font-semibold text-leaf-deep text-sm">{m.seller_order_new()}</span>}
      </header>
      <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-[1.4fr_1.2fr_1.1fr]">
        <section className="min-w-0 sm:max-lg:col-span-2">
          <h3 className="sr-only">{m.seller_order_items()}</h3>
          <ul className="grid gap-2">
            {order.items.map(({ product, quantity }) => (
              <li key={product._id} className="flex items-center gap-3">
                <Picture
                  image={product.image[0]}
                  sizes="44px"
                  className="size-11 shrink-0 overflow-hidden rounded-tile border border-line"
                />
                <span className="min-w-0 leading-snug">
                  {productName(product)}{' '}
                  <span className="figures whitespace-nowrap font-semibold text-leaf-deep">× {quantity}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
        <section className="min-w-0">
          <h3 className="text-muted text-sm">{m.seller_order_address()}</h3>
          <address className="not-italic leading-snug">
            <span className="block font-medium">
              {address.firstName} {address.lastName}
            </span>
            <span className="block">{address.street}</span>
            <span className="block">
              {address.city}, {address.state} {address.zipcode}
            </span>
            <span className="block">{address.country}</span>
            <a
              href={`tel:${address.phone.replace(/[^+\d]/g, '')}`}
              className="figures inline-flex min-h-11 items-center font-medium text-leaf underline-offset-4 hover:underline"
            >
              <span className="sr-only">{m.seller_order_phone()}: </span>
              {address.phone}
            </a>
          </address>
        </section>
        <div className="grid min-w-0 content-between gap-4">
          <dl className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
            <Fact term={m.seller_order_amount()}>
              <span className="figures font-bold text-lg">{money(order.amount)}</span>
            </Fact>
            <Fact term={m.seller_order_method()}>
              {order.paymentType === 'COD' ? m.seller_order_cod() : m.seller_order_online()}
            </Fact>
            <Fact term={m.seller_order_date()}>
              <time dateTime={order.createdAt}>{momentWords(order.createdAt)}</time>
            </Fact>
            <Fact term={m.seller_order_paid_label()}>
              <span className="inline-flex flex-wrap justify-end gap-1">
                <Badge look={isPaid ? 'leaf' : 'plain'}>
                  {isPaid ? m.seller_order_paid() : m.seller_order_pending()}
                </Badge>
                {order.refund && (
                  <Badge look={order.refund === 'due' ? 'offer' : 'plain'}>
                    {order.refund === 'due' ? m.seller_refund_due() : m.seller_refund_done()}
                  </Badge>
                )}
              </span>
            </Fact>
          </dl>
          {(step || cancellable) && (
            <footer className="flex flex-wrap items-end justify-end gap-x-2 gap-y-2">
              {cancellable && (
                <Button
                  look="ghost"
                  aria-label={of(m.seller_step_cancel())}
                  aria-disabled={moving !== undefined}
                  onClick={() => !moving && setAsking(true)}
                >
                  {m.seller_step_cancel()}
                </Button>
              )}
              {step && (
                <Button
                  aria-label={of(step.words())}
                  aria-disabled={moving !== undefined}
                  // The second half of a double click would take the next step as well.
                  onClick={(event: MouseEvent) => event.detail < 2 && void go(step.to)}
                  className="max-sm:grow"
                >
                  {step.words()}
                </Button>
              )}
            </footer>
          )}
        </div>
      </div>
      {asking !== undefined && (
        <Suspense>
          <CancelDialog
            order={order}
            open={asking}
            onClose={() => setAsking(false)}
            onCancel={() => {
              setAsking(false)
              void go('Cancelled')
            }}
          />
        </Suspense>
      )}
    </article>
  )
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
