import { afterAll, afterEach, expect, test } from 'vitest'
import { countJobs } from '../../../testing/database/jobs.ts'
import { anAddress, aProduct } from '../../../testing/makers/rows.ts'
import { testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { inTransaction } from '../../database/database.ts'
import { storeHours } from '../../delivery/settings/save-hours.ts'
import { remindUnconfirmed } from './remind-unconfirmed.ts'

const timeZone = 'Asia/Bangkok'

const shop = await testShop()
afterAll(() => shop.close())
afterEach(() => shop.pool.query("delete from setting where topic = 'hours'"))

/** Places an order, some minutes ago. */
async function anOrder(minutes: number): Promise<string> {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const items = [{ product: (await aProduct(shop.db)).id, quantity: 1 }]
  const { json } = await shopper.post('/api/order/cod', { address, items }, { 'idempotency-key': newId() })
  await shop.pool.query('update order_event set at = now() - make_interval(mins => $2) where order_id = $1', [
    json.orderId,
    minutes,
  ])
  return json.orderId
}
const remind = (now?: Date) => remindUnconfirmed(shop.db, { timeZone }, now)
/** Returns how many mails and alarms about an order are queued. */
const remindersOf = async (id: string) => [
  await countJobs(shop.pool, { key: `reminder-mail:${id}` }),
  await countJobs(shop.pool, { key: `alarm:${id}:5` }),
]

const day = 24 * 60

test.each([
  [4, 0],
  [6, 1],
  [3 * day, 1],
  [31 * day, 0],
])('an order of %d minutes ago is reminded of %d times', async (minutes, times) => {
  const id = await anOrder(minutes)
  await Promise.all([remind(), remind()])
  await remind()
  expect(await remindersOf(id)).toEqual([times, times])
})

test('a confirmed order, and one that awaits its payment, aren’t reminded of', async () => {
  for (const status of ['Confirmed', 'Awaiting payment']) {
    const id = await anOrder(6)
    await shop.db.updateTable('shopOrder').set({ status }).where('id', '=', id).execute()
    await remind()
    expect(await remindersOf(id), status).toEqual([0, 0])
  }
})

test('an order in a closed shop is reminded of once the shop opens', async () => {
  const id = await anOrder(2 * day)
  const hours = { week: [{ day: 1, from: '08:00', to: '20:00' }], closed: [] }
  await inTransaction(shop.db, (tx) => storeHours(tx, hours, { seen: 0, by: undefined, timeZone }))
  const monday = '2026-11-30'
  await remind(new Date(`${monday}T07:59:00+07:00`))
  expect(await remindersOf(id)).toEqual([0, 0])
  await remind(new Date(`${monday}T08:00:00+07:00`))
  expect(await remindersOf(id)).toEqual([1, 1])
})
