import type { PaymentType } from '../../../contract/entities.ts'
import { limits } from '../../../contract/limits.ts'
import { nextStatuses, type OrderStatus, orderStatuses } from '../../../contract/order-status.ts'

export const ordersPath = '/seller/orders'

/** Which orders: those on which something is to be done, all, or those in one state. */
export type OrdersView = 'todo' | 'all' | OrderStatus

/** Orders of one page. */
export const pageSize = 20

export type OrdersQuery = {
  q: string
  /** Undefined where the address names none: to do, and all of them for a search. */
  view: OrdersView | undefined
  payment: PaymentType | undefined
  paid: 'true' | 'false' | undefined
}

/** The states that a seller meets: an order that nobody has paid yet isn't listed. */
export const sellerStatuses = orderStatuses.filter((status) => status !== 'Awaiting payment')

/** What the address of the orders screen asks for. What isn't understood counts as not asked for. */
export function ordersQueryOf(search: URLSearchParams): OrdersQuery {
  const [view, status, payment, paid] = ['view', 'status', 'payment', 'paid'].map((name) => search.get(name))
  return {
    q: (search.get('q') ?? '').trim().slice(0, limits.searchText),
    view: sellerStatuses.find((each) => each === status) ?? (view === 'todo' || view === 'all' ? view : undefined),
    payment: payment === 'COD' || payment === 'Online' ? payment : undefined,
    paid: paid === 'true' || paid === 'false' ? paid : undefined,
  }
}

/** The address's query, as short as it can be: `''`, or with its question mark. */
export function ordersSearch({ q = '', view, payment, paid }: Partial<OrdersQuery>): string {
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  if (view === 'todo' || view === 'all') search.set('view', view)
  else if (view) search.set('status', view)
  if (payment) search.set('payment', payment)
  if (paid) search.set('paid', paid)
  return search.size > 0 ? `?${search}` : ''
}

/** The orders that are shown: whoever searches and names no view looks for any of them. */
export function viewOf({ q, view }: OrdersQuery): OrdersView {
  return view ?? (q ? 'all' : 'todo')
}

/** Whether the one that has waited longest comes first: wherever something is still to be done. */
export function isOldestFirst(query: OrdersQuery): boolean {
  const view = viewOf(query)
  return view === 'todo' || (view !== 'all' && nextStatuses[view].length > 0)
}

/** What the list asks of the shop. */
export function ordersInput(query: OrdersQuery) {
  const view = viewOf(query)
  return {
    q: query.q || undefined,
    ...(view === 'todo' ? { open: 'true' as const } : view === 'all' ? {} : { status: view }),
    sort: isOldestFirst(query) ? ('oldest' as const) : ('newest' as const),
    payment: query.payment,
    paid: query.paid,
  }
}
