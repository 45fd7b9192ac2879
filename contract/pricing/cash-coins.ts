/*
 * The cash amount of an order is what is to be paid, rounded down to the smallest coin. Prices, taxes, documents and
 * sales don't change: the remainder is a movement of its own in the order's ledger once the cash is received.
 */

/**
 * The smallest coin of currencies in which it isn't one hundredth, in hundredths. Of the baht's nine coins, those of 1,
 * 5 and 10 satang serve accounting only, and 25 satang is the smallest in circulation (The Treasury Department of
 * Thailand, "Coins of the Present Reign", asean.treasury.go.th, 19 December 2014).
 */
const coins: Readonly<Record<string, number>> = { THB: 25 }

/** Returns a currency's smallest coin in circulation, in cents. `currency` is its ISO 4217 code. */
export const smallestCoin = (currency: string): number => coins[currency.toUpperCase()] ?? 1

/** Rounds a non-negative sum in cents down to whole coins. `coin` is the smallest coin, in cents. */
export const inCoins = (sum: number, coin: number): number => sum - (sum % coin)

/** Returns the cents that are to be collected of an order if it is paid in cash: what coins can pay of its balance. */
export const cashToCollect = ({ balanceCents, coinCents }: { balanceCents: number; coinCents: number }): number =>
  inCoins(Math.max(balanceCents, 0), coinCents)

/** Rounds a non-negative sum in cents up to whole coins: for cash that is paid out. */
export const coinsBack = (sum: number, coin: number): number => inCoins(sum + coin - 1, coin)

/** An order's money in cents, and the smallest coin. */
export type CashOfOrder = {
  /** The order's price. */
  cost: number
  /** Cash received, less cash paid out. */
  cash: number
  /** The same for all other methods. */
  other: number
  coin: number
}

/**
 * Returns the cents of an order that are rounded off: the remainder smaller than a coin, once all coins were received.
 * It is computed from the order's current price, so that payouts of an order paid in cash are whole coins, too.
 */
export function roundedOff({ cost, cash, other, coin }: CashOfOrder): number {
  const inCash = Math.max(cost - other, 0)
  const whole = inCoins(inCash, coin)
  return cash >= whole ? inCash - whole : 0
}
