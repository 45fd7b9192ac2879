import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { aShopper } from '../../testing/makers/rows.ts'
import { newId } from '../common/ids.ts'
import { placedOfLastDays } from './placed.ts'
import { countByStatus, lastDays } from './queries.ts'
import { reportTasks } from './tasks.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

// Sums are of the whole shop, so each test begins without orders.
beforeEach(async () => {
  await pool.query('truncate shop_order, placed_day cascade')
})

const shopper = await aShopper(db)

type OrderOptions = { at: string; status?: string; online?: boolean; paid?: boolean }

/** Inserts a delivered cash order, unless the options differ. */
async function anOrder({
  at,
  online = false,
  status = online ? 'Order Placed' : 'Delivered',
  paid = status === 'Delivered',
}: OrderOptions) {
  const id = newId()
  await db
    .insertInto('shopOrder')
    .values({
      id,
      shopperId: shopper.id,
      paymentType: online ? 'Online' : 'COD',
      status,
      isPaid: paid,
      subtotalCents: 100,
      taxCents: 0,
      amountCents: 100,
      address: '{}',
      language: 'en',
      fingerprint: id,
      createdAt: at,
    })
    .execute()
  return id
}

const cancel = (id: string) => db.updateTable('shopOrder').set({ status: 'Cancelled' }).where('id', '=', id).execute()
const bangkok = (count: number, now: string) =>
  placedOfLastDays(db, { timeZone: 'Asia/Bangkok', count, now: new Date(now) })
const storedDays = async () =>
  (await db.selectFrom('placedDay').select('placed').orderBy('startsAt').execute()).map((day) => day.placed)

test('days begin and end at midnight of the shop’s zone, and end with today', async () => {
  // Midnight in Bangkok is 17:00 UTC.
  await anOrder({ at: '2026-03-08T16:59:59.999Z' })
  await anOrder({ at: '2026-03-08T17:00:00Z' })
  await anOrder({ at: '2026-03-09T16:59:59.999Z' })
  await anOrder({ at: '2026-03-09T17:00:00Z' })
  expect(await bangkok(3, '2026-03-10T05:00:00Z')).toEqual([
    { day: '2026-03-08', placed: 1 },
    { day: '2026-03-09', placed: 2 },
    { day: '2026-03-10', placed: 1 },
  ])
})

test('a day has 23 or 25 hours when clocks are changed', async () => {
  const days = await lastDays(db, { timeZone: 'Europe/Berlin', count: 3, now: new Date('2026-03-30T12:00:00Z') })
  expect(days).toEqual([
    { day: '2026-03-28', startsAt: new Date('2026-03-27T23:00:00Z'), endsAt: new Date('2026-03-28T23:00:00Z') },
    { day: '2026-03-29', startsAt: new Date('2026-03-28T23:00:00Z'), endsAt: new Date('2026-03-29T22:00:00Z') },
    { day: '2026-03-30', startsAt: new Date('2026-03-29T22:00:00Z'), endsAt: new Date('2026-03-30T22:00:00Z') },
  ])
})

test('counts cash orders and paid ones that aren’t cancelled', async () => {
  const at = '2026-03-09T03:00:00Z'
  await anOrder({ at })
  await anOrder({ at, status: 'Out for delivery' })
  await anOrder({ at, online: true, paid: true })
  await anOrder({ at, online: true, status: 'Awaiting payment' })
  await anOrder({ at, status: 'Cancelled' })
  await anOrder({ at, online: true, paid: true, status: 'Cancelled' })
  expect(await bangkok(2, '2026-03-10T05:00:00Z')).toEqual([
    { day: '2026-03-09', placed: 3 },
    { day: '2026-03-10', placed: 0 },
  ])
})

test('stores the count of a day that is over, but not of today or a day that ended just now', async () => {
  await anOrder({ at: '2026-03-08T03:00:00Z' })
  await anOrder({ at: '2026-03-09T03:00:00Z' })
  await bangkok(3, '2026-03-09T17:09:59Z')
  expect(await storedDays()).toEqual([1])
  await bangkok(3, '2026-03-09T17:10:00Z')
  expect(await storedDays()).toEqual([1, 1])
  await db.updateTable('placedDay').set({ placed: 777 }).execute()
  expect((await bangkok(3, '2026-03-10T05:00:00Z')).map((day) => day.placed)).toEqual([777, 777, 0])
})

test('cancelling an order of a past day changes the count of that day only', async () => {
  const gone = await anOrder({ at: '2026-03-08T03:00:00Z' })
  await anOrder({ at: '2026-03-08T04:00:00Z' })
  await anOrder({ at: '2026-03-09T03:00:00Z' })
  await bangkok(3, '2026-03-10T05:00:00Z')
  await cancel(gone)
  expect(await storedDays()).toEqual([1])
  expect(await bangkok(3, '2026-03-10T05:00:00Z')).toEqual([
    { day: '2026-03-08', placed: 1 },
    { day: '2026-03-09', placed: 1 },
    { day: '2026-03-10', placed: 0 },
  ])
})

test('an online order that is paid after midnight counts for the day on which it was placed', async () => {
  const id = await anOrder({ at: '2026-03-09T16:50:00Z', online: true, status: 'Awaiting payment' })
  expect((await bangkok(2, '2026-03-10T05:00:00Z')).map((day) => day.placed)).toEqual([0, 0])
  await db.updateTable('shopOrder').set({ status: 'Order Placed', isPaid: true }).where('id', '=', id).execute()
  expect((await bangkok(2, '2026-03-10T05:00:00Z')).map((day) => day.placed)).toEqual([1, 0])
})

test('counting waits for an order that is being cancelled', async () => {
  const gone = await anOrder({ at: '2026-03-08T03:00:00Z' })
  const cancelling = await pool.connect()
  await cancelling.query('begin')
  await cancelling.query("update shop_order set status = 'Cancelled' where id = $1", [gone])
  const counting = bangkok(3, '2026-03-10T05:00:00Z')
  await lockWaiters(1)
  await cancelling.query('commit')
  cancelling.release()
  expect((await counting).map((day) => day.placed)).toEqual([0, 0, 0])
  expect(await storedDays()).toEqual([0, 0])
})

test('an order that is cancelled while its day is being counted deletes the stored count', async () => {
  const gone = await anOrder({ at: '2026-03-08T03:00:00Z' })
  const counting = await pool.connect()
  await counting.query('begin')
  await counting.query('lock table placed_day in exclusive mode')
  await counting.query(
    `insert into placed_day select '2026-03-07T17:00Z', '2026-03-08T17:00Z', count(*)
     from shop_order`,
  )
  const cancelled = cancel(gone)
  await lockWaiters(1)
  await counting.query('commit')
  counting.release()
  await cancelled
  expect(await storedDays()).toEqual([])
  expect((await bangkok(3, '2026-03-10T05:00:00Z')).map((day) => day.placed)).toEqual([0, 0, 0])
})

test('concurrent counts while orders are cancelled agree in the end', async () => {
  const ids: string[] = []
  for (let n = 0; n < 20; n += 1) ids.push(await anOrder({ at: '2026-03-08T03:00:00Z' }))
  const report = () => bangkok(3, '2026-03-10T05:00:00Z')
  await Promise.all(ids.flatMap((id, n) => [report(), n % 2 === 0 ? cancel(id) : report()]))
  expect(await report()).toEqual([
    { day: '2026-03-08', placed: 10 },
    { day: '2026-03-09', placed: 0 },
    { day: '2026-03-10', placed: 0 },
  ])
})

test('open orders are counted by status, without those that await payment', async () => {
  const at = '2026-03-09T03:00:00Z'
  await anOrder({ at, status: 'Order Placed' })
  await anOrder({ at, online: true, paid: true })
  await anOrder({ at, status: 'Packing' })
  await anOrder({ at, status: 'Delivered' })
  await anOrder({ at, online: true, status: 'Awaiting payment' })
  expect(await countByStatus(db, ['Order Placed', 'Confirmed', 'Packing'])).toEqual([
    { status: 'Order Placed', count: 2 },
    { status: 'Confirmed', count: 0 },
    { status: 'Packing', count: 1 },
  ])
})

test('open orders are counted up to a thousand', async () => {
  await pool.query(
    `insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, address,
                             language, fingerprint)
     select gen_random_uuid(), $1, 'COD', 'Confirmed', 1, 0, 1, '{}', 'en', '' from generate_series(1, 1001)`,
    [shopper.id],
  )
  expect(await countByStatus(db, ['Confirmed'])).toEqual([{ status: 'Confirmed', count: 1000 }])
})

/** Resolves once `count` statements wait for the lock on stored sales. */
async function lockWaiters(count: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>(
      "select count(*)::int as waiting from pg_locks where not granted and relation = 'placed_day'::regclass",
    )
    if ((rows[0]?.waiting ?? 0) >= count) return
  }
}

test('the hourly job counts and stores the days that are over', async () => {
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString()
  await anOrder({ at: threeDaysAgo })
  const count = reportTasks({ db, timeZone: 'Asia/Bangkok' })['count-days'] as unknown as () => Promise<void>
  await count()
  expect(await storedDays()).toContain(1)
  expect((await storedDays()).length).toBeGreaterThanOrEqual(28)
})
