/** What a shopper did on the payment page, as the address says to which the page leads back. */
export type PaymentReturn = {
  /** The order's id. */
  order: string
  /** `done`: paid, though the shop may not have heard of it yet. `cancelled`: left, or declined. */
  payment: 'done' | 'cancelled'
}

/** Where the payment page leads back to: a path of this shop that says which order it was and what happened. */
export function paymentReturnPath({ order, payment }: PaymentReturn): string {
  return `${payment === 'done' ? '/loader?next=my-orders&' : '/cart?'}${new URLSearchParams({ order, payment })}`
}

/** Reads what an address says about a payment; undefined when it says nothing, or nothing that can be true. */
export function paymentReturnOf(search: URLSearchParams): PaymentReturn | undefined {
  const order = search.get('order') ?? ''
  const payment = search.get('payment')
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(order)) return undefined
  return payment === 'done' || payment === 'cancelled' ? { order, payment } : undefined
}
