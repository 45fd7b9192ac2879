import { nearestCent } from './money.ts'

/*
 * Sums that may be below zero, such as an order's balance or sales less refunds, which `Cents` can't be. Apart from
 * money.ts, so that the shopper's screens don't load them.
 */

/** Returns whole cents as the wire has them: a number in the shop's currency with at most two decimals. */
export const balanceToWire = (cents: number): number => cents / 100

/** Returns an amount that the shop itself sent in cents, as `centsOf` does, also one below zero. */
export const balanceCentsOf = nearestCent
