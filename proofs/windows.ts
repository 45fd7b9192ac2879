import { setTimeout as wait } from 'node:timers/promises'
import { handlePaymentEvent } from '../server/checkout/handle-payment-event.ts'
import { freePort } from '../server/common/free-port.ts'
import { newId } from '../server/common/ids.ts'
import type { Db } from '../server/database/database.ts'
import { releaseExpiredHolds } from '../server/delivery/holds.ts'
import { type ShopServer, startShop } from '../testing/shop-process.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { aWindow, expireHold, occupancyOf } from '../testing/windows.ts'
import {
  type Answer,
  type Buyer,
  createBuyers,
  createProducts,
  seededRandom,
  send,
  tally,
  withDatabase,
} from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'

const capacity = 10
const log = { error: () => {}, warn: () => {} }

/**
 * Many shoppers at once for the last capacity of a delivery window, over two server processes on one database: with
 * holds, holds that expire, payments that fail and orders that are cancelled; then while a process is killed again and again.
 * A window never has more orders and holds than its capacity, and in the end its count is exactly that of its orders.
 */
export async function windows(size: Size): Promise<Finding> {
  const shoppers = size === 'whole' ? 1000 : 60
  const kills = size === 'whole' ? 10 : 1
  const failures = new Failures()
  return withTempFolder((dataDir) =>
    withDatabase(dataDir, async ({ db, url: databaseUrl }) => {
      const people = await createBuyers(db, shoppers)
      const [product = ''] = await createProducts(db, 1, null)
      const ports = [await freePort(), await freePort()]
      const start = (port = 0) => startShop({ port, dataDir, settings: { DATABASE_URL: databaseUrl } })
      const shops: ShopServer[] = []
      const urls = ports.map((port) => `http://127.0.0.1:${port}`)
      const urlOf = (at: number) => urls[at % 2] ?? ''
      const post = (at: number, buyer: Buyer, path: string, body: object, attempt = newId()) =>
        answered(() =>
          send(urlOf(at), path, body, {
            cookie: buyer.cookie,
            headers: { 'idempotency-key': attempt },
            milliseconds: 60_000,
          }),
        )
      const hold = (at: number, buyer: Buyer, window: string) => post(at, buyer, '/api/delivery/hold', { window })
      const order = (at: number, buyer: Buyer, window: string, { path = 'cod', attempt = newId() } = {}) =>
        post(
          at,
          buyer,
          `/api/order/${path}`,
          { items: [{ product, quantity: 1 }], address: buyer.address, delivery: { window } },
          attempt,
        )
      const check = async (window: string, expected: { orders: number; holds: number }, what: string) => {
        const { taken, orders, holds } = await occupancyOf(db, window)
        failures.checkEqual(orders, expected.orders, `orders ${what}`)
        failures.checkEqual(holds, expected.holds, `holds ${what}`)
        failures.checkEqual(taken, orders + holds, `the count ${what}`)
      }

      try {
        for (const port of ports) shops.push(await start(port))
        const started = performance.now()
        const crowded = await aWindow(db, { capacity })
        // Every other shopper holds it first, if it can.
        const crowd = await Promise.allSettled(
          people.map(async (buyer, at) => {
            if (at % 2 === 0) await hold(at, buyer, crowded)
            return order(at + 1, buyer, crowded)
          }),
        )
        const seconds = (performance.now() - started) / 1000
        const outcomes = tally(crowd)
        const full = outcomes.get('window_full') ?? 0
        failures.checkEqual(outcomes.get('placed') ?? 0, capacity, 'orders placed')
        failures.checkEqual(full, shoppers - capacity, 'orders refused because the window is full')
        await check(crowded, { orders: capacity, holds: 0 }, 'after the crowd')

        const expiring = await aWindow(db, { capacity })
        const holders = people.slice(0, capacity)
        const others = people.slice(capacity)
        for (const [at, buyer] of holders.entries()) await hold(at, buyer, expiring)
        const expired = holders.slice(0, capacity / 2)
        for (const { id } of expired) await expireHold(db, id)
        const late = await Promise.allSettled([
          ...others.map((buyer, at) => order(at, buyer, expiring)),
          releaseExpiredHolds(db).then(noAnswer),
          releaseExpiredHolds(db).then(noAnswer),
        ])
        failures.checkEqual(tally(late).get('placed') ?? 0, capacity / 2, 'orders in place of expired holds')
        await check(expiring, { orders: capacity / 2, holds: capacity / 2 }, 'beside the holds')
        const back = await Promise.allSettled(holders.map((buyer, at) => order(at, buyer, expiring)))
        failures.checkEqual(tally(back).get('placed') ?? 0, capacity / 2, 'orders of shoppers who held it')
        await check(expiring, { orders: capacity, holds: 0 }, 'of holders')

        const unpaid = await aWindow(db, { capacity })
        const paying = await Promise.allSettled(people.map((buyer, at) => order(at, buyer, unpaid, { path: 'stripe' })))
        failures.checkEqual(tally(paying).get('placed') ?? 0, capacity, 'orders that await payment')
        await check(unpaid, { orders: capacity, holds: 0 }, 'that await payment')
        const toPay = paying.flatMap((each, at) =>
          each.status === 'fulfilled' && each.value.json.success
            ? [{ at, orderId: String(each.value.json.orderId), buyer: people[at] as Buyer }]
            : [],
        )
        // Each payment fails, twice and in two ways, while its shopper cancels and others order again.
        const again = await Promise.allSettled([
          ...toPay.flatMap(({ at, orderId, buyer }) => [
            ...(['failed', 'expired', 'failed'] as const).map((kind) => fail(db, orderId, kind).then(noAnswer)),
            post(at, buyer, '/api/order/cancel', { orderId }).then(noAnswer),
          ]),
          ...people.map((buyer, at) => order(at, buyer, unpaid)),
        ])
        for (const each of again) failures.check(each.status === 'fulfilled', `after failed payments: ${String(each)}`)
        await Promise.all(people.slice(0, 2 * capacity).map((buyer, at) => order(at, buyer, unpaid)))
        await check(unpaid, { orders: capacity, holds: 0 }, 'after failed payments')

        const lanes = await killing(size === 'whole' ? 8 : 4)
        return {
          claim: 'A delivery window never has more orders than its capacity, and each order is counted once',
          did: `${shoppers} shoppers at once for a window of ${capacity} orders, half of them with a hold; then holds that expired, payments that failed, cancelled and moved orders, over two processes, one of which was killed ${kills} times`,
          figure: `${outcomes.get('placed') ?? 0} placed, ${full} refused as full, within ${seconds.toFixed(1)} s; ${lanes} orders, holds, moves and cancellings around the kills, and every window's count is that of its orders and holds`,
          failures: failures.all,
        }
      } finally {
        await Promise.all(shops.map((shop) => shop.end('SIGTERM')))
      }

      /** Shoppers hold, order, move and cancel in three windows while a process is killed. Returns how often. */
      async function killing(count: number): Promise<number> {
        const three = await Promise.all([0, 1, 2].map(() => aWindow(db, { capacity })))
        const kept = new Map<string, string>()
        let over = false
        let done = 0
        const lane = async (number: number) => {
          const random = seededRandom(number)
          const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T
          // Each lane has shoppers of its own, changed before the limit of orders of one account.
          const own = people.filter((_, at) => at % count === number)
          const mine: { orderId: string; buyer: Buyer }[] = []
          while (!over) {
            const buyer = pick(own)
            const window = pick(three)
            if (random() < 0.4) await hold(number, buyer, window)
            const attempt = newId()
            const { json } = await order(number, buyer, window, { attempt })
            done += 1
            if (json.success) {
              mine.push({ orderId: json.orderId, buyer })
              kept.set(json.orderId, window)
            } else failures.check(expectedRefusals.has(json.code), `an order was refused: ${json.code}`)
            const old = random() < 0.6 ? mine.shift() : undefined
            if (!old) continue
            const { orderId } = old
            const to = pick(three)
            const moved = await post(number, old.buyer, '/api/order/move-window', { orderId, window: to })
            if (moved.json.success) kept.set(orderId, to)
            if (random() < 0.8) {
              kept.delete(orderId)
              await post(number, old.buyer, '/api/order/cancel', { orderId })
            }
          }
        }
        const running = Array.from({ length: count }, (_, number) => lane(number))
        for (let at = 0; at < kills; at += 1) {
          const goal = done + 20
          while (done < goal) await wait(5)
          await shops[0]?.end('SIGKILL')
          shops[0] = await start(ports[0])
        }
        over = true
        await Promise.all(running)
        await Promise.all(shops.map((shop) => shop.end('SIGTERM')))
        for (const window of three) {
          const { taken, orders, holds } = await occupancyOf(db, window)
          failures.checkEqual(taken, orders + holds, 'the count after kills')
          failures.check(taken <= capacity, 'a window has more than its capacity after kills')
        }
        for (const [orderId, window] of kept) {
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
        return done
      }
    }),
  )
}

/** Full windows, and shoppers with as many unconfirmed orders in windows as an account may have. */
const expectedRefusals = new Set(['window_full', 'too_many', 'too_many_windows'])

/** The answer of a step that isn't an order. */
const noAnswer = (): Answer => ({ status: 200, json: { success: false, code: 'no order' } })

/** Tells the shop that the payment of an order has failed. */
const fail = (db: Db, orderId: string, kind: 'failed' | 'expired') =>
  handlePaymentEvent(
    { db, log },
    { id: newId(), kind, orderId, ours: true, payment: undefined, amountCents: 0, currency: 'usd' },
  )

/** Repeats a call, with the same key, until the shop answers: after a 503 and while its process is restarted. */
async function answered(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await call()
      if (answer.status < 500) return answer
      if (tries > 1000) throw new Error(`${answer.status} again and again`)
    } catch (error) {
      if (tries > 1000) throw error
    }
    await wait(50)
  }
}
