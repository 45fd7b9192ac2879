import { performance } from 'node:perf_hooks'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { CartItems } from '../../contract/entities.ts'
import { testDatabase } from '../../testing/database.ts'
import { aProduct, aShopper } from '../../testing/makers.ts'
import { newId } from '../common/ids.ts'
import { monotonicMicroseconds } from '../common/monotonic-time.ts'
import { findCart, replaceCart } from './queries.ts'

const { db, close } = await testDatabase()
afterAll(close)

test('a shopper without a saved cart has an empty one', async () => {
  expect(await findCart(db, (await aShopper(db)).id)).toEqual({})
})

test('saving replaces the whole cart, less what the catalogue does not have', async () => {
  const shopper = await aShopper(db)
  const [potato, mango] = [await aProduct(db), await aProduct(db)]
  const archived = await aProduct(db, { archivedAt: new Date() })
  await replaceCart(db, shopper.id, { [potato.id]: 2, [mango.id]: 1 }, monotonicMicroseconds())
  await replaceCart(db, shopper.id, { [mango.id]: 3, [archived.id]: 1, [newId()]: 4 }, monotonicMicroseconds())
  expect(await findCart(db, shopper.id)).toEqual({ [mango.id]: 3 })
  await replaceCart(db, shopper.id, {}, monotonicMicroseconds())
  expect(await findCart(db, shopper.id)).toEqual({})
})

test('a product that was archived since is left out, and is there again when it comes back', async () => {
  const shopper = await aShopper(db)
  const [potato, mango] = [await aProduct(db), await aProduct(db)]
  await replaceCart(db, shopper.id, { [potato.id]: 2, [mango.id]: 1 }, monotonicMicroseconds())
  const archive = (archivedAt: Date | null) =>
    db.updateTable('product').set({ archivedAt }).where('id', '=', mango.id).execute()
  await archive(new Date())
  expect(await findCart(db, shopper.id)).toEqual({ [potato.id]: 2 })
  await archive(null)
  expect(await findCart(db, shopper.id)).toEqual({ [potato.id]: 2, [mango.id]: 1 })
})

test('of two calls the one that came later is kept, in whatever order they are stored', async () => {
  const shopper = await aShopper(db)
  const potato = await aProduct(db)
  const [first, second] = [monotonicMicroseconds(), monotonicMicroseconds()]
  await replaceCart(db, shopper.id, { [potato.id]: 2 }, second)
  await replaceCart(db, shopper.id, { [potato.id]: 1 }, first)
  expect(await findCart(db, shopper.id)).toEqual({ [potato.id]: 2 })
})

test('a cart that isn’t the one that was seen any more stays as it is', async () => {
  const shopper = await aShopper(db)
  const [potato, mango, rice] = [await aProduct(db), await aProduct(db), await aProduct(db)]
  const save = (items: CartItems, seen: CartItems) => replaceCart(db, shopper.id, items, monotonicMicroseconds(), seen)
  expect(await save({ [potato.id]: 1 }, {})).toBe(true)
  expect(await save({ [potato.id]: 1, [mango.id]: 2 }, { [potato.id]: 1 })).toBe(true)
  expect(await save({ [potato.id]: 1, [rice.id]: 1 }, { [potato.id]: 1 })).toBe(false)
  expect(await findCart(db, shopper.id)).toEqual({ [potato.id]: 1, [mango.id]: 2 })
  // Nobody has seen what was archived.
  await db.updateTable('product').set({ archivedAt: new Date() }).where('id', '=', potato.id).execute()
  expect(await save({ [mango.id]: 3 }, { [mango.id]: 2 })).toBe(true)
})

/** Does what a process would whose clock is that many milliseconds away. */
async function inProcess(
  away: number,
  work: (its: { cart: Cart; monotonicMicroseconds: () => number }) => Promise<unknown>,
) {
  const real = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + away)
  vi.resetModules()
  const [cart, { monotonicMicroseconds }] = [await import('./queries.ts'), await import('../common/monotonic-time.ts')]
  await work({ cart, monotonicMicroseconds }).finally(() => clock.mockRestore())
}
type Cart = typeof import('./queries.ts')
const hour = 3_600_000

// As after the clock of one machine was set, or another one slept.
describe.each([0, hour, -hour, 5 * hour])('with a process whose clock is %i ms away', (away) => {
  test('a change that comes after another was stored is kept, whichever of the two stores it', async () => {
    const shopper = await aShopper(db)
    const potato = await aProduct(db)
    for (const quantity of [1, 3, 5]) {
      await inProcess(away, ({ cart, monotonicMicroseconds }) =>
        cart.replaceCart(db, shopper.id, { [potato.id]: quantity }, monotonicMicroseconds()),
      )
      expect(await findCart(db, shopper.id)).toEqual({ [potato.id]: quantity })
      await replaceCart(db, shopper.id, { [potato.id]: quantity + 1 }, monotonicMicroseconds())
      expect(await findCart(db, shopper.id)).toEqual({ [potato.id]: quantity + 1 })
    }
  })

  test('a call that was overtaken while it was under way changes nothing', async () => {
    const shopper = await aShopper(db)
    const [potato, mango] = [await aProduct(db), await aProduct(db)]
    await replaceCart(db, shopper.id, { [potato.id]: 2, [mango.id]: 1 }, monotonicMicroseconds())
    const slow = monotonicMicroseconds() - 3_000_000
    await inProcess(away, async ({ cart, monotonicMicroseconds }) => {
      const slow = monotonicMicroseconds() - 3_000_000
      await cart.replaceCart(db, shopper.id, { [potato.id]: 1 }, slow)
      expect(await findCart(db, shopper.id)).toEqual({ [potato.id]: 2, [mango.id]: 1 })
      await cart.takeFromCart(shopper.id, [potato.id], monotonicMicroseconds()).execute(db)
    })
    await replaceCart(db, shopper.id, { [potato.id]: 3 }, slow)
    expect(await findCart(db, shopper.id)).toEqual({ [mango.id]: 1 })
  })
})

test('a change is kept though the clock of the database was set back', async () => {
  const shopper = await aShopper(db)
  const potato = await aProduct(db)
  await replaceCart(db, shopper.id, { [potato.id]: 1 }, monotonicMicroseconds())
  await db
    .updateTable('cart')
    .set({ arrivedAt: new Date(Date.now() + hour) })
    .where('shopperId', '=', shopper.id)
    .execute()
  await replaceCart(db, shopper.id, { [potato.id]: 2 }, monotonicMicroseconds())
  expect(await findCart(db, shopper.id)).toEqual({ [potato.id]: 2 })
})
