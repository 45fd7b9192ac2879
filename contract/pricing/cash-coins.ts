/*
 * What is to be paid in cash is what is due, rounded down to the smallest coin. Prices, taxes, documents and sales don't change:
 * the rest is a movement of its own in the order's ledger once the cash is received.
 */

/**
 * The smallest coin of currencies in which it isn't one hundredth, in hundredths. Of the baht's nine coins, those of 1, 5 and
 * 10 satang serve accounting only, and 25 satang is the smallest in circulation (The Treasury Department of Thailand, "Coins of
 * the Present Reign", asean.treasury.go.th, 19 December 2014).
 */
const coins: Readonly<Record<string, number>> = { THB: 25 }

/** Returns a currency's smallest coin in circulation, in cents. `currency` is its ISO 4217 code. */
export const smallestCoin = (currency: string): number => coins[currency.toUpperCase()] ?? 1

/** Returns what of a sum in cents, which isn't below zero, coins can pay. `coin` is the smallest one, in cents. */
export const inCoins = (sum: number, coin: number): number => sum - (sum % coin)

/**
 * Returns the smallest sum that coins can pay and that covers a sum in cents, which isn't below zero: for cash that is given
 * back.
 */
export const coinsBack = (sum: number, coin: number): number => inCoins(sum + coin - 1, coin)

/** An order's money in cents, and the smallest coin. */
export type CashOfOrder = {
  /** What the order costs. */
  due: number
  /** What was received in cash, less what was paid out in cash. */
  cash: number
  /** The same of all other methods. */
  other: number
  coin: number
}

/**
 * Returns what of an order is rounded off, in cents: the rest that no coin can pay, once the others were received. It follows
 * from what the order costs now, so that what is paid back of an order paid in cash is whole coins, too.
 */
export function roundedOff({ due, cash, other, coin }: CashOfOrder): number {
  const inCash = Math.max(due - other, 0)
  const whole = inCoins(inCash, coin)
  return cash >= whole ? inCash - whole : 0
}
