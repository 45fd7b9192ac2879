import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database.ts'
import { newId } from '../../common/ids.ts'
import { refuse } from '../../common/refusal.ts'
import { limitOrders } from './order-request.ts'

const { db, close } = await testDatabase()
afterAll(close)

const request = { leaveQueue: () => {} }
const limited = (place: () => Promise<unknown>) =>
  limitOrders(db, request, newId(), { code: undefined, attempt: undefined }, place)

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
