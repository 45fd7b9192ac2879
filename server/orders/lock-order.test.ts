import { afterAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { anAddress, aProduct, aPromotion } from '../../testing/makers/rows.ts'
import { aWindow } from '../../testing/makers/windows.ts'
import { testShop, verified } from '../../testing/shop.ts'
import { newId } from '../common/ids.ts'
import { inTransaction } from '../database/database.ts'
import { restoreOrder } from './steps/restore-order.ts'

/*
 * Everything that changes rows which orders share locks them in one order, so that it never waits for another order in
 * a ring: counted products, then promotions, then the delivery window.
 */

const shop = await testShop()
afterAll(() => shop.close())

let codes = 0
type SharedRows = { product: string; promotion: string; delivery_window: string }

/** Makes what orders share, and returns it with the ways to place, cancel and restore an order of it. */
async function anOrder(maxUses: number | null) {
  const { id: product } = await aProduct(shop.db, { stock: 1000, offerPrice: 1000 })
  const window = await aWindow(shop.db, { capacity: 1000 })
  codes += 1
  const code = `LOCK${codes}`
  const { id: promotion } = await aPromotion(shop.db, { code, maxUses })
  const buyer = await verified(shop)
  const address = await anAddress(shop.db, buyer.user._id)
  const body = { address, items: [{ product, quantity: 1 }], code, delivery: { window } }
  const place = async () => {
    const { json } = await buyer.post('/api/order/cod', body, { 'idempotency-key': newId() })
    expect(json).toMatchObject({ success: true })
    const { rows } = await shop.pool.query('select promotion_id from order_promotion where order_id = $1', [
      json.orderId,
    ])
    expect(rows).toEqual([{ promotion_id: promotion }])
    return json.orderId as string
  }
  const cancel = async (id: string) =>
    expect((await buyer.post('/api/order/cancel', { orderId: id })).json.success).toBe(true)
  const restore = (id: string) =>
    inTransaction(shop.db, (tx) => restoreOrder(tx, id, { cash: 0, by: 'rider@shop.example' }))
  const shared: SharedRows = { product, promotion, delivery_window: window }
  return { shared, place, cancel, restore }
}

/**
 * Locks a row of a table while an action runs, and returns which rows the action has locked when it waits for that row.
 */
async function lockedBefore(
  table: keyof SharedRows,
  shared: SharedRows,
  action: () => Promise<unknown>,
): Promise<string[]> {
  const holder = await shop.pool.connect()
  await holder.query('begin')
  await holder.query(`select from ${table} where id = $1 for update`, [shared[table]])
  const { rows } = await holder.query('select pg_backend_pid() as pid')
  const running = action()
  const isWaited = () =>
    shop.pool
      .query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0].pid])
      .then(({ rowCount }) => expect(rowCount).toBe(1))
  await vi.waitFor(isWaited, eventually)
  const locked: string[] = []
  for (const each of Object.keys(shared) as (keyof SharedRows)[]) {
    if (each === table) continue
    const free = await shop.pool.query(`select from ${each} where id = $1 for no key update skip locked`, [
      shared[each],
    ])
    if (free.rowCount === 0) locked.push(each)
  }
  await holder.query('rollback')
  holder.release()
  await running
  return locked
}

describe.each([
  ['with a limit of uses', 5],
  ['without a limit', null],
])('an order with a promotion %s', (_, maxUses) => {
  const before = { product: [], promotion: ['product'], delivery_window: ['product', 'promotion'] }

  test.each(['product', 'promotion', 'delivery_window'] as const)(
    'that is placed, cancelled and restored waits for its %s with the rows before it locked',
    async (table) => {
      const { shared, place, cancel, restore } = await anOrder(maxUses)
      let id = ''
      const locked = [
        await lockedBefore(table, shared, async () => {
          id = await place()
        }),
        await lockedBefore(table, shared, () => cancel(id)),
        await lockedBefore(table, shared, () => restore(id)),
      ]
      expect(locked).toEqual([before[table], before[table], before[table]])
    },
  )
})
