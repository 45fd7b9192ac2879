import { performance } from 'node:perf_hooks'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { CartItems } from '../../contract/entities/user.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { untilBlocked } from '../../testing/database/until-blocked.ts'
import { aProduct, aShopper } from '../../testing/makers/rows.ts'
import { newId } from '../common/ids.ts'
import { monotonicMicroseconds } from '../common/monotonic-time.ts'
import { inTransaction } from '../database/database.ts'
import { cartOf, replaceCart } from './queries.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

test('a shopper without a saved cart has an empty one', async () => {
  expect((await cartOf(db, (await aShopper(db)).id)).items).toEqual({})
})

test('saving replaces the whole cart, without products that the catalogue does not have', async () => {
  const shopper = await aShopper(db)
  const [potato, mango] = [await aProduct(db), await aProduct(db)]
  const archived = await aProduct(db, { archivedAt: new Date() })
  await replaceCart(db, shopper.id, { items: { [potato.id]: 2, [mango.id]: 1 }, arrivedAt: monotonicMicroseconds() })
  await replaceCart(db, shopper.id, {
    items: { [mango.id]: 3, [archived.id]: 1, [newId()]: 4 },
    arrivedAt: monotonicMicroseconds(),
  })
  expect((await cartOf(db, shopper.id)).items).toEqual({ [mango.id]: 3 })
  await replaceCart(db, shopper.id, { items: {}, arrivedAt: monotonicMicroseconds() })
  expect((await cartOf(db, shopper.id)).items).toEqual({})
})

test('names an archived product instead of returning it, until it is restored or the cart is saved without it', async () => {
  const shopper = await aShopper(db)
  const [potato, mango] = [await aProduct(db), await aProduct(db)]
  await replaceCart(db, shopper.id, { items: { [potato.id]: 2, [mango.id]: 1 }, arrivedAt: monotonicMicroseconds() })
  const archive = (archivedAt: Date | null) =>
    db.updateTable('product').set({ archivedAt }).where('id', '=', mango.id).execute()
  await archive(new Date())
  expect(await cartOf(db, shopper.id)).toEqual({ items: { [potato.id]: 2 }, gone: [mango.id] })
  await archive(null)
  expect(await cartOf(db, shopper.id)).toEqual({ items: { [potato.id]: 2, [mango.id]: 1 }, gone: [] })
  await archive(new Date())
  await replaceCart(db, shopper.id, {
    items: { [potato.id]: 2 },
    arrivedAt: monotonicMicroseconds(),
    seen: { [potato.id]: 2 },
  })
  expect(await cartOf(db, shopper.id)).toEqual({ items: { [potato.id]: 2 }, gone: [] })
})

test('the call that arrived later wins, in whichever order two are stored', async () => {
  const shopper = await aShopper(db)
  const potato = await aProduct(db)
  const second = monotonicMicroseconds()
  // If the machine's clock was just set, the order is exact to some milliseconds only.
  const first = second - 20_000
  await replaceCart(db, shopper.id, { items: { [potato.id]: 2 }, arrivedAt: second })
  await replaceCart(db, shopper.id, { items: { [potato.id]: 1 }, arrivedAt: first })
  expect((await cartOf(db, shopper.id)).items).toEqual({ [potato.id]: 2 })
})

test('doesn’t replace a cart that was changed since the client read it', async () => {
  const shopper = await aShopper(db)
  const [potato, mango, rice] = [await aProduct(db), await aProduct(db), await aProduct(db)]
  const save = (items: CartItems, seen: CartItems) =>
    replaceCart(db, shopper.id, { items, arrivedAt: monotonicMicroseconds(), seen })
  expect(await save({ [potato.id]: 1 }, {})).toBe(true)
  expect(await save({ [potato.id]: 1, [mango.id]: 2 }, { [potato.id]: 1 })).toBe(true)
  expect(await save({ [potato.id]: 1, [rice.id]: 1 }, { [potato.id]: 1 })).toBe(false)
  expect((await cartOf(db, shopper.id)).items).toEqual({ [potato.id]: 1, [mango.id]: 2 })
  // Archived products are not part of the cart that a client reads.
  await db.updateTable('product').set({ archivedAt: new Date() }).where('id', '=', potato.id).execute()
  expect(await save({ [mango.id]: 3 }, { [mango.id]: 2 })).toBe(true)
})

/** Runs work with fresh modules, as a process whose clock differs by `offset` milliseconds would. */
async function inProcess(
  offset: number,
  work: (its: { cart: Cart; monotonicMicroseconds: () => number }) => Promise<unknown>,
) {
  const real = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + offset)
  vi.resetModules()
  const [cart, { monotonicMicroseconds }] = [await import('./queries.ts'), await import('../common/monotonic-time.ts')]
  await work({ cart, monotonicMicroseconds }).finally(() => clock.mockRestore())
  // The next test files load modules of their own, not those that have seen the other clock.
  vi.resetModules()
}
type Cart = typeof import('./queries.ts')
const hour = 3_600_000

// As after the clock of one machine was set, or while another machine slept.
describe.each([0, hour, -hour, 5 * hour])('with a process whose clock differs by %i ms', (offset) => {
  test('a change that arrives after another was stored wins, whichever process stores it', async () => {
    const shopper = await aShopper(db)
    const potato = await aProduct(db)
    for (const quantity of [1, 3, 5]) {
      await inProcess(offset, ({ cart, monotonicMicroseconds }) =>
        cart.replaceCart(db, shopper.id, { items: { [potato.id]: quantity }, arrivedAt: monotonicMicroseconds() }),
      )
      expect((await cartOf(db, shopper.id)).items).toEqual({ [potato.id]: quantity })
      await replaceCart(db, shopper.id, { items: { [potato.id]: quantity + 1 }, arrivedAt: monotonicMicroseconds() })
      expect((await cartOf(db, shopper.id)).items).toEqual({ [potato.id]: quantity + 1 })
    }
  })

  test('a slow call that a later one overtook changes nothing', async () => {
    const shopper = await aShopper(db)
    const [potato, mango] = [await aProduct(db), await aProduct(db)]
    await replaceCart(db, shopper.id, { items: { [potato.id]: 2, [mango.id]: 1 }, arrivedAt: monotonicMicroseconds() })
    const slow = monotonicMicroseconds() - 3_000_000
    await inProcess(offset, async ({ cart, monotonicMicroseconds }) => {
      const slow = monotonicMicroseconds() - 3_000_000
      await cart.replaceCart(db, shopper.id, { items: { [potato.id]: 1 }, arrivedAt: slow })
      expect((await cartOf(db, shopper.id)).items).toEqual({ [potato.id]: 2, [mango.id]: 1 })
      const ordered = { [potato.id]: 2 }
      await inTransaction(db, (tx) => cart.takeFromSavedCart(tx, shopper.id, ordered, monotonicMicroseconds()))
    })
    await replaceCart(db, shopper.id, { items: { [potato.id]: 3 }, arrivedAt: slow })
    expect((await cartOf(db, shopper.id)).items).toEqual({ [mango.id]: 1 })
  })
})

test('a change is stored though the clock of the database was set back', async () => {
  const shopper = await aShopper(db)
  const potato = await aProduct(db)
  await replaceCart(db, shopper.id, { items: { [potato.id]: 1 }, arrivedAt: monotonicMicroseconds() })
  await db
    .updateTable('cart')
    .set({ arrivedAt: new Date(Date.now() + hour) })
    .where('shopperId', '=', shopper.id)
    .execute()
  await replaceCart(db, shopper.id, { items: { [potato.id]: 2 }, arrivedAt: monotonicMicroseconds() })
  expect((await cartOf(db, shopper.id)).items).toEqual({ [potato.id]: 2 })
})

test('of a session that is being ended, saves nothing that its end empties', async () => {
  const [shopper, potato] = [await aShopper(db), await aProduct(db)]
  const session = 'a session'
  await db
    .insertInto('shopperSession')
    .values({ id: newId(), shopperId: shopper.id, token: session, expiresAt: new Date(Date.now() + 60_000) })
    .execute()
  const save = (quantity: number) =>
    replaceCart(db, shopper.id, { items: { [potato.id]: quantity }, arrivedAt: monotonicMicroseconds(), session })
  expect(await save(1)).toBe(true)
  const saving = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('shopperSession').where('token', '=', session).execute()
    await tx.updateTable('cart').set({ items: '{}' }).where('shopperId', '=', shopper.id).execute()
    const result = save(2)
    await untilBlocked(pool)
    return { result }
  })
  expect(await saving.result).toBe(false)
  expect((await cartOf(db, shopper.id)).items).toEqual({})
})
