import { sql } from 'kysely'
import { catalogue } from '../../demo/catalogue.ts'
import { percentile } from '../../testing/percentile.ts'
import { withTempFolder } from '../../testing/temp-folder.ts'
import { ask, type Size } from '../measure.ts'
import {
  fillDatabase,
  fillOrders,
  fillProducts,
  fillSeller,
  fillShoppers,
  type OpenedShop,
  withOpenedShop,
} from '../opened-shop.ts'
import { median, ms, type Row } from '../row.ts'

type Grown = { rows: number; opened: OpenedShop; cookies: Record<'seller' | 'shopper', string[]>; sample: Sample }
/** Products from all over the catalogue, so that no request is served from the cache. */
type Sample = { category: string; id: string; offerPriceCents: number }[]
type Case = {
  what: string
  path: (grown: Grown, turn: number) => string
  as?: 'seller' | 'shopper'
}

const queryOf = (name: string) => encodeURIComponent(name)
const itemOf = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T
const sampleAt = ({ sample }: Grown, turn: number) => itemOf(sample, turn)
const names = catalogue.map((product) => product.name.toLowerCase())
const word = (turn: number) => itemOf(names, turn)
/** A word with two letters swapped, a common typing error. */
const typo = (turn: number) => word(turn).replace(/^(.)(.)(.)/, '$1$3$2')
const distinct = (texts: string[]) => [...new Set(texts)]
const beginnings = distinct([5, 4, 6, 3, 7].flatMap((letters) => names.map((name) => name.slice(0, letters))))
/** Two consecutive letters of a name, alternating between both languages. */
const pairs = distinct(catalogue.flatMap(({ name, nameTh }) => [name.slice(0, 2).toLowerCase(), nameTh.slice(1, 3)]))
/** One page of the names; repeated with one more row, so that no request is served from the cache. */
const page = (turn: number, texts: readonly string[] = names) => `limit=${24 + Math.floor(turn / texts.length)}`

const cases: Case[] = [
  { what: 'search', path: (_, turn) => `/api/product/list?${page(turn)}&q=${queryOf(word(turn))}` },
  {
    what: 'search by price',
    path: (_, turn) => `/api/product/list?${page(turn)}&inStock=true&sort=price&q=${queryOf(word(turn))}`,
  },
  {
    what: 'search of few',
    path: (_, turn) => `/api/product/list?${page(turn)}&q=${queryOf(`${word(turn)} from nan, gift`)}`,
  },
  {
    what: 'search of two letters',
    path: (_, turn) => `/api/product/list?${page(turn, pairs)}&q=${queryOf(itemOf(pairs, turn))}`,
  },
  {
    what: 'search in a category',
    path: (_, turn) =>
      `/api/product/list?${page(turn)}&category=${itemOf(catalogue, turn).category}&q=${queryOf(word(turn))}`,
  },
  {
    what: 'search of none, with what is close',
    path: (_, turn) => `/api/product/list?${page(turn)}&q=${queryOf(typo(turn))}`,
  },
  { what: 'suggestions', path: (_, turn) => `/api/product/suggest?q=${queryOf(itemOf(beginnings, turn))}` },
  {
    what: 'category page, rendered',
    path: (grown, turn) => {
      const { category, id, offerPriceCents } = sampleAt(grown, turn)
      return `/products/${category.toLowerCase()}?cursor=${offerPriceCents}.${id}`
    },
  },
  {
    what: 'category by price',
    path: (grown, turn) => {
      const { category, id, offerPriceCents } = sampleAt(grown, turn)
      return `/api/product/list?limit=24&inStock=true&sort=price&category=${category}&cursor=${offerPriceCents}.${id}`
    },
  },
  { what: 'product page, rendered', path: (grown, turn) => productPath(sampleAt(grown, turn)) },
  { what: "seller's products", as: 'seller', path: () => '/api/product/seller?limit=24' },
  {
    what: "seller's products, searched",
    as: 'seller',
    path: (_, turn) => `/api/product/seller?limit=24&q=${queryOf(word(turn))}`,
  },
  { what: "seller's orders", as: 'seller', path: () => '/api/order/seller?limit=20' },
  { what: "seller's orders to pack", as: 'seller', path: () => '/api/order/seller?limit=20&status=Order%20Placed' },
  {
    what: "seller's orders by a name",
    as: 'seller',
    path: (_, turn) => `/api/order/seller?limit=20&q=${itemOf(['mali', 'somchai', 'family77', 'family490'], turn)}`,
  },
  {
    what: "seller's orders by a number",
    as: 'seller',
    path: (grown, turn) => `/api/order/seller?limit=20&q=${1001 + ((turn * 7919) % grown.rows)}`,
  },
  { what: 'the shop at a glance', as: 'seller', path: () => '/api/seller/today' },
  { what: "shopper's orders", as: 'shopper', path: () => '/api/order/user?limit=20' },
]

function productPath({ category, id }: { category: string; id: string }): string {
  return `/products/${category.toLowerCase()}/${id}`
}

/** Measures how response times grow from 1,000 products and orders to the largest size, in powers of ten. */
export async function growth(size: Size): Promise<Row[]> {
  const sizes = [1000, 10_000, 100_000, 1_000_000].filter((rows) => rows <= size.large)
  return grown(sizes, [], (all) => measure(all, size))
}

/** Opens a shop for each size, all at the same time, and runs `work` with them. */
async function grown<T>(sizes: readonly number[], open: Grown[], work: (all: Grown[]) => Promise<T>): Promise<T> {
  const [rows, ...rest] = sizes
  if (rows === undefined) return work(open)
  return withTempFolder(async (dataDir) => {
    let cookies: Grown['cookies'] = { seller: [], shopper: [] }
    await fillDatabase(dataDir, async (db) => {
      const people = await fillShoppers(db, Math.min(20_000, rows / 50))
      cookies = { seller: [await fillSeller(db)], shopper: people.slice(0, shoppers).map((each) => each.cookie) }
      await fillProducts(db, rows)
      await fillOrders(db, people, rows)
    })
    return withOpenedShop(dataDir, async (opened) => {
      const { rows: sample } = await sql<Sample[number]>`
        select category, id, offer_price_cents from product order by md5(id::text) limit 240`.execute(opened.db)
      return grown(rest, [...open, { rows, opened, cookies, sample }], work)
    })
  })
}

/** Shoppers who take turns: one alone would exceed the rate limit of lists. */
const shoppers = 4
/** Unmeasured first visits, which find nothing cached, and visits of a round: enough that one slow reply isn't p99. */
const visits = { before: 12, round: 24 }

async function measure(all: readonly Grown[], { rounds }: Size): Promise<Row[]> {
  const rows: Row[] = []
  for (const { what, path, as } of cases) {
    const times = new Map<number, number[]>(all.map((grown) => [grown.rows, []]))
    const turns = visits.before + rounds * visits.round
    for (let turn = 0; turn < turns; turn += 1)
      for (const grown of all) {
        const url = `${grown.opened.shop.url}${path(grown, turn)}`
        const headers = as ? { cookie: itemOf(grown.cookies[as], turn) } : undefined
        const reply = await ask(url, { headers })
        if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${reply.body}`)
        if (turn >= visits.before) times.get(grown.rows)?.push(reply.milliseconds)
      }
    rows.push(rowOf(what, times))
  }
  rows.push(await wholeList(all))
  return rows
}

function rowOf(what: string, times: ReadonlyMap<number, number[]>): Row {
  const sizes = [...times.keys()]
  const first = times.get(sizes[0] ?? 0) ?? []
  const last = times.get(sizes.at(-1) ?? 0) ?? []
  const growth = median(last) / median(first)
  const slowest = percentile(last, 99)
  return {
    part: 'growth',
    what,
    goal: 'p50 at most × 1.5 of that at 1,000, all under 50 ms',
    figure: ms(median(last)),
    limit: ms(median(first)),
    ratio: `× ${growth.toFixed(2)}`,
    met: growth <= 1.5 && slowest < 50,
    more: `${[...times].map(([rows, waits]) => `${rows.toLocaleString('en')}: ${ms(median(waits))}`).join(', ')}; p99 ${ms(slowest)}`,
    details: Object.fromEntries(
      [...times].map(([rows, waits]) => [rows, { p50: median(waits), p99: percentile(waits, 99) }]),
    ),
  }
}

/** Measures a request for every product of the largest catalogue. */
async function wholeList(all: readonly Grown[]): Promise<Row> {
  const last = all.at(-1)
  const reply = await ask(`${last?.opened.shop.url}/api/product/list`)
  const { code, success } = reply.status === 200 && reply.body.length > 1e6 ? {} : JSON.parse(reply.body.toString())
  return {
    part: 'growth',
    what: `every product at once, at ${last?.rows.toLocaleString('en')}`,
    goal: 'refused with a clear word',
    figure: code ? `refused: ${code}` : `${reply.status}, ${(reply.body.length / 1e6).toFixed(0)} MB`,
    met: success === false,
    more: ms(reply.milliseconds),
  }
}
