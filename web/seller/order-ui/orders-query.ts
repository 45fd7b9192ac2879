import type { SellerOrder } from '../../../contract/entities/order.ts'
import { deliverWithinHours } from '../../../contract/orders/deliver-by.ts'
import { isOpenStatus, type OrderStatus, orderStatuses } from '../../../contract/orders/order-status.ts'
import { type PaymentType, paymentTypes } from '../../../contract/payments/payment-methods.ts'
import { limits } from '../../../contract/values/limits.ts'
import type { OrdersSort } from '../../client/live-orders.ts'

export const ordersPath = '/seller/orders'

/** The view: orders with something to do, all, or those with one status. */
export type OrdersView = 'todo' | 'all' | OrderStatus

/** Orders per page. */
export const pageSize = 20

export type OrdersQuery = {
  q: string
  /** Undefined if the URL has none: "to do", or all for a search. */
  view: OrdersView | undefined
  payment: PaymentType | undefined
  paid: 'true' | 'false' | undefined
}

/**
 * The statuses by which the seller's list is filtered. Orders that await payment are in no other view, so they are
 * last.
 */
export const sellerStatuses = [
  ...orderStatuses.filter((status) => status !== 'Awaiting payment'),
  'Awaiting payment',
] as const

/** Returns the query of the orders screen's URL. Invalid values are ignored. */
export function ordersQueryOf(search: URLSearchParams): OrdersQuery {
  const [view, status, payment, paid] = ['view', 'status', 'payment', 'paid'].map((name) => search.get(name))
  return {
    q: (search.get('q') ?? '').trim().slice(0, limits.searchText),
    view: sellerStatuses.find((each) => each === status) ?? (view === 'todo' || view === 'all' ? view : undefined),
    payment: paymentTypes.find((each) => each === payment),
    paid: paid === 'true' || paid === 'false' ? paid : undefined,
  }
}

/** Returns the shortest URL query: `''`, or with its question mark. */
export function ordersSearch({ q = '', view, payment, paid }: Partial<OrdersQuery>): string {
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  if (view === 'todo' || view === 'all') search.set('view', view)
  else if (view) search.set('status', view)
  if (payment) search.set('payment', payment)
  if (paid) search.set('paid', paid)
  return search.size > 0 ? `?${search}` : ''
}

/** Returns the shown view: a search without a view covers all orders. */
export function viewOf({ q, view }: OrdersQuery): OrdersView {
  return view ?? (q ? 'all' : 'todo')
}

/**
 * Returns whether a view has something to do: there what is delivered first is first, at the same time what waited
 * longest.
 */
function isToDo(query: OrdersQuery): boolean {
  const view = viewOf(query)
  return view === 'todo' || (view !== 'all' && isOpenStatus(view))
}

/** Returns how the list is sorted, as the shop sorts it. */
export function sortOf(query: OrdersQuery): OrdersSort<SellerOrder> {
  return isToDo(query) ? { oldestFirst: true, rank: deliverBy } : { oldestFirst: false }
}

/**
 * Returns by when an order is to be delivered: the end of its delivery window or its promise, otherwise an hour after
 * it was placed.
 */
export const deliverBy = ({ delivery, createdAt }: Pick<SellerOrder, 'delivery' | 'createdAt'>): string =>
  delivery?.promisedAt ?? new Date(Date.parse(createdAt) + deliverWithinHours * 3_600_000).toISOString()

/** Returns the input of the list's call. */
export function ordersInput(query: OrdersQuery) {
  const view = viewOf(query)
  return {
    q: query.q || undefined,
    ...(view === 'todo' ? { open: 'true' as const } : view === 'all' ? {} : { status: view }),
    sort: isToDo(query) ? ('deliver-by' as const) : ('newest' as const),
    payment: query.payment,
    paid: query.paid,
    // A customer may ask about an order that isn't paid yet.
    ...(query.q && { awaiting: 'true' as const }),
  }
}
