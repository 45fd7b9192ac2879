import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { calls } from '../../../contract/calls.ts'
import { testDatabase } from '../../../testing/database/database.ts'
import { newId } from '../../common/ids.ts'
import { refuse } from '../../common/refusal.ts'
import { limitOrders, orderRequestOf } from './order-request.ts'

const { db, close } = await testDatabase()
afterAll(close)

const request = { leaveQueue: () => {} }
const limited = (place: () => Promise<{ isNew: boolean }>, shopperId = newId()) =>
  limitOrders(
    db,
    { request, shopperId, clientAddress: '203.0.113.1', code: undefined, idempotencyKey: undefined },
    place,
  )

test('a refused order throws its refusal, and the database’s error if the refusal can’t be counted', async () => {
  await expect(limited(async () => refuse('cart_empty'))).rejects.toMatchObject({ code: 'cart_empty' })
  try {
    const refusedWithoutCounter = limited(async () => {
      await sql`alter table rate_limit_counter rename to lost_counter`.execute(db)
      return refuse('cart_empty')
    })
    await expect(refusedWithoutCounter).rejects.toThrow('rate_limit_counter')
  } finally {
    await sql`alter table lost_counter rename to rate_limit_counter`.execute(db)
  }
})

test('attempts that fail by a fault of the shop, as while its disk is full, leave all orders of the account', async () => {
  const shopperId = newId()
  // More than a new shopper may place.
  for (let time = 0; time < 11; time += 1) {
    const faulty = limited(() => Promise.reject(new Error('disk full')), shopperId)
    await expect(faulty).rejects.toThrow('disk full')
  }
  expect(await limited(async () => ({ isNew: true }), shopperId)).toEqual({ isNew: true })
})

test('an order that is sent again, as on a bad line, leaves all others of the account, but no loop', async () => {
  const shopperId = newId()
  for (let times = 0; times < 120; times += 1) await limited(async () => ({ isNew: false }), shopperId)
  for (let orders = 1; orders <= 10; orders += 1) await limited(async () => ({ isNew: true }), shopperId)
  await expect(limited(async () => ({ isNew: true }), shopperId)).rejects.toMatchObject({ code: 'too_many' })

  const looping = newId()
  for (let times = 0; times < 130; times += 1) await limited(async () => ({ isNew: false }), looping)
  await expect(limited(async () => ({ isNew: true }), looping)).rejects.toMatchObject({ code: 'too_many' })
})

test('a fault is reported also if its try can’t be taken off the count', async () => {
  try {
    const faulty = limited(async () => {
      await sql`alter table rate_limit_counter rename to lost_counter`.execute(db)
      throw new Error('disk full')
    })
    await expect(faulty).rejects.toThrow('disk full')
  } finally {
    await sql`alter table lost_counter rename to rate_limit_counter`.execute(db)
  }
})

test('a body says what is ordered; not who orders, how it is paid, by which key or in which language', () => {
  const ordered = { address: newId(), items: [{ product: newId(), quantity: 1 }], replaces: newId(), code: ' TEN ' }
  const body = calls.order.cod.schema.body.parse({
    ...ordered,
    userId: newId(),
    shopperId: newId(),
    paymentType: 'COD',
    promptPay: { proxy: { kind: 'phone', number: '0812345678' }, receiver: 'Mali' },
    furtherOrders: { orderedLately: true },
    waits: false,
    idempotencyKey: 'other',
    language: 'th',
    clientAddress: '203.0.113.9',
    arrivedAt: 1,
  })
  const raw = { headers: {} }
  const sent = { body, raw, headers: { 'idempotency-key': 'click' }, arrivedAt: 7 } as unknown as Parameters<
    typeof orderRequestOf
  >[0]
  expect(orderRequestOf(sent, () => '203.0.113.1')).toEqual({
    ...ordered,
    code: 'TEN',
    idempotencyKey: 'click',
    language: 'en',
    clientAddress: '203.0.113.1',
    arrivedAt: 7,
  })
})
