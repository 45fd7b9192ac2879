/** The states of a payment. `opening`: its page was requested, and no reply has arrived. */
export const paymentStates = ['opening', 'open', 'paid', 'failed', 'expired', 'refund due', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

type Meaning = {
  /** Whether it can still be paid. */
  isPending: boolean
  /** Whether the shop knows that it was paid. */
  isMoneyKnown: boolean
  /** How far the refund of the whole payment is. */
  refund: 'due' | 'done' | undefined
}

const meanings: Record<PaymentState, Meaning> = {
  opening: { isPending: true, isMoneyKnown: false, refund: undefined },
  open: { isPending: true, isMoneyKnown: false, refund: undefined },
  paid: { isPending: false, isMoneyKnown: true, refund: undefined },
  failed: { isPending: false, isMoneyKnown: false, refund: undefined },
  expired: { isPending: false, isMoneyKnown: false, refund: undefined },
  'refund due': { isPending: false, isMoneyKnown: true, refund: 'due' },
  refunded: { isPending: false, isMoneyKnown: true, refund: 'done' },
}

/** Returns what a payment's state means. */
export const meaningOf = (state: PaymentState): Meaning => meanings[state]
