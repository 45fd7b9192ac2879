/** Numbers and sums in cents. `total` is the paid sum, with its `tax`: gross - discount, and a tax on top. */
export type Figures = {
  orders: number
  /** Without refunded ones. */
  pieces: number
  /** Goods and delivery before discounts. */
  gross: number
  discount: number
  total: number
  tax: number
  refund: number
  refundTax: number
}

/** The figures of a product, or under `deliveryKey` of delivery fees, under `amountKey` of refunds of an amount. */
export type Part = Figures & { product: string; category: string }

/** The figures of a rate of tax. */
export type RateFigures = { basisPoints: number; total: number; tax: number; refund: number; refundTax: number }
/** The discount of a promotion on an order. */
export type PromotionFigures = { promotion: string; cents: number }

export const noFigures: Figures = {
  orders: 0,
  pieces: 0,
  gross: 0,
  discount: 0,
  total: 0,
  tax: 0,
  refund: 0,
  refundTax: 0,
}

/** Adds figures. */
export function plus(one: Figures, other: Figures): Figures {
  const keys = Object.keys(noFigures) as (keyof Figures)[]
  return Object.fromEntries(keys.map((key) => [key, one[key] + other[key]])) as Figures
}

/** Returns the negated figures. */
export function minus<F extends Record<string, number>>(figures: F): F {
  return Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, negated(value)])) as F
}

/** Returns the negated figure. Not `-figure`: of 0 that is -0, which is formatted as "-0" and isn't the same as 0. */
export const negated = (figure: number): number => 0 - figure
