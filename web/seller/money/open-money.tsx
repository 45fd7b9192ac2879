import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { SellerOrder } from '../../../contract/entities/order.ts'
import { refundReasonText } from '../../../contract/pricing/refund-reasons.ts'
import { cappedCount } from '../../../contract/values/capped-count.ts'
import { telHref } from '../../../contract/values/tel-href.ts'
import { useLiveOrders } from '../../client/use-live-orders.ts'
import { useNow } from '../../client/use-now.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { paymentTypeName } from '../../messages/payment-type-name.ts'
import { roundedCash } from '../../orders/facts/in-cash.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { PackageCheck } from '../../ui/seller-icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useOpenMoney, useOrderChanges } from '../area/order-watch.ts'
import { sellerApi } from '../client/seller-api.ts'
import { statusLabel } from '../order-ui/order-texts.ts'
import { ordersPath, ordersSearch } from '../order-ui/orders-query.ts'
import { readOrder } from '../order-ui/read-order.ts'
import { SettleDialog, type SettlementKind } from '../order-ui/settle-dialog.tsx'
import { formatAge } from '../order-ui/times.ts'
import { withOrder } from '../order-ui/with-order.ts'
import { toastUnread } from '../ui/toast-failure.ts'
import { openReasons, openSince } from './open-since.ts'

const path = '/seller/money'
const pageSize = 20

/** Orders with money to pay out, or to collect, the oldest first. */
export default function OpenMoney() {
  const [search] = useSearchParams()
  const settling: SettlementKind = search.get('list') === 'collect' ? 'collect' : 'pay-out'
  const now = useNow()
  const { live, shown, list, ...state } = useLiveOrders(settling, () => ({
    read: (page, options) => sellerApi.order.seller({ balance: settling, sort: 'oldest', ...page }, options),
    pageSize,
    sort: { oldestFirst: true },
  }))
  /** The order whose dialog is open: it stays, also if a colleague settles it meanwhile. */
  const [confirming, setConfirming] = useState<string>()
  useOrderChanges((changes) => {
    live.changed()
    void readShown(changes.flatMap(({ order }) => order ?? []))
  })
  const open = list?.orders.filter((order) => openAmount(order, settling) > 0 || order._id === confirming) ?? []

  /**
   * Reads the shown orders among the changed ones, all if none is named: of those that are settled now the list reads
   * no more.
   */
  async function readShown(changed: readonly string[]) {
    for (const { _id } of open) {
      const current = changed.length === 0 || changed.includes(_id) ? await readOrder(_id) : undefined
      if (current) shown.update((before) => withOrder(before, current))
    }
  }

  async function readMore() {
    const refused = await live.readMore().catch(toastUnread)
    if (refused !== undefined) toast.error(refused)
  }

  return (
    <>
      <Lists settling={settling} />
      {list ? (
        <div aria-busy={state.turning || undefined} className={state.turning ? 'opacity-60 delay-300' : ''}>
          {open.length === 0 && (
            <EmptyState
              heading="h2"
              title={settling === 'collect' ? m.money_collect_none_title() : m.money_back_none_title()}
              action={<PackageCheck className="size-8 text-leaf" aria-hidden />}
            >
              {settling === 'collect' ? m.money_collect_none_text() : m.money_back_none_text()}
            </EmptyState>
          )}
          <ol className="grid gap-3">
            {open.map((order) => (
              <li key={order._id}>
                <OpenOrder
                  order={order}
                  settling={settling}
                  now={now}
                  onConfirming={(isConfirming) => setConfirming(isConfirming ? order._id : undefined)}
                  onChanged={(changed) => shown.update((before) => withOrder(before, changed))}
                />
              </li>
            ))}
          </ol>
          {list.nextCursor && (
            <MoreButton onClick={readMore} isReading={state.readingMore}>
              {m.sellerOrders_show_more()}
            </MoreButton>
          )}
        </div>
      ) : state.loading || state.failure === undefined ? (
        <div role="status" className="grid gap-3">
          <span className="sr-only">{m.sellerOrders_loading()}</span>
          <Skeleton className="h-28 w-full rounded-card" />
          <Skeleton className="h-28 w-full rounded-card" />
        </div>
      ) : (
        <EmptyState
          heading="h2"
          title={m.sellerOrders_failed()}
          action={<Button onClick={() => live.reload()}>{m.ui_try_again()}</Button>}
        >
          {state.failure}
        </EmptyState>
      )}
    </>
  )
}

/**
 * Returns what of an order is to be paid out or collected; zero or less if nothing is. Not `-balance`: of 0 that is -0,
 * which is shown as -0.00.
 */
const openAmount = ({ money }: SellerOrder, settling: SettlementKind): number =>
  settling === 'pay-out' ? 0 - money.balance : money.balance

/** The links to the two lists, with how many orders each has. */
function Lists({ settling }: { settling: SettlementKind }) {
  const counts = useOpenMoney()
  return (
    <nav aria-label={m.money_lists()} className="mb-4">
      <ul className="flex flex-wrap gap-1.5">
        <Tab to={path} isCurrent={settling === 'pay-out'} count={counts.toPayOut}>
          {m.sellerOrders_money_to_pay_out()}
        </Tab>
        <Tab to={`${path}?list=collect`} isCurrent={settling === 'collect'} count={counts.toCollect}>
          {m.money_collect()}
        </Tab>
      </ul>
    </nav>
  )
}

type TabProps = { to: string; isCurrent: boolean; count: number; children: string }

function Tab({ to, isCurrent, count, children }: TabProps) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={isCurrent ? 'true' : undefined}
        className="figures inline-flex min-h-11 items-center gap-1.5 rounded-full border border-edge bg-surface px-4 font-medium transition-colors hover:border-leaf aria-[current]:border-leaf aria-[current]:bg-leaf-soft aria-[current]:font-semibold aria-[current]:text-leaf-deep"
      >
        {children}
        {count > 0 && (
          <span className="min-w-6 rounded-full bg-mango px-1.5 text-center font-semibold text-on-mango text-sm">
            {cappedCount(count)}
          </span>
        )}
      </Link>
    </li>
  )
}

type OpenOrderProps = {
  order: SellerOrder
  settling: SettlementKind
  now: number
  /** Called when the order's dialog is opened or closed. */
  onConfirming: (isConfirming: boolean) => void
  onChanged: (order: SellerOrder) => void
}

function OpenOrder({ order, settling, now, onConfirming, onChanged }: OpenOrderProps) {
  const [dialog, setDialog] = useState<'open' | 'closing'>()
  const { number, address, status, money } = order
  const amount = openAmount(order, settling)
  const paysOut = settling === 'pay-out'
  const isGateway = paysOut && money.refunding
  const inCash = roundedCash(order)
  const reasons = paysOut ? openReasons(order).map((reason) => refundReasonText(reason, getLocale())) : []
  const headingId = `money-${order._id}`
  return (
    <article
      aria-labelledby={headingId}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 shadow-card"
    >
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="figures font-bold text-2xl leading-tight">
            {formatAmount(paysOut ? amount : (order.cash ?? amount))}
          </span>
          <span className="figures text-muted text-sm">{formatAge(openSince(order), now)}</span>
        </p>
        <h2 id={headingId} className="font-semibold leading-snug">
          <Link
            to={ordersPath + ordersSearch({ q: `#${number}` })}
            className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
          >
            {m.sellerOrders_number({ number })}
          </Link>
        </h2>
        <p className="wrap-anywhere text-muted leading-snug">
          {address.firstName} {address.lastName} ·{' '}
          <a href={telHref(address.phone)} className="underline underline-offset-4">
            {address.phone}
          </a>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-muted text-sm">
          <Badge>{statusLabel(status)}</Badge>
          {paymentTypeName(order.paymentType)}
          {reasons.length > 0 && ` · ${reasons.join(', ')}`}
        </p>
        {paysOut && inCash !== undefined && (
          <p className="text-muted leading-snug">{m.money_rounded({ amount: formatAmount(inCash) })}</p>
        )}
      </div>
      {isGateway ? (
        <p className="text-muted">{m.money_refunding()}</p>
      ) : (
        <Button
          variant={paysOut ? 'primary' : 'outline'}
          onClick={() => {
            setDialog('open')
            onConfirming(true)
          }}
          aria-label={(paysOut ? m.money_given_of : m.money_taken_of)({ number })}
          className="max-sm:grow"
        >
          {paysOut ? m.money_given() : m.money_taken()}
        </Button>
      )}
      {dialog && (
        <SettleDialog
          order={order}
          settling={settling}
          amount={amount}
          open={dialog === 'open'}
          onClose={() => {
            setDialog('closing')
            onConfirming(false)
          }}
          onChanged={onChanged}
        />
      )}
    </article>
  )
}
