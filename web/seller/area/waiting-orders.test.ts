import { beforeEach, expect, test, vi } from 'vitest'
import type { ReadFailure } from '../../client/reader.ts'
import { ringAgainAfter } from './order-bell.ts'
import { makeWaitingOrders, type WaitingCounts } from './waiting-orders.ts'

beforeEach(() => void vi.useFakeTimers())

const placed = [{ order: '0198c5a0-0000-7000-8000-000000000001', status: 'Order Placed' }]

/** The count of a shop with this many unconfirmed orders, once it was read first. */
async function aCount(waiting: number) {
  const shop = { waiting, slips: 0, broken: false, calls: 0 }
  const counts: number[] = []
  const ring = vi.fn()
  const orders = makeWaitingOrders({
    read: async (): Promise<({ success: true } & WaitingCounts) | ReadFailure> => {
      shop.calls += 1
      const { broken, waiting: orders, slips } = shop
      return broken ? { success: false, message: 'The shop is busy', status: 503 } : { success: true, orders, slips }
    },
    onCount: ({ orders, slips }) => counts.push(orders + slips),
    ring,
  })
  orders.start()
  await vi.advanceTimersByTimeAsync(0)
  return { shop, orders, counts, ring }
}

test('counts the orders that wait, and rings for a new one', async () => {
  const { shop, orders, counts, ring } = await aCount(0)
  expect(ring).not.toHaveBeenCalled()
  shop.waiting = 1
  orders.changed(placed)
  await vi.advanceTimersByTimeAsync(0)
  expect(counts).toEqual([0, 1])
  expect(ring).toHaveBeenCalledTimes(1)
})

test('an order that came while the shop was busy is counted and rings once the shop answers again', async () => {
  const { shop, orders, counts, ring } = await aCount(1)
  expect(ring).toHaveBeenCalledTimes(1)
  // Another order was confirmed in the same moment, so that the number is the same.
  shop.broken = true
  orders.changed(placed)
  await vi.advanceTimersByTimeAsync(6000)
  expect([counts, ring.mock.calls.length]).toEqual([[1], 1])
  shop.broken = false
  await vi.advanceTimersByTimeAsync(8000)
  expect([counts, ring.mock.calls.length]).toEqual([[1, 1], 2])
})

test('one that came while the number is being read is read after it, and rings once', async () => {
  const { shop, orders, counts, ring } = await aCount(0)
  orders.changed([])
  shop.waiting = 1
  orders.changed(placed)
  await vi.advanceTimersByTimeAsync(0)
  expect([counts, ring.mock.calls.length]).toEqual([[0, 0, 1], 1])
})

test('a slip rings like an order', async () => {
  const { shop, orders, counts, ring } = await aCount(0)
  shop.slips = 1
  orders.changed([{ order: placed[0]?.order ?? '' }])
  await vi.advanceTimersByTimeAsync(0)
  expect([counts, ring.mock.calls.length]).toEqual([[0, 1], 1])
})

test('rings again for orders that wait half a minute', async () => {
  const { orders, ring } = await aCount(2)
  orders.check()
  expect(ring).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(ringAgainAfter)
  orders.check()
  expect(ring).toHaveBeenCalledTimes(2)
})
