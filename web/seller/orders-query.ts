import type { PaymentType } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { type OrderStatus, orderStatuses } from '../../contract/order-status.ts'

export type OrdersQuery = {
  q: string
  status: OrderStatus | undefined
  payment: PaymentType | undefined
  paid: 'true' | 'false' | undefined
}

/** The states that a seller meets: an order that nobody has paid yet isn't listed. */
export const sellerStatuses = orderStatuses.filter((status) => status !== 'Awaiting payment')

/** What the address of the orders screen asks for. What isn't understood counts as not asked for. */
export function ordersQueryOf(search: URLSearchParams): OrdersQuery {
  const [status, payment, paid] = [search.get('status'), search.get('payment'), search.get('paid')]
  return {
    q: (search.get('q') ?? '').trim().slice(0, limits.searchText),
    status: sellerStatuses.find((each) => each === status),
    payment: payment === 'COD' || payment === 'Online' ? payment : undefined,
    paid: paid === 'true' || paid === 'false' ? paid : undefined,
  }
}

/** The address's query, as short as it can be: `''`, or with its question mark. */
export function ordersSearch({ q, status, payment, paid }: OrdersQuery): string {
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  if (status) search.set('status', status)
  if (payment) search.set('payment', payment)
  if (paid) search.set('paid', paid)
  return search.size > 0 ? `?${search}` : ''
}
