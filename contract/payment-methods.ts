/** How money comes for an order and goes back. */
export type PaymentMethod = 'cash' | 'card' | 'promptpay' | 'transfer'

/** The methods of money that a seller takes or gives back by hand. */
export const manualMethods = ['cash', 'transfer'] as const satisfies readonly PaymentMethod[]
export type ManualMethod = (typeof manualMethods)[number]
