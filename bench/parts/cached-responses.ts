import type { Figures, RawReply, Side } from '../measure.ts'
import { ask, bareReply, openBare, requestText } from '../measure.ts'
import { formatRate, ms, type Row } from '../row.ts'
import type { Context } from './context.ts'

/*
 * Cached responses: pages and lists, compared with a bare Fastify server that sends the same bytes from memory.
 */

type Case = { what: string; path: string; headers: Record<string, string>; status: number }

const goal = { share: 0.7, p99: 2 }

/** The four catalogue screens, with the headers of a browser. */
export async function pages(context: Context): Promise<Row[]> {
  const { category, id } = await context.opened.db
    .selectFrom('product')
    .select(['category', 'id'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const path = `/products/${category.toLowerCase()}`
  const screens = { home: '/', list: '/products', category: path, product: `${path}/${id}` }
  const cases = Object.entries(screens).flatMap(([name, path]) =>
    ['gzip', 'br'].map((encoding) => ({
      what: `${name}, ${encoding}`,
      path,
      headers: { 'accept-encoding': encoding },
      status: 200,
    })),
  )
  return against('pages', context, cases)
}

/** The whole list of products, a page of it, and a reply that the client already has. */
export async function list(context: Context): Promise<Row[]> {
  const whole = '/api/product/list'
  const page = '/api/product/list?limit=20'
  const encoded = { 'accept-encoding': 'br' }
  const { headers } = await ask(`${context.opened.shop.url}${whole}`, { headers: encoded })
  return against('list', context, [
    { what: 'product/list, 1,000 products, br', path: whole, headers: encoded, status: 200 },
    {
      what: 'product/list, 1,000 products, gzip',
      path: whole,
      headers: { 'accept-encoding': 'gzip' },
      status: 200,
    },
    { what: 'product/list, page of 20, br', path: page, headers: encoded, status: 200 },
    {
      what: 'product/list, 304',
      path: whole,
      headers: { ...encoded, 'if-none-match': headers.etag ?? '' },
      status: 304,
    },
  ])
}

async function against(part: string, { opened, loader }: Context, cases: readonly Case[]): Promise<Row[]> {
  const replies: RawReply[] = []
  for (const { path, headers } of cases) replies.push(await ask(`${opened.shop.url}${path}`, { headers }))
  const bare = await openBare(replies.map((reply, index) => bareReply(`/case-${index}`, reply)))
  const rows: Row[] = []
  for (const [index, { what, path, headers, status }] of cases.entries()) {
    const side = (port: number, pid: number, target: string): Side => ({
      port,
      pid,
      status,
      requests: [requestText(`GET ${target}`, { headers })],
    })
    const figures = await loader.compare({
      shop: side(opened.port, opened.shop.pid, path),
      bare: side(bare.port, bare.pid, `/case-${index}`),
    })
    rows.push(rowOf(part, what, figures))
  }
  bare.close()
  return rows
}

function rowOf(part: string, what: string, { shop, bare }: { shop: Figures; bare: Figures }): Row {
  const ratio = shop.perSecond / bare.perSecond
  const slower = shop.p99 / bare.p99
  const cpu =
    shop.cpu && bare.cpu ? `; CPU ${shop.cpu.own.toFixed(2)} s per 1,000 (bare ${bare.cpu.own.toFixed(2)} s)` : ''
  return {
    part,
    what,
    goal: '70% of bare Fastify, p99 at most twice its',
    figure: formatRate(shop.perSecond),
    limit: formatRate(bare.perSecond),
    ratio: ratio.toFixed(2),
    met: ratio >= goal.share && slower <= goal.p99,
    more: `p99 ${ms(shop.p99)} (bare ${ms(bare.p99)}, × ${slower.toFixed(1)}), ${Math.round(shop.bytes).toLocaleString('en')} bytes${cpu}`,
    details: { shop, bare },
  }
}
