import { requestText } from '../measure.ts'
import { formatRate, ms, type Row } from '../row.ts'
import type { Context } from './context.ts'

/** Calls of a signed-in shopper. */
export async function session({ opened, loader, people }: Context): Promise<Row[]> {
  const products = await opened.db.selectFrom('product').select('id').orderBy('id').limit(5).execute()
  const own = (cookie: string) => ({ headers: { cookie } })
  const common = { port: opened.port, pid: opened.shop.pid, status: 200 }
  const figures = await loader.compare({
    isAuth: { ...common, requests: people.map(({ cookie }) => requestText('GET /api/user/is-auth', own(cookie))) },
    update: {
      ...common,
      requests: people.map(({ cookie, id }, index) => {
        const cartItems = Object.fromEntries(products.map((product) => [product.id, 1 + (index % 9)]))
        return requestText('POST /api/cart/update', { ...own(cookie), body: { userId: id, cartItems } })
      }),
    },
  })
  return [
    { what: 'is-auth with a session', least: 2500, figures: figures.isAuth },
    { what: 'cart/update, five products, durable', least: 1500, figures: figures.update },
  ].map(({ what, least, figures: { perSecond, p50, p99, cpu } }) => ({
    part: 'session',
    what,
    goal: `at least ${formatRate(least)} on 2 cores`,
    figure: formatRate(perSecond),
    met: perSecond >= least,
    more: `p50 ${ms(p50)}, p99 ${ms(p99)}${cpu ? `; CPU ${cpu.own.toFixed(2)} s per 1,000, with PostgreSQL ${cpu.tree.toFixed(2)} s` : ''}`,
    details: { perSecond, p50, p99, cpu },
  }))
}
