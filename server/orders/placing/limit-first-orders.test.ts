import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAddress, aProduct } from '../../../testing/makers.ts'
import { type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { aWindow } from '../../../testing/windows.ts'
import { newId } from '../../common/ids.ts'
import { firstOrdersLimit } from './limit-first-orders.ts'

let shop: TestShop
let product: string
beforeAll(async () => {
  shop = await testShop({ limits: true })
  product = (await aProduct(shop.db)).id
  await aWindow(shop.db, { startsIn: 300, capacity: 1000 })
})
afterAll(() => shop.close())

/** A shopper whose orders come from one client address. */
async function aShopper(remoteAddress: string) {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const order = async () => {
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/api/order/cod',
      remoteAddress,
      headers: {
        cookie: [...shopper.jar].map((each) => each.join('=')).join('; '),
        'idempotency-key': newId(),
      },
      payload: { address, items: [{ product, quantity: 1 }] },
    })
    return { status: reply.statusCode, retryAfter: reply.headers['retry-after'], ...reply.json() }
  }
  return { order }
}

test('made-up accounts at one client address take few places of delivery times, all at once too; other addresses order on', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => aShopper('203.0.113.1')))
  const replies = await Promise.all(made.flatMap(({ order }) => [order(), order(), order()]))
  const placed = replies.filter(({ success }) => success)
  expect(placed).toHaveLength(firstOrdersLimit.burst)
  for (const refused of replies.filter(({ success }) => !success)) {
    expect(refused).toMatchObject({ status: 429, code: 'too_many' })
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(firstOrdersLimit.everySeconds)
  }
  const { rows } = await sql<{ taken: number }>`select sum(taken)::int as taken from delivery_window`.execute(shop.db)
  expect(rows[0]?.taken).toBe(firstOrdersLimit.burst)
  expect(await (await aShopper('203.0.113.2')).order()).toMatchObject({ success: true })

  // A shopper who has received an order is known.
  const known = replies.findIndex(({ success }) => success)
  await shop.db.updateTable('shopOrder').set({ status: 'Delivered' }).where('id', '=', replies[known].orderId).execute()
  expect(await made[Math.floor(known / 3)]?.order()).toMatchObject({ success: true })
})
