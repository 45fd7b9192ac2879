import * as z from 'zod'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { paymentMethods } from '../payments/payment-methods.ts'
import { comparablePeriods, reportViews } from '../reports/report.ts'
import { call } from './call.ts'

/** An amount in the shop's currency, which refunds can make negative. */
const balance = z.number()

const figures = {
  /** Sales, less those that were cancelled or undone. */
  orders: z.int(),
  /** Pieces sold, less refunded ones. */
  pieces: z.int(),
  /** Goods and delivery before discounts. */
  gross: balance,
  discount: balance,
  /** What was paid: `gross` less `discount`, and a tax on top. */
  total: balance,
  tax: balance,
  refund: balance,
  refundTax: balance,
  /** `total` less `refund`. */
  net: balance,
}
export const reportFigures = z.object(figures)
export type ReportFigures = z.infer<typeof reportFigures>

const period = z.object({ from: z.string(), to: z.string() })

export const reportQuery = z.object({
  view: z.enum(reportViews),
  /** Days as YYYY-MM-DD; at most 400 of them. */
  from: z.string().max(10),
  to: z.string().max(10),
})

/** A row: the sums of a day, an hour, a product and so on, by its key. */
export const reportRow = z.object({
  key: z.string(),
  name: z.string().optional(),
  nameTh: z.string().nullish(),
  /** A product's size, as its seller wrote it; absent without one. */
  size: z.string().optional(),
  ...figures,
})
export type ReportRow = z.infer<typeof reportRow>

/** What was received and paid out by a method in a period, by the moments at which the money moved. */
export const paymentTotalsRow = z.object({
  method: z.enum(paymentMethods),
  received: balance,
  paidOut: balance,
  net: balance,
})
export type PaymentTotalsRow = z.infer<typeof paymentTotalsRow>

/** The calls of the owner's reports. */
export const reportCalls = {
  sales: call(sellerCallPaths.report.sales, {
    summary: 'Sales, discounts, taxes and refunds of a period, and of the one before',
    access: 'seller',
    ours: true,
    query: reportQuery.extend({
      /** Compares with the same days of the week or month before, instead of with as many days before `from`. */
      sameDaysOf: z.enum(comparablePeriods).optional(),
    }),
    reply: {
      success: z.literal(true),
      ...reportQuery.shape,
      before: period,
      /**
       * At which time of day the last day of `before` ends, if the last of the period is today. Absent, it is whole.
       */
      beforeUntil: z.string().optional(),
      sums: reportFigures,
      sumsBefore: reportFigures,
      /** All days, months, weekdays and hours of the period in their order; other rows with the most sales first. */
      rows: z.array(reportRow),
      /** By how much the cash of the period was rounded down: what was paid is `sums.net` less that. */
      rounded: balance,
      /** Only with the view `method`: the money of the period, whichever orders it is of. */
      paymentTotals: z.array(paymentTotalsRow).optional(),
      /** How many rows there are beyond these. */
      more: z.int(),
      /** False while sales from before there were reports are being added. */
      complete: z.boolean(),
    },
  }),
}
