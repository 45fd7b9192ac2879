import { afterAll, describe, expect, test } from 'vitest'
import { shop as shopConfig } from '../../../shop.config.ts'
import { payloadsOf } from '../../../testing/database/jobs.ts'
import { type Person, person } from '../../../testing/shop.ts'
import { aPhoto, riderShop, sendPhoto } from '../../../testing/shops/rider-shop.ts'
import { newId } from '../../common/ids.ts'
import { findTrackedOrder } from '../track/track-queries.ts'

const { shop, owner, rider, packed, tap, taken, assignmentsOf, numberOf, close } = await riderShop()
afterAll(close)

const minute = 60_000
const hour = 60 * minute
const receipt = { receivedBy: 'Mali', collected: 20.38 }

/** Changes an order as if all of it so far had happened earlier. */
async function earlier(id: string, milliseconds: number): Promise<void> {
  for (const [table, columns] of [
    ['order_event', ['at', 'undone_at', 'happened_at', 'undone_happened_at']],
    ['delivery_assignment', ['taken_at', 'ended_at', 'attempted_at', 'first_attempted_at', 'attempt_sent_at']],
    ['order_packed', ['packed_at']],
  ] as const)
    await shop.pool.query(
      `update ${table} set ${columns.map((column) => `${column} = ${column} - make_interval(secs => $2)`)}
       where order_id = $1`,
      [id, milliseconds / 1000],
    )
}
/** An order that a rider took some time ago. */
async function takenAgo(milliseconds: number) {
  const order = await taken(rider)
  await earlier(order.id, milliseconds)
  return order
}
const sellers = async (id: string) => (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]
const shoppers = async (who: Person, id: string) => (await who.get(`/api/order/get?id=${id}`)).json.order
const lastStep = async (id: string) =>
  (await sellers(id)).timeline.at(-1) as { status: string; at: string; sentAt?: string }
/** Milliseconds from a time until now. */
const ago = (iso: string | Date | null | undefined) => Date.now() - new Date(iso ?? Number.NaN).getTime()
/** Some seconds pass while a test runs. */
const expectAgo = (iso: string | Date | null | undefined, milliseconds: number) => {
  expect(ago(iso)).toBeGreaterThanOrEqual(milliseconds - 1000)
  expect(ago(iso)).toBeLessThan(milliseconds + 20_000)
}

describe('a tap that waited for a connection', () => {
  test('is a delivery at the time of the tap; its cash is booked when it is sent', async () => {
    const { id, shopper } = await takenAgo(hour)
    expect((await tap(rider, 'delivered', id, { ...receipt, waited: 9 * minute })).json.success).toBe(true)
    const { timeline, movements } = await sellers(id)
    const delivered = timeline.at(-1)
    expect(delivered.status).toBe('Delivered')
    expectAgo(delivered.at, 9 * minute)
    expectAgo(delivered.sentAt, 0)
    expectAgo(movements.at(-1).at, 0)
    const seen = (await shoppers(shopper, id)).timeline.at(-1)
    expect(seen).toEqual({ status: 'Delivered', at: delivered.at })
    expectAgo((await findTrackedOrder(shop.db, id))?.since, 9 * minute)
    expectAgo((await assignmentsOf(id))[0]?.endedAt, 9 * minute)
  })

  test('may have a photo', async () => {
    const { id } = await takenAgo(hour)
    const sent = await sendPhoto(rider, id, { waited: String(9 * minute) }, await aPhoto())
    expect(sent.json.success).toBe(true)
    expectAgo((await lastStep(id)).at, 9 * minute)
  })

  test('may be taking the order, and what follows isn’t before it', async () => {
    const { id } = await packed()
    await earlier(id, hour)
    await tap(rider, 'take', id, { waited: 20 * minute })
    expectAgo((await lastStep(id)).at, 20 * minute)
    expectAgo((await assignmentsOf(id))[0]?.takenAt, 20 * minute)
    await tap(rider, 'delivered', id, { ...receipt, waited: 40 * minute })
    const { timeline } = await sellers(id)
    expect(timeline.map(({ status }) => status).slice(-2)).toEqual(['Out for delivery', 'Delivered'])
    expect(timeline.at(-1).at).toBe(timeline.at(-2).at)
    expectAgo(timeline.at(-1).at, 20 * minute)
  })

  test('may be returning the order, which can be taken again after it', async () => {
    const { id } = await takenAgo(hour)
    await tap(rider, 'return', id, { waited: 30 * minute })
    const [undone] = (await sellers(id)).undone
    expectAgo(undone.undoneAt, 30 * minute)
    expectAgo(undone.undoneSentAt, 0)
    await tap(rider, 'take', id, { waited: 50 * minute })
    expectAgo((await lastStep(id)).at, 30 * minute)
  })
})

test('a page that was opened before an update sends a failed attempt, and undoes it, by the earlier paths', async () => {
  // Taken now: a step of the day before can't be undone.
  const { id } = await taken(rider)
  const failed = { id: newId(), order: id, reason: 'refused' }
  expect((await rider.post('/api/rider/not-home', failed)).json.success).toBe(true)
  expect((await sellers(id)).failedAttempts).toMatchObject([{ reason: 'refused', back: true }])
  const undone = await owner.post('/api/order/undeliver', { id, from: 'Packing' })
  expect(undone.json.order.status).toBe('Confirmed')
  expect((await person(shop).post('/api/order/undeliver', { id })).status).toBe(401)
})

describe('two taps of an order that waited', () => {
  test('a failed attempt and a delivery have each its own time, also in the mail', async () => {
    const { id, shopper } = await takenAgo(hour)
    await tap(rider, 'failed-attempt', id, { reason: 'no_answer', waited: 30 * minute })
    const [failed] = (await sellers(id)).failedAttempts
    expectAgo(failed.at, 30 * minute)
    expectAgo(failed.sentAt, 0)
    const seen = (await shoppers(shopper, id)).failedAttempt
    expect(seen).toEqual({ at: failed.at, reason: 'no_answer', back: false })
    expect(await payloadsOf(shop.pool, { task: 'send-attempt-mail', orderId: id })).toMatchObject([{ at: failed.at }])
    await tap(rider, 'delivered', id, { ...receipt, waited: 10 * minute })
    expectAgo((await lastStep(id)).at, 10 * minute)
    expect((await sellers(id)).failedAttempts).toEqual([failed])
  })

  test('a delivery isn’t before the try', async () => {
    const { id } = await takenAgo(hour)
    await tap(rider, 'failed-attempt', id, { reason: 'no_answer', waited: 10 * minute })
    await tap(rider, 'delivered', id, { ...receipt, waited: 30 * minute })
    const { timeline, failedAttempts } = await sellers(id)
    expect(timeline.at(-1).at).toBe(failedAttempts[0].at)
  })

  test('a try that was sent at once has no other time of recording than its own', async () => {
    const { id } = await takenAgo(hour)
    await tap(rider, 'failed-attempt', id, { reason: 'no_answer', waited: 10 * minute })
    await tap(rider, 'failed-attempt', id, { reason: 'no_answer' })
    const [failed] = (await sellers(id)).failedAttempts
    expectAgo(failed.at, 0)
    expect(failed).not.toHaveProperty('sentAt')
  })
})

describe('the time that a tap waited', () => {
  test.each([
    ['absent', undefined],
    ['zero', 0],
    ['negative', -9 * minute],
    ['in the far future', -1e300],
    ['longer than a day, as after the phone’s clock was set', 25 * hour],
    ['absurd', 1e300],
  ])('counts as none if it is %s', async (_, waited) => {
    const { id } = await takenAgo(30 * hour)
    expect((await tap(rider, 'delivered', id, { ...receipt, waited })).json.success).toBe(true)
    const delivered = await lastStep(id)
    expectAgo(delivered.at, 0)
    expect(delivered).not.toHaveProperty('sentAt')
  })

  test.each(['', 'x', '-1', '1e999'])('counts as none in a form if it is “%s”', async (waited) => {
    const { id } = await takenAgo(hour)
    expect((await sendPhoto(rider, id, { waited })).json.success).toBe(true)
    expectAgo((await lastStep(id)).at, 0)
  })

  test('counts for at most twelve hours', async () => {
    const { id } = await takenAgo(30 * hour)
    await tap(rider, 'delivered', id, { ...receipt, waited: 13 * hour })
    expectAgo((await lastStep(id)).at, 12 * hour)
  })

  test('never leads to before the order was taken', async () => {
    const { id } = await takenAgo(5 * minute)
    await tap(rider, 'delivered', id, { ...receipt, waited: 40 * minute })
    expectAgo((await lastStep(id)).at, 5 * minute)
    const [assignment] = await assignmentsOf(id)
    expect(assignment?.endedAt).toEqual(assignment?.takenAt)
  })

  test('never leads to before the order was packed', async () => {
    const { id } = await packed()
    await owner.post('/api/order/packed', { id, packed: true })
    await earlier(id, 10 * minute)
    await tap(rider, 'take', id, { waited: 40 * minute })
    expectAgo((await lastStep(id)).at, 10 * minute)
  })
})

test('a tap that is sent twice counts with what was sent first', async () => {
  const { id } = await takenAgo(hour)
  const body = { id: newId(), order: id, ...receipt }
  await rider.post('/api/rider/delivered', { ...body, waited: 9 * minute })
  const first = await lastStep(id)
  expect((await rider.post('/api/rider/delivered', { ...body, waited: 50 * minute })).json.success).toBe(true)
  expect(await lastStep(id)).toEqual(first)
})

test('an order that was cancelled after it was handed over was delivered before that, and undoing cancels it again', async () => {
  const { id } = await takenAgo(hour)
  await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Cancelled' })
  await earlier(id, 5 * minute)
  await tap(rider, 'delivered', id, { ...receipt, waited: 20 * minute })
  const order = await sellers(id)
  expectAgo(order.timeline.at(-1).at, 20 * minute)
  const cancelled = order.undone.find(({ status }) => status === 'Cancelled')
  expectAgo(cancelled.at, 5 * minute)
  expect(cancelled.undoneAt).toBe(order.timeline.at(-1).sentAt)
  expect((await owner.post('/api/order/undo-step', { id })).json.order.status).toBe('Cancelled')
})

/** How many promises there are, and were kept, in the report. */
async function promises() {
  const { weeks } = (await owner.get('/api/delivery/promises')).json
  const sum = (key: 'promised' | 'kept') => weeks.reduce((total, row) => total + row[key], 0)
  return { promised: sum('promised'), kept: sum('kept') }
}

test('promises that were kept by taps that waited count as kept', async () => {
  const before = await promises()
  for (const waited of [9 * minute, 0, undefined]) {
    const { id } = await takenAgo(hour)
    await shop.pool.query("update shop_order set promised_at = now() - interval '5 minutes' where id = $1", [id])
    await tap(rider, 'delivered', id, { ...receipt, waited })
  }
  const after = await promises()
  expect([after.promised - before.promised, after.kept - before.kept]).toEqual([3, 1])
})

test('a promise is kept by a first try in time, though the second one was too late', async () => {
  const before = await promises()
  for (const first of [30, 10]) {
    const { id } = await takenAgo(hour)
    await shop.pool.query("update shop_order set promised_at = now() - interval '20 minutes' where id = $1", [id])
    for (const waited of [first, 5])
      await tap(rider, 'failed-attempt', id, { reason: 'no_answer', waited: waited * minute })
    expectAgo((await sellers(id)).failedAttempts[0].at, 5 * minute)
  }
  const after = await promises()
  expect([after.promised - before.promised, after.kept - before.kept]).toEqual([2, 1])
})

test('a delivery before midnight that was sent after it can be undone on the day on which it was booked', async () => {
  const { id } = await takenAgo(hour)
  await tap(rider, 'delivered', id, { ...receipt, waited: minute })
  const { timeZone } = shopConfig
  const { rowCount } = await shop.pool.query(
    `update order_event set happened_at = date_trunc('day', now() at time zone $2) at time zone $2 - interval '1 minute'
     where order_id = $1 and status = 'Delivered'`,
    [id, timeZone],
  )
  expect(rowCount).toBe(1)
  expect((await owner.post('/api/order/undo-step', { id })).json).toMatchObject({
    success: true,
    order: { status: 'Out for delivery', isPaid: false },
  })
})

test('the audit log has what was done with a late tap as with any other', async () => {
  const { id } = await takenAgo(hour)
  await tap(rider, 'delivered', id, { ...receipt, waited: 9 * minute })
  const { rows } = await shop.pool.query(
    "select after from audit_entry where subject_id = $1 and made_by = $2 and after ? 'status'",
    [id, rider.email],
  )
  expect(rows.map(({ after }) => after)).toContainEqual({ status: 'Delivered' })
})
