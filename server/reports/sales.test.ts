import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { aShopper } from '../../testing/makers.ts'
import { newId } from '../common/ids.ts'
import { countByStatus, lastDays } from './queries.ts'
import { salesOfLastDays } from './sales.ts'
import { reportTasks } from './tasks.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

// Sums are of the whole shop, so each test begins without orders.
beforeEach(async () => {
  await pool.query('truncate shop_order, sales_day cascade')
})

const shopper = await aShopper(db)

type OrderOptions = { at: string; amount: number; status?: string; online?: boolean; paid?: boolean; refunded?: number }

/** Inserts a delivered cash order, unless the options differ. */
async function anOrder({
  at,
  amount,
  online = false,
  status = online ? 'Order Placed' : 'Delivered',
  paid = status === 'Delivered',
  refunded = 0,
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
      subtotalCents: amount,
      taxCents: 0,
      amountCents: amount,
      reductionCents: refunded,
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
  salesOfLastDays(db, { timeZone: 'Asia/Bangkok', count, now: new Date(now) })
const storedDays = async () =>
  (await db.selectFrom('salesDay').select(['orders', 'amountCents']).orderBy('startsAt').execute()).map(
    (day) => [day.orders, day.amountCents] as const,
  )

test('days begin and end at midnight of the shop’s zone, and end with today', async () => {
  // Midnight in Bangkok is 17:00 UTC.
  await anOrder({ at: '2026-03-08T16:59:59.999Z', amount: 1 })
  await anOrder({ at: '2026-03-08T17:00:00Z', amount: 1050 })
  await anOrder({ at: '2026-03-09T16:59:59.999Z', amount: 200 })
  await anOrder({ at: '2026-03-09T17:00:00Z', amount: 30_000 })
  expect(await bangkok(3, '2026-03-10T05:00:00Z')).toEqual([
    { day: '2026-03-08', orders: 1, amountCents: 1, placed: 1 },
    { day: '2026-03-09', orders: 2, amountCents: 1250, placed: 2 },
    { day: '2026-03-10', orders: 1, amountCents: 30_000, placed: 1 },
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

test('counts orders that were delivered or paid, less refunds, and separately all that were placed', async () => {
  const at = '2026-03-09T03:00:00Z'
  await anOrder({ at, amount: 100 })
  await anOrder({ at, amount: 4000, status: 'Out for delivery' })
  await anOrder({ at, amount: 3, online: true, paid: true })
  await anOrder({ at, amount: 50, online: true, paid: true, status: 'Delivered', refunded: 20 })
  await anOrder({ at, amount: 5000, online: true, status: 'Awaiting payment' })
  await anOrder({ at, amount: 60_000, status: 'Cancelled' })
  await anOrder({ at, amount: 700_000, online: true, paid: true, status: 'Cancelled' })
  expect(await bangkok(2, '2026-03-10T05:00:00Z')).toEqual([
    { day: '2026-03-09', orders: 3, amountCents: 133, placed: 4 },
    { day: '2026-03-10', orders: 0, amountCents: 0, placed: 0 },
  ])
})

test.each([
  ['is delivered', { status: 'Order Placed' }, { status: 'Delivered', isPaid: true }, [0, 0, 1], [1, 900, 1]],
  ['is taken back from Delivered', {}, { status: 'Out for delivery', isPaid: false }, [1, 900, 1], [0, 0, 1]],
  ['is refunded in part', {}, { reductionCents: 200 }, [1, 900, 1], [1, 700, 1]],
] as const)('an order of a past day that %s is counted anew', async (_what, options, change, before, after) => {
  const id = await anOrder({ at: '2026-03-08T03:00:00Z', amount: 900, ...options })
  const day = async () => {
    const [first] = await bangkok(3, '2026-03-10T05:00:00Z')
    return [first?.orders, first?.amountCents, first?.placed]
  }
  expect(await day()).toEqual(before)
  await db.updateTable('shopOrder').set(change).where('id', '=', id).execute()
  expect(await day()).toEqual(after)
})

test('stores the sales of a day that is over, but not of today or a day that ended just now', async () => {
  await anOrder({ at: '2026-03-08T03:00:00Z', amount: 100 })
  await anOrder({ at: '2026-03-09T03:00:00Z', amount: 200 })
  await bangkok(3, '2026-03-09T17:09:59Z')
  expect(await storedDays()).toEqual([[1, 100]])
  await bangkok(3, '2026-03-09T17:10:00Z')
  expect(await storedDays()).toEqual([
    [1, 100],
    [1, 200],
  ])
  await db.updateTable('salesDay').set({ amountCents: 777 }).execute()
  expect((await bangkok(3, '2026-03-10T05:00:00Z')).map((day) => day.amountCents)).toEqual([777, 777, 0])
})

test('cancelling an order of a past day changes the sales of that day only', async () => {
  const gone = await anOrder({ at: '2026-03-08T03:00:00Z', amount: 100 })
  await anOrder({ at: '2026-03-08T04:00:00Z', amount: 11 })
  await anOrder({ at: '2026-03-09T03:00:00Z', amount: 200 })
  await bangkok(3, '2026-03-10T05:00:00Z')
  await cancel(gone)
  expect(await storedDays()).toEqual([[1, 200]])
  expect(await bangkok(3, '2026-03-10T05:00:00Z')).toEqual([
    { day: '2026-03-08', orders: 1, amountCents: 11, placed: 1 },
    { day: '2026-03-09', orders: 1, amountCents: 200, placed: 1 },
    { day: '2026-03-10', orders: 0, amountCents: 0, placed: 0 },
  ])
})

test('an online order that is paid after midnight counts for the day on which it was placed', async () => {
  const id = await anOrder({ at: '2026-03-09T16:50:00Z', amount: 900, online: true, status: 'Awaiting payment' })
  expect((await bangkok(2, '2026-03-10T05:00:00Z')).map((day) => day.orders)).toEqual([0, 0])
  await db.updateTable('shopOrder').set({ status: 'Order Placed', isPaid: true }).where('id', '=', id).execute()
  expect((await bangkok(2, '2026-03-10T05:00:00Z')).map((day) => day.amountCents)).toEqual([900, 0])
})

test('counting waits for an order that is being cancelled', async () => {
  const gone = await anOrder({ at: '2026-03-08T03:00:00Z', amount: 100 })
  const cancelling = await pool.connect()
  await cancelling.query('begin')
  await cancelling.query("update shop_order set status = 'Cancelled' where id = $1", [gone])
  const counting = bangkok(3, '2026-03-10T05:00:00Z')
  await lockWaiters(1)
  await cancelling.query('commit')
  cancelling.release()
  expect((await counting).map((day) => day.orders)).toEqual([0, 0, 0])
  expect(await storedDays()).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('an order that is cancelled while its day is being counted deletes the stored sales', async () => {
  const gone = await anOrder({ at: '2026-03-08T03:00:00Z', amount: 100 })
  const counting = await pool.connect()
  await counting.query('begin')
  await counting.query('lock table sales_day in exclusive mode')
  await counting.query(
    `insert into sales_day select '2026-03-07T17:00Z', '2026-03-08T17:00Z', count(*), sum(amount_cents), count(*)
     from shop_order`,
  )
  const cancelled = cancel(gone)
  await lockWaiters(1)
  await counting.query('commit')
  counting.release()
  await cancelled
  expect(await storedDays()).toEqual([])
  expect((await bangkok(3, '2026-03-10T05:00:00Z')).map((day) => day.orders)).toEqual([0, 0, 0])
})

test('concurrent reports while orders are cancelled agree in the end', async () => {
  const ids: string[] = []
  for (let n = 0; n < 20; n += 1) ids.push(await anOrder({ at: '2026-03-08T03:00:00Z', amount: 10 ** (n % 4) }))
  const report = () => bangkok(3, '2026-03-10T05:00:00Z')
  await Promise.all(ids.flatMap((id, n) => [report(), n % 2 === 0 ? cancel(id) : report()]))
  // The odd ones aren't cancelled: five of 10 and five of 1,000 cents.
  expect(await report()).toEqual([
    { day: '2026-03-08', orders: 10, amountCents: 5050, placed: 10 },
    { day: '2026-03-09', orders: 0, amountCents: 0, placed: 0 },
    { day: '2026-03-10', orders: 0, amountCents: 0, placed: 0 },
  ])
})

test('open orders are counted by status, without those that await payment', async () => {
  const at = '2026-03-09T03:00:00Z'
  await anOrder({ at, amount: 1, status: 'Order Placed' })
  await anOrder({ at, amount: 1, online: true, paid: true })
  await anOrder({ at, amount: 1, status: 'Packing' })
  await anOrder({ at, amount: 1, status: 'Delivered' })
  await anOrder({ at, amount: 1, online: true, status: 'Awaiting payment' })
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
      "select count(*)::int as waiting from pg_locks where not granted and relation = 'sales_day'::regclass",
    )
    if ((rows[0]?.waiting ?? 0) >= count) return
  }
}

test('the hourly job counts and stores the days that are over', async () => {
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString()
  await anOrder({ at: threeDaysAgo, amount: 500 })
  const count = reportTasks({ db, timeZone: 'Asia/Bangkok' })['count-days'] as unknown as () => Promise<void>
  await count()
  expect(await storedDays()).toContainEqual([1, 500])
  expect((await storedDays()).length).toBeGreaterThanOrEqual(28)
})
