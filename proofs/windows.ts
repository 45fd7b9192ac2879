import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '../demo/seeded-random.ts'
import { freePort } from '../server/common/free-port.ts'
import { newId } from '../server/common/ids.ts'
import type { Db } from '../server/database/database.ts'
import { releaseExpiredHolds } from '../server/delivery/windows/holds.ts'
import { handlePaymentEvent } from '../server/orders/paying/handle-payment-event.ts'
import { shop } from '../shop.config.ts'
import { aWindow, expireHold, occupancyOf } from '../testing/makers/windows.ts'
import { type ShopServer, startShop } from '../testing/shop-process.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import {
  type Buyer,
  type CallReply,
  createBuyers,
  createProducts,
  send,
  tally,
  untilReplied,
  withStartedDatabase,
} from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'

const capacity = 10
const log = { error: () => {}, warn: () => {} }

/** The two processes, their shoppers, and the shared state of the proof's steps. */
type TwoShops = {
  db: Db
  failures: Failures
  people: Buyer[]
  /** Sends a call to one of the processes, again until there is a reply. */
  post: (index: number, buyer: Buyer, path: string, body: object, idempotencyKey?: string) => Promise<CallReply>
  hold: (index: number, buyer: Buyer, window: string) => Promise<CallReply>
  order: (
    index: number,
    buyer: Buyer,
    window: string,
    how?: { path?: string; idempotencyKey?: string },
  ) => Promise<CallReply>
  /** Compares a window's orders, holds and count. */
  check: (window: string, expected: { orders: number; holds: number }, what: string) => Promise<void>
  /** Kills the first process, and starts it again. */
  killOne: () => Promise<void>
  closeAll: () => Promise<unknown>
}

/**
 * Many shoppers at once for the last capacity of a delivery window, over two server processes on one database: with
 * holds, holds that expire, payments that fail and orders that are cancelled; then while a process is killed again and
 * again. A window never has more orders and holds than its capacity, and in the end its count equals its orders.
 */
export async function windows(size: Size): Promise<Finding> {
  const shoppers = size === 'whole' ? 1000 : 60
  const kills = size === 'whole' ? 10 : 1
  return withTwoShops(shoppers, async (two) => {
    const { placed, full, seconds } = await crowd(two)
    await expiringHolds(two)
    await failingPayments(two)
    const done = await killing(two, { lanes: size === 'whole' ? 8 : 4, kills })
    return {
      guarantee: 'A delivery window never has more orders than its capacity, and each order is counted once',
      did: `${shoppers} shoppers at once for a window of ${capacity} orders, half of them with a hold; then holds that expired, payments that failed, cancelled and moved orders, over two processes, one of which was killed ${kills} times`,
      figure: `${placed} placed, ${full} refused as full, within ${seconds.toFixed(1)} s; ${done} orders, holds, moves and cancellings around the kills, and every window's count is that of its orders and holds`,
      failures: two.failures.all,
    }
  })
}

async function withTwoShops(shoppers: number, work: (two: TwoShops) => Promise<Finding>): Promise<Finding> {
  const failures = new Failures()
  return withTempFolder((dataDir) =>
    withStartedDatabase(dataDir, async ({ db, url: databaseUrl }) => {
      const people = await createBuyers(db, shoppers)
      const [product = ''] = await createProducts(db, 1, null)
      const ports = [await freePort(), await freePort()]
      const start = (port = 0) => startShop({ port, dataDir, settings: { DATABASE_URL: databaseUrl } })
      const shops: ShopServer[] = []
      const closeAll = () => Promise.all(shops.map((shop) => shop.end('SIGTERM')))
      const post: TwoShops['post'] = (index, { cookie }, path, body, idempotencyKey = newId()) =>
        untilReplied(() =>
          send(`http://127.0.0.1:${ports[index % 2]}`, path, body, {
            cookie,
            headers: { 'idempotency-key': idempotencyKey },
            milliseconds: 60_000,
          }),
        )
      try {
        for (const port of ports) shops.push(await start(port))
        return await work({
          db,
          failures,
          people,
          post,
          hold: (index, buyer, window) => post(index, buyer, '/api/delivery/hold', { window }),
          order: (index, buyer, window, { path = 'cod', idempotencyKey } = {}) => {
            const body = { items: [{ product, quantity: 1 }], address: buyer.address, delivery: { window } }
            return post(index, buyer, `/api/order/${path}`, body, idempotencyKey)
          },
          check: async (window, expected, what) => {
            const { taken, orders, holds } = await occupancyOf(db, window)
            failures.checkEqual(orders, expected.orders, `orders ${what}`)
            failures.checkEqual(holds, expected.holds, `holds ${what}`)
            failures.checkEqual(taken, orders + holds, `the count ${what}`)
          },
          killOne: async () => {
            await shops[0]?.end('SIGKILL')
            shops[0] = await start(ports[0])
          },
          closeAll,
        })
      } finally {
        await closeAll()
      }
    }),
  )
}

/** All shoppers want one window at once. Every other one holds it first, if possible. */
async function crowd({ db, failures, people, hold, order, check }: TwoShops) {
  const started = performance.now()
  const window = await aWindow(db, { capacity })
  const outcomes = tally(
    await Promise.allSettled(
      people.map(async (buyer, index) => {
        if (index % 2 === 0) await hold(index, buyer, window)
        return order(index + 1, buyer, window)
      }),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  const placed = outcomes.get('placed') ?? 0
  const full = outcomes.get('window_full') ?? 0
  failures.checkEqual(placed, capacity, 'orders placed')
  failures.checkEqual(full, people.length - capacity, 'orders refused because the window is full')
  await check(window, { orders: capacity, holds: 0 }, 'after the crowd')
  return { placed, full, seconds }
}

/** A window is held whole, half of the holds expire while others order, and then their holders order too. */
async function expiringHolds({ db, failures, people, hold, order, check }: TwoShops): Promise<void> {
  const window = await aWindow(db, { capacity })
  const holders = people.slice(0, capacity)
  const others = people.slice(capacity)
  for (const [index, buyer] of holders.entries()) await hold(index, buyer, window)
  for (const { id } of holders.slice(0, capacity / 2)) await expireHold(db, id)
  const late = await Promise.allSettled([
    ...others.map((buyer, index) => order(index, buyer, window)),
    releaseExpiredHolds(db).then(noReply),
    releaseExpiredHolds(db).then(noReply),
  ])
  failures.checkEqual(tally(late).get('placed') ?? 0, capacity / 2, 'orders in place of expired holds')
  await check(window, { orders: capacity / 2, holds: capacity / 2 }, 'beside the holds')
  const back = await Promise.allSettled(holders.map((buyer, index) => order(index, buyer, window)))
  failures.checkEqual(tally(back).get('placed') ?? 0, capacity / 2, 'orders of shoppers who held it')
  await check(window, { orders: capacity, holds: 0 }, 'of holders')
}

/**
 * Each payment of a full window's orders fails, twice and in two ways, while its shopper cancels and others order
 * again.
 */
async function failingPayments({ db, failures, people, post, order, check }: TwoShops): Promise<void> {
  const window = await aWindow(db, { capacity })
  const paying = await Promise.allSettled(people.map((buyer, index) => order(index, buyer, window, { path: 'stripe' })))
  failures.checkEqual(tally(paying).get('placed') ?? 0, capacity, 'orders that await payment')
  await check(window, { orders: capacity, holds: 0 }, 'that await payment')
  const toPay = paying.flatMap((each, index) =>
    each.status === 'fulfilled' && each.value.json.success
      ? [{ index, orderId: String(each.value.json.orderId), buyer: people[index] as Buyer }]
      : [],
  )
  const again = await Promise.allSettled([
    ...toPay.flatMap(({ index, orderId, buyer }) => [
      ...(['failed', 'expired', 'failed'] as const).map((kind) => fail(db, orderId, kind).then(noReply)),
      post(index, buyer, '/api/order/cancel', { orderId }).then(noReply),
    ]),
    ...people.map((buyer, index) => order(index, buyer, window)),
  ])
  failures.checkFulfilled(again, 'after failed payments')
  await Promise.all(people.slice(0, 2 * capacity).map((buyer, index) => order(index, buyer, window)))
  await check(window, { orders: capacity, holds: 0 }, 'after failed payments')
}

/**
 * Shoppers hold, order, move and cancel in three windows while a process is killed, in a number of lanes at once.
 * Closes both processes. Returns how many orders were tried.
 */
async function killing(two: TwoShops, { lanes, kills }: { lanes: number; kills: number }): Promise<number> {
  const { db, failures } = two
  const three = await Promise.all([0, 1, 2].map(() => aWindow(db, { capacity })))
  const progress = { over: false, done: 0, kept: new Map<string, string>() }
  // Each lane has shoppers of its own, changed before the limit of orders of one account.
  const running = Array.from({ length: lanes }, (_, lane) => {
    const own = two.people.filter((__, index) => index % lanes === lane)
    return orderAndMove(two, { lane, own, three, progress })
  })
  for (let index = 0; index < kills; index += 1) {
    const goal = progress.done + 20
    while (progress.done < goal) await wait(5)
    await two.killOne()
  }
  progress.over = true
  await Promise.all(running)
  await two.closeAll()
  for (const window of three) {
    const { taken, orders, holds } = await occupancyOf(db, window)
    failures.checkEqual(taken, orders + holds, 'the count after kills')
    failures.check(taken <= capacity, 'a window has more than its capacity after kills')
  }
  for (const [orderId, window] of progress.kept) {
    const found = await db
      .selectFrom('shopOrder')
      .select(['windowId', 'status'])
      .where('id', '=', orderId)
      .executeTakeFirst()
    failures.check(
      found?.status === 'Order Placed' && found.windowId === window,
      'an acknowledged order is not in its window',
    )
  }
  return progress.done
}

type Lane = {
  lane: number
  own: Buyer[]
  three: string[]
  /** `kept` has the window of each order that was acknowledged and not cancelled. */
  progress: { over: boolean; done: number; kept: Map<string, string> }
}

async function orderAndMove({ failures, hold, order, post }: TwoShops, { lane, own, three, progress }: Lane) {
  const random = seededRandom(lane)
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T
  const mine: { orderId: string; buyer: Buyer }[] = []
  while (!progress.over) {
    const buyer = pick(own)
    const window = pick(three)
    if (random() < 0.4) await hold(lane, buyer, window)
    const { json } = await order(lane, buyer, window)
    progress.done += 1
    if (json.success) {
      mine.push({ orderId: json.orderId, buyer })
      progress.kept.set(json.orderId, window)
    } else failures.check(expectedRefusals.has(json.code), `an order was refused: ${json.code}`)
    const old = random() < 0.6 ? mine.shift() : undefined
    if (!old) continue
    const { orderId } = old
    const to = pick(three)
    const moved = await post(lane, old.buyer, '/api/order/move-window', { orderId, window: to })
    if (moved.json.success) progress.kept.set(orderId, to)
    if (random() < 0.8) {
      progress.kept.delete(orderId)
      await post(lane, old.buyer, '/api/order/cancel', { orderId })
    }
  }
}

/** Full windows, and shoppers with as many unconfirmed orders in windows as an account may have. */
const expectedRefusals = new Set(['window_full', 'too_many', 'too_many_windows'])

/** The reply of a step that isn't an order. */
const noReply = (): CallReply => ({ status: 200, json: { success: false, code: 'no order' } })

/** Tells the shop that the payment of an order has failed, and again until it is told, as a gateway does. */
async function fail(db: Db, orderId: string, kind: 'failed' | 'expired'): Promise<void> {
  const event = { id: newId(), kind, orderId, ours: true, payment: undefined, amountCents: 0, currency: 'usd' }
  for (let tries = 0; ; tries += 1) {
    try {
      return await handlePaymentEvent({ db, log, shop }, event)
    } catch (error) {
      if (tries > 100) throw error
      await wait(50)
    }
  }
}
