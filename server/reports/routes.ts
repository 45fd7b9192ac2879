import { calls } from '../../contract/calls.ts'
import { display } from '../../contract/limits.ts'
import { cents, toWire } from '../../contract/money.ts'
import { openStatuses } from '../../contract/order-status.ts'
import type { ShopConfig } from '../../contract/shop.ts'
import { sellerProductRecord } from '../catalog/product-record.ts'
import type { Db } from '../database/database.ts'
import { type App, on } from '../http/edge.ts'
import { countByStatus, productsLowOnStock, productsOutOfStock } from './queries.ts'
import { salesOfLastDays } from './sales.ts'

export type ReportDeps = { db: Db; shop: Pick<ShopConfig, 'timeZone'> }

/** The call for the seller's overview: open orders, sales of the last days, and stock. */
export function reportRoutes(app: App, { db, shop }: ReportDeps): void {
  on(app, calls.seller.today, async () => {
    const [waiting, sales, out, low] = await Promise.all([
      countByStatus(db, openStatuses),
      salesOfLastDays(db, { timeZone: shop.timeZone, count: display.salesDays }),
      productsOutOfStock(db),
      productsLowOnStock(db),
    ])
    return {
      waiting,
      days: sales.map(({ amountCents, ...day }) => ({ ...day, amount: toWire(cents(amountCents)) })),
      outOfStock: { products: out.products.map(sellerProductRecord), count: out.count },
      lowStock: { products: low.products.map(sellerProductRecord), count: low.count },
    }
  })
}
