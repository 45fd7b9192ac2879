import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { streetAndLocality } from '../../../../contract/delivery/address-text.ts'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { mayTakeOff } from '../../../../contract/orders/order-actions.ts'
import type { OrderStatus } from '../../../../contract/orders/order-status.ts'
import { cents, centsOf, toWire } from '../../../../contract/values/money.ts'
import { telHref } from '../../../../contract/values/tel-href.ts'
import { localName } from '../../../messages/local-name.ts'
import { m } from '../../../messages/messages.ts'
import { paymentTypeName } from '../../../messages/payment-type-name.ts'
import { DocumentLinks } from '../../../orders/documents/document-links.tsx'
import { TaxInvoice } from '../../../orders/documents/tax-invoice.tsx'
import type { SendInvoice } from '../../../orders/documents/tax-invoice-dialog.tsx'
import { roundedCash } from '../../../orders/facts/in-cash.ts'
import { taxLabel } from '../../../orders/facts/order-tax.ts'
import { discountRows } from '../../../orders/screen/discount-rows.tsx'
import { ProductSize } from '../../../product/product-size.tsx'
import { whenClosed } from '../../../ui/back-closes.ts'
import { Button } from '../../../ui/button.tsx'
import { CircleAlert, MapPin, Phone, Printer } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { formatAmount, formatCents } from '../../../ui/price.tsx'
import { Undo2 } from '../../../ui/seller-icons.tsx'
import { useMay } from '../../client/role.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { mapLink } from '../../order-ui/map-link.ts'
import { byWhom, measureText, paidLabel } from '../../order-ui/order-texts.ts'
import { formatWhen } from '../../order-ui/times.ts'
import { ReceivedAgainDialog } from '../money/received-again-dialog.tsx'
import { RefundDialog } from '../money/refund-dialog.tsx'
import { costCents, priceLeft, type RefundableLine } from '../money/refund-draft.ts'
import { CorrectAddress } from './correct-address.tsx'
import { historyOf } from './order-history.ts'

/** One line of an order, with the quantity first, for packing: what was refunded isn't part of it. */
export function Item({ line }: { line: RefundableLine }) {
  const { product, refunded, measured, measureLeft, unit } = line
  const quantity = measureLeft === 0 ? 0 : line.quantity - refunded
  return (
    <li className="grid grid-cols-[3.25rem_minmax(0,1fr)_auto] items-center gap-x-2 leading-snug lg:grid-cols-[3.25rem_auto_minmax(0,1fr)_auto] print:grid-cols-[3.25rem_minmax(0,1fr)_auto]">
      <span
        className={`figures whitespace-nowrap rounded-[0.5rem] px-1 py-0.5 text-center text-lg leading-snug ${
          quantity > 1 ? 'bg-leaf-soft font-bold text-leaf-deep' : 'text-muted'
        }`}
      >
        {quantity} ×
      </span>
      <Picture
        image={product.image[0]}
        sizes="32px"
        className="size-8 shrink-0 overflow-hidden rounded-[0.5rem] border border-line max-lg:hidden print:hidden"
      />
      <span className="min-w-0">
        <span className="font-medium">{localName(product)}</span>
        <ProductSize size={product.Weight} />
        {refunded > 0 && (
          <span className="block text-muted text-sm">{m.sellerOrders_pieces_back({ count: refunded })}</span>
        )}
        {measured > 0 && (
          <span className="block text-muted text-sm">
            {m.sellerOrders_measure_back({ amount: measureText(measured, unit) })}
          </span>
        )}
      </span>
      <span className="figures text-muted">{formatCents(priceLeft(line))}</span>
    </li>
  )
}

/** The delivery address for the rider, with links to phone and map. */
export function SellerDeliveryAddress({ address }: Pick<SellerOrder, 'address'>) {
  const { firstName, lastName, country, phone, note } = address
  return (
    <section className="min-w-0">
      <h3 className="sr-only">{m.sellerOrders_address()}</h3>
      <address className="not-italic leading-snug">
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium">
            {firstName} {lastName}
          </span>
          {/* An erased shopper has none. */}
          {phone && (
            <a
              href={telHref(phone)}
              className="figures inline-flex min-h-11 items-center gap-1.5 rounded-full pe-2 font-medium text-leaf underline-offset-4 hover:underline print:min-h-0 print:text-ink"
            >
              <Phone className="size-4 print:hidden" aria-hidden />
              <span className="sr-only">{`${m.sellerOrders_phone()}: `}</span>
              {phone}
            </a>
          )}
        </span>
        <a
          href={mapLink(address)}
          target="_blank"
          rel="noreferrer"
          title={m.sellerOrders_map()}
          className="flex min-h-11 items-start gap-1.5 rounded-tile underline-offset-4 hover:underline print:block print:min-h-0"
        >
          <MapPin className="mt-0.5 size-4 shrink-0 text-leaf print:hidden" aria-hidden />
          <span>
            <span className="sr-only">{`${m.sellerOrders_map()}: `}</span>
            {streetAndLocality(address)}, {country}
          </span>
        </a>
        {note && (
          <span className="mt-1 block rounded-[0.5rem] bg-mango-soft px-2 py-1 text-ink">
            <span className="sr-only">{`${m.sellerOrders_note()}: `}</span>
            {note}
          </span>
        )}
      </address>
    </section>
  )
}

const sendInvoice: SendInvoice = (input) => sellerApi.order.counterInvoice(input)

/** Returns what was taken off the price of an order that cost `amount` and costs `cost` now, in the shop's currency. */
const offOf = (amount: number, cost: number) => toWire(cents(centsOf(amount) - centsOf(cost)))

type DetailsProps = {
  order: SellerOrder
  isPaid: boolean
  status: OrderStatus
  now: number
  onChanged: (order: SellerOrder) => void
  /** Called to ask whether to cancel the order. */
  onCancelOrder: () => void
  onPrint: () => void
}

/** Details that are rarely needed: the sums, the history, and the button to print. */
export function Details({ order, isPaid, status, now, onChanged, onCancelOrder, onPrint }: DetailsProps) {
  const [refunding, setRefunding] = useState<'open' | 'closing'>()
  const mayRefund = useMay('order.refund')
  const mayCorrect = useMay('order.correctAddress')
  const mayInvoice = useMay('order.counterInvoice')
  const mayReceiveAgain = useMay('payment.receivedAgain')
  const [again, setAgain] = useState<'open' | 'closing'>()
  return (
    <div className="mt-2 grid gap-x-8 gap-y-3 border-line border-t pt-2 pb-1 sm:grid-cols-2">
      <Sums order={order} isPaid={isPaid} status={status} />
      <div className="print:hidden">
        <h3 className="sr-only">{m.sellerOrders_steps()}</h3>
        <History order={order} now={now} />
        <DocumentLinks documents={order.documents} />
        {mayInvoice && (
          <div className="empty:hidden">
            <TaxInvoice order={order} send={sendInvoice} onDone={(documents) => onChanged({ ...order, documents })} />
          </div>
        )}
        {mayCorrect && <CorrectAddress order={order} onChanged={onChanged} />}
        {mayRefund && mayTakeOff(status, { cost: costCents(order) }) && (
          <Button
            variant="ghost"
            onClick={() => setRefunding('open')}
            aria-label={(isPaid ? m.sellerOrders_refund_open_of : m.sellerOrders_lower_open_of)({
              number: order.number,
            })}
            className="-ms-5 text-sm"
          >
            <Undo2 className="size-4" aria-hidden />
            {isPaid ? m.sellerOrders_refund_open() : m.sellerOrders_lower_open()}
          </Button>
        )}
        {mayReceiveAgain && order.paymentType === 'PromptPay' && (isPaid || status === 'Cancelled') && (
          <Button variant="ghost" onClick={() => setAgain('open')} className="-ms-5 text-sm">
            <CircleAlert className="size-4" aria-hidden />
            {isPaid ? m.slips_again() : m.slips_confirm_late()}
          </Button>
        )}
        {again && (
          <ReceivedAgainDialog
            order={order}
            open={again === 'open'}
            onClose={() => setAgain('closing')}
            onChanged={onChanged}
          />
        )}
        {refunding && (
          <RefundDialog
            order={order}
            open={refunding === 'open'}
            onClose={() => setRefunding('closing')}
            onChanged={onChanged}
            onCancelOrder={() => {
              // Closed before the question opens, whose history entry would be removed instead.
              flushSync(() => setRefunding('closing'))
              whenClosed(onCancelOrder)
            }}
          />
        )}
        <Button variant="ghost" onClick={onPrint} className="-ms-5 text-sm">
          <Printer className="size-4" aria-hidden />
          {m.sellerOrders_print()}
        </Button>
      </div>
    </div>
  )
}

/** What an order costs, what was taken off, and how it is paid. */
function Sums({ order, isPaid, status }: Pick<DetailsProps, 'order' | 'isPaid' | 'status'>) {
  const inCash = roundedCash(order)
  return (
    <dl className="figures grid content-start gap-0.5">
      <Fact term={m.sellerOrders_payment_type()}>{paymentTypeName(order.paymentType)}</Fact>
      <Fact term={m.sellerOrders_subtotal()}>{formatAmount(order.subtotal)}</Fact>
      {discountRows(Fact, order.discounts)}
      {order.delivery && (
        <Fact term={m.sellerOrders_delivery()}>
          {order.delivery.fee > 0 ? formatAmount(order.delivery.fee) : m.sellerOrders_delivery_free()}
          {order.delivery.zone && ` · ${localName(order.delivery.zone)}`}
        </Fact>
      )}
      {order.tax > 0 && <Fact term={taxLabel(order)}>{formatAmount(order.tax)}</Fact>}
      <Fact term={m.sellerOrders_amount()}>
        <strong className="font-semibold">{formatAmount(order.amount)}</strong>
      </Fact>
      {order.cost !== undefined && (
        <>
          <Fact term={m.sellerOrders_taken_off()}>−{formatAmount(offOf(order.amount, order.cost))}</Fact>
          <Fact term={m.sellerOrders_cost()}>
            <strong className="font-semibold">{formatAmount(order.cost)}</strong>
          </Fact>
        </>
      )}
      {inCash !== undefined && (
        <Fact term={m.sellerOrders_in_cash()}>
          <strong className="font-semibold">{formatAmount(inCash)}</strong>
        </Fact>
      )}
      {order.owed !== undefined && <Fact term={m.sellerOrders_money_to_pay_out()}>{formatAmount(order.owed)}</Fact>}
      {order.paidOut !== undefined && (
        <Fact term={order.refund === 'needs action' ? m.sellerOrders_refund_sent() : m.sellerOrders_refund_done()}>
          {formatAmount(order.paidOut)}
        </Fact>
      )}
      <Fact term={m.sellerOrders_paid_label()}>{paidLabel({ ...order, isPaid }, status)}</Fact>
    </dl>
  )
}

/** What happened to an order, when, and by whom. */
function History({ order, now }: Pick<DetailsProps, 'order' | 'now'>) {
  return (
    <ol className="grid gap-0.5">
      {historyOf(order).map(({ at, text, by }) => (
        <li key={`${text} ${at}`} className="flex flex-wrap gap-x-2 leading-snug">
          <time dateTime={at} className="figures text-muted">
            {formatWhen(at, now)}
          </time>
          <span>{text}</span>
          {by && <span className="text-muted">{byWhom(by)}</span>}
        </li>
      ))}
    </ol>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-x-4 max-[16rem]:flex-wrap">
      <dt className="shrink-0 text-muted text-sm">{term}</dt>
      <dd className="min-w-0 text-end leading-snug">{children}</dd>
    </div>
  )
}
