import { reportQuery } from '../../contract/calls/report.ts'
import { calls } from '../../contract/calls.ts'
import { openStatuses } from '../../contract/orders/order-status.ts'
import { maxReportLines, maxReportRows, reportCsvPath } from '../../contract/reports/report.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { balanceToWire } from '../../contract/values/balance.ts'
import { dayAfter, dayIn } from '../../contract/values/day.ts'
import { display } from '../../contract/values/limits.ts'
import { sellerProductToWire } from '../catalog/product-to-wire.ts'
import { refuse } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { consumeRateLimit } from '../database/rate-limit.ts'
import { type App, addCall } from '../http/calls/calls.ts'
import { requireSeller } from '../http/calls/sessions.ts'
import { fileLanguageOf } from '../http/request/language.ts'
import type { Figures } from './figures.ts'
import { placedOfLastDays } from './placed.ts'
import { countByStatus, productsLowOnStock, productsOutOfStock } from './queries.ts'
import { salesCsv } from './sales-csv.ts'
import { salesOfTimes } from './sales-queries.ts'
import { salesReport } from './sales-report.ts'

export type ReportDeps = { db: Db; shop: Pick<ShopConfig, 'timeZone' | 'categories'> }

/** The rate limit of reports per account. */
const reportRateLimit = { limit: 120, perSeconds: 60 }

/** The calls for the seller's overview (open orders, sales of the last days, and stock) and for the owner's reports. */
export function reportRoutes(app: App, { db, shop }: ReportDeps): void {
  addCall(app, calls.seller.today, async () => {
    const today = dayIn(shop.timeZone)
    const [waiting, sales, placed, out, low] = await Promise.all([
      countByStatus(db, openStatuses),
      salesOfTimes(db, 'day', { from: dayAfter(today, -display.salesDays), to: today }),
      placedOfLastDays(db, { timeZone: shop.timeZone, count: display.salesDays }),
      productsOutOfStock(db),
      productsLowOnStock(db),
    ])
    return {
      waiting,
      days: placed.map((day) => {
        const { orders = 0, total = 0, refund = 0 } = sales.find(({ key }) => key === day.day) ?? {}
        return { ...day, orders, amount: balanceToWire(total - refund) }
      }),
      outOfStock: { products: out.products.map(sellerProductToWire), count: out.count },
      lowStock: { products: low.products.map(sellerProductToWire), count: low.count },
    }
  })

  addCall(app, calls.report.sales, async (request) => {
    const { view, from, to, sameDaysOf } = request.query
    await consumeRateLimit(db, `reports:${requireSeller(request).id}`, reportRateLimit)
    const { before, beforeUntil, sums, sumsBefore, rows, more, rounded, paymentTotals, isComplete } = await salesReport(
      db,
      {
        view,
        from,
        to,
        sameDaysOf,
        limit: maxReportRows,
        timeZone: shop.timeZone,
      },
    )
    return {
      view,
      from,
      to,
      before,
      more,
      complete: isComplete,
      beforeUntil: beforeUntil?.toISOString(),
      sums: onWire(sums),
      sumsBefore: onWire(sumsBefore),
      rounded: balanceToWire(rounded),
      paymentTotals: paymentTotals?.map(({ method, received, paidOut }) => ({
        method,
        received: balanceToWire(received),
        paidOut: balanceToWire(paidOut),
        net: balanceToWire(received - paidOut),
      })),
      rows: rows.map(({ key, name, nameTh, size, ...figures }) => ({
        key,
        ...(name === null ? {} : { name, nameTh }),
        ...(size ? { size } : {}),
        ...onWire(figures),
      })),
    }
  })

  app.get<{ Querystring: Record<string, unknown> }>(
    reportCsvPath,
    { config: { access: 'seller', right: 'report.sales' } },
    async (request, reply) => {
      const query = reportQuery.safeParse(request.query)
      if (!query.success) return refuse('malformed')
      await consumeRateLimit(db, `reports:${requireSeller(request).id}`, reportRateLimit)
      const { view, from, to } = query.data
      const report = await salesReport(db, { view, from, to, limit: maxReportLines, timeZone: shop.timeZone })
      const name = `sales-${view}-${from}-${to}.csv`
      reply.header('cache-control', 'no-store').header('content-disposition', `attachment; filename="${name}"`)
      const language = fileLanguageOf(request)
      return reply
        .type('text/csv; charset=utf-8')
        .send(salesCsv(report, { view, language, categories: shop.categories }))
    },
  )
}

/** Returns figures in the shop's currency. */
function onWire({ orders, pieces, ...cents }: Figures) {
  const { gross, discount, total, tax, refund, refundTax } = cents
  const amounts = { gross, discount, total, tax, refund, refundTax, net: total - refund }
  const inCurrency = Object.entries(amounts).map(([key, amount]) => [key, balanceToWire(amount)])
  return { orders, pieces, ...(Object.fromEntries(inCurrency) as typeof amounts) }
}
