import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { canTakePromptPay, paymentTypes } from '../../../../contract/payments/payment-methods.ts'
import { cappedCount } from '../../../../contract/values/capped-count.ts'
import { m } from '../../../messages/messages.ts'
import { paymentTypeName } from '../../../messages/payment-type-name.ts'
import { shop } from '../../../shop.ts'
import { centerInRow } from '../../../ui/center-in-row.ts'
import { Select } from '../../../ui/select.tsx'
import { useWaitingOrders } from '../../area/order-watch.ts'
import { statusLabel } from '../../order-ui/order-texts.ts'
import {
  type OrdersQuery,
  type OrdersView,
  ordersPath,
  ordersSearch,
  sellerStatuses,
  viewOf,
} from '../../order-ui/orders-query.ts'
import { Filters } from '../../ui/filters.tsx'
import { SearchField } from '../../ui/search-field.tsx'

const views: readonly OrdersView[] = ['todo', 'all', ...sellerStatuses]

function viewLabel(view: OrdersView): string {
  if (view === 'todo') return m.sellerOrders_view_todo()
  if (view === 'all') return m.sellerOrders_view_all()
  return view === 'Order Placed' ? m.sellerOrders_view_new() : statusLabel(view)
}

/** The search, filters and states of the orders. */
export function OrderControls({ query }: { query: OrdersQuery }) {
  const navigate = useNavigate()
  const waiting = useWaitingOrders()
  const chosen = [query.payment, query.paid].filter(Boolean).length
  const shown = viewOf(query)
  const states = useRef<HTMLElement>(null)
  // On a phone the last states are out of sight, and none would seem to be chosen.
  useEffect(() => {
    const show = () => centerInRow(states.current, states.current?.querySelector('[aria-current]'))
    // Fonts that load later widen the states, until the seller scrolls them.
    const widened = new ResizeObserver(show)
    for (const list of states.current?.children ?? []) widened.observe(list)
    states.current?.addEventListener('pointerdown', () => widened.disconnect(), { once: true })
    return () => widened.disconnect()
  }, [])
  // A choice adds a history entry, for Back; typing in the search replaces it.
  const go = (next: Partial<OrdersQuery>, replace = false) =>
    void navigate(ordersPath + ordersSearch({ ...query, ...next }), { replace, preventScrollReset: true })
  return (
    <search className="mb-3 grid gap-x-3 gap-y-2 sm:mb-4 print:hidden">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 lg:grid-cols-[minmax(0,1fr)_12.5rem_12.5rem]">
        <SearchField label={m.sellerOrders_search()} query={query.q} onSearch={(q) => go({ q }, true)} />
        <Filters chosen={chosen} startOpen={chosen > 0} inRowFrom="lg">
          <Select
            label={m.sellerOrders_filter_payment_type()}
            hideLabel
            value={query.payment ?? ''}
            onChange={({ target: { value } }) => go({ payment: paymentTypes.find((each) => each === value) })}
          >
            <option value="">{m.sellerOrders_filter_any_payment_type()}</option>
            {paymentTypes
              .filter((each) => each !== 'PromptPay' || canTakePromptPay(shop))
              .map((paymentType) => (
                <option key={paymentType} value={paymentType}>
                  {paymentTypeName(paymentType)}
                </option>
              ))}
          </Select>
          <Select
            label={m.sellerOrders_paid_label()}
            hideLabel
            value={query.paid ?? ''}
            onChange={({ target: { value } }) =>
              go({ paid: value === 'true' || value === 'false' ? value : undefined })
            }
          >
            <option value="">{m.sellerOrders_filter_any_paid()}</option>
            <option value="true">{m.sellerOrders_paid()}</option>
            <option value="false">{m.sellerOrders_filter_unpaid()}</option>
          </Select>
        </Filters>
      </div>
      <nav
        ref={states}
        aria-label={m.sellerOrders_filter_status()}
        className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] md:-mx-1 md:px-1"
      >
        <ul className="flex w-max gap-1.5">
          {views.map((view) => (
            <li key={view}>
              <Link
                to={ordersPath + ordersSearch({ ...query, view: view === 'todo' && !query.q ? undefined : view })}
                preventScrollReset
                aria-current={view === shown ? 'true' : undefined}
                className="figures inline-flex min-h-11 items-center gap-1.5 rounded-full border border-edge bg-surface px-3.5 font-medium transition-colors hover:border-leaf focus-visible:-outline-offset-2 aria-[current]:border-leaf aria-[current]:bg-leaf-soft aria-[current]:font-semibold aria-[current]:text-leaf-deep"
              >
                {viewLabel(view)}
                {view === 'Order Placed' && waiting > 0 && (
                  <span className="min-w-6 rounded-full bg-mango px-1.5 text-center font-semibold text-on-mango text-sm">
                    {cappedCount(waiting)}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </search>
  )
}
