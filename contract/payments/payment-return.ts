/** The result of the payment page, as its return URL reports it. */
export type PaymentReturn = {
  /** The order's id. */
  order: string
  /** `done`: paid, though the webhook event may not have arrived yet. `cancelled`: left, or declined. */
  payment: 'done' | 'cancelled'
}

/** Returns the path that the payment page returns to, with order and result in its query. */
export function paymentReturnPath({ order, payment }: PaymentReturn): string {
  return `${payment === 'done' ? '/loader?next=my-orders&' : '/cart?'}${new URLSearchParams({ order, payment })}`
}

/** Reads the result of a payment from a query; undefined if it is absent or malformed. */
export function paymentReturnOf(search: URLSearchParams): PaymentReturn | undefined {
  const order = search.get('order') ?? ''
  const payment = search.get('payment')
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(order)) return undefined
  return payment === 'done' || payment === 'cancelled' ? { order, payment } : undefined
}
