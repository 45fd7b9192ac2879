/*
 * Sums that may be below zero, such as an order's balance or sales less refunds, which `Cents` can't be. Apart from money.ts,
 * so that the shopper's screens don't load them.
 */

/** Returns whole cents as the wire has them: a number in the shop's currency with at most two decimals. */
export const balanceToWire = (cents: number): number => cents / 100

/** Returns an amount that the shop itself sent in cents. They add up exactly, while tenths of a currency don't in binary. */
export const balanceCentsOf = (amount: number): number => Math.round(amount * 100)
