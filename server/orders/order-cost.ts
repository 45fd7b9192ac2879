/** Returns what an order costs now, in cents: its amount without what refunds, or its cancelling, took off. */
export const costOf = ({ amountCents, reductionCents }: { amountCents: number; reductionCents: number }): number =>
  amountCents - reductionCents
