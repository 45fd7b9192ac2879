/** The states of a payment. `opening`: its page was requested, and no reply has arrived. */
export const paymentStates = ['opening', 'open', 'paid', 'failed', 'expired', 'refund due', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]
