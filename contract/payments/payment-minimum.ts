/**
 * The smallest amounts that Stripe takes, in cents of the currency.
 * @see https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const minimums: Readonly<Record<string, number>> = {
  USD: 50,
  THB: 1000,
  EUR: 50,
  GBP: 30,
  SGD: 50,
  MYR: 200,
  HKD: 400,
  AUD: 50,
  CAD: 50,
  NZD: 50,
}

/**
 * Returns the smallest amount that can be paid online, in cents; zero for currencies whose smallest one isn't known.
 */
export function smallestOnlinePayment(currencyCode: string): number {
  return minimums[currencyCode.toUpperCase()] ?? 0
}
