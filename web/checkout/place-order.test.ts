import { beforeEach, expect, test, vi } from 'vitest'
import type { Attempt, OrderRequest } from '../client/attempt.ts'
import { type AskReply, afterLogin, makeOrdering, type OrderReply, type OrderWorld, settled } from './place-order.ts'

const request: OrderRequest = { userId: 'mali', items: { rice: 2 }, address: 'home', payment: 'COD', total: 500 }
const placed = { success: true as const, orderId: 'o1', orderNumber: 1032, message: 'Order placed successfully' }
const asked = { orderId: 'o1', orderNumber: 1032, paymentType: 'COD' as const, status: 'Order Placed' as const }
const refused = {
  success: false as const,
  status: 200,
  code: 'amount_changed' as const,
  message: 'Prices have changed',
}
const noReply = () => Promise.reject(new Error('no reply'))

/** What every page of one browser shares. */
let kept: Attempt | undefined
let clock: number
let keys: number

beforeEach(() => {
  kept = undefined
  clock = 1000
  keys = 0
})

function aPage(more: Partial<OrderWorld> = {}) {
  const sent: string[] = []
  const held: (string | boolean)[] = []
  const shopper = { id: 'mali' as string | undefined }
  const ordering = makeOrdering({
    read: () => kept,
    write: (attempt) => {
      kept = attempt
    },
    send: async (attempt): Promise<OrderReply> => {
      sent.push(attempt.key)
      return placed
    },
    ask: async (): Promise<AskReply> => ({ success: true, order: null }),
    pay: async () => ({ success: true, url: '/pay' }),
    drop: async () => ({ success: true }),
    shopper: () => shopper.id,
    isOffline: () => false,
    offlineWords: () => 'offline',
    hold: () => held.push('hold'),
    release: (isPlaced) => held.push(isPlaced),
    now: () => clock,
    wait: async (milliseconds) => {
      clock += milliseconds
    },
    newKey: () => `key-${++keys}`,
    ...more,
  })
  return { ordering, state: () => ordering.state.get(), sent, held, shopper }
}

test('places an order, and forgets the attempt once the shop has said yes', async () => {
  const page = aPage()
  await page.ordering.place(request)
  expect(page.state()).toEqual({ at: 'placed', order: placed })
  expect(page.held).toEqual(['hold', true])
  expect(kept).toBeUndefined()
})

test('an attempt is kept before it is sent', async () => {
  let keptWhenSent: Attempt | undefined
  const page = aPage({
    send: async (attempt) => {
      keptWhenSent = kept
      expect(attempt).toEqual(kept)
      return placed
    },
  })
  await page.ordering.place(request)
  expect(keptWhenSent).toMatchObject({ ...request, key: 'key-1', sentAt: 1000 })
})

test('a refusal lets the cart go, and the next press is another attempt', async () => {
  const page = aPage({ send: async () => refused })
  await page.ordering.place(request)
  expect(page.state()).toMatchObject({ at: 'refused', refusal: { code: 'amount_changed', message: refused.message } })
  expect(page.held).toEqual(['hold', false])
  expect(kept).toBeUndefined()
})

test('a lost answer to an order that was placed leads to that order, without sending anything again', async () => {
  const page = aPage({ send: noReply, ask: async () => ({ success: true, order: asked }) })
  const placing = page.ordering.place(request)
  await vi.waitFor(() => expect(page.state().at).not.toBe('sending'))
  await placing
  expect(page.state()).toMatchObject({ at: 'placed', order: { orderId: 'o1', orderNumber: 1032 } })
  expect(page.held).toEqual(['hold', true])
  expect(kept).toBeUndefined()
})

test.each([500, 502, 503])('an answer of %i isn’t a no: the shop is asked', async (status) => {
  const page = aPage({
    send: async () => ({ ...refused, status, code: 'broken' }),
    ask: async () => ({ success: true, order: asked }),
  })
  await page.ordering.place(request)
  expect(page.state().at).toBe('placed')
})

test('a lost answer to an order that wasn’t placed: asked until nothing can come any more, then told', async () => {
  let asks = 0
  const page = aPage({
    send: noReply,
    ask: async () => {
      asks += 1
      return { success: true, order: null }
    },
  })
  await page.ordering.place(request)
  expect(page.state()).toMatchObject({ at: 'not placed' })
  expect(clock).toBe(1000 + settled.lost)
  expect(asks).toBe(5)
  expect(page.held).toEqual(['hold', false])
})

test('after that the same order is sent under the same key, another one under a new key', async () => {
  const lost = aPage({ send: noReply })
  await lost.ordering.place(request)
  const page = aPage()
  await page.ordering.place(request)
  expect(page.sent).toEqual(['key-1'])

  const again = aPage({ send: noReply })
  await again.ordering.place(request)
  const other = aPage()
  await other.ordering.place({ ...request, items: { rice: 3 } })
  expect(other.sent).toEqual(['key-3'])
})

test('while the shop can’t be reached the question is asked again and again', async () => {
  let failures = 6
  const page = aPage({
    send: noReply,
    ask: async () => (failures-- > 0 ? noReply() : { success: true, order: asked }),
  })
  await page.ordering.place(request)
  expect(page.state().at).toBe('placed')
  // 2, 4, 8, 15, 15, 15 seconds.
  expect(clock).toBe(1000 + 59_000)
})

test('a page that was loaded anew takes the attempt up; a second tab doesn’t order the same meanwhile', async () => {
  kept = { ...request, key: 'key-9', sentAt: clock }
  const page = aPage({ ask: async () => ({ success: true, order: asked }) })
  void page.ordering.resume('mali')
  expect(page.state()).toMatchObject({ at: 'checking', attempt: { key: 'key-9', items: { rice: 2 } } })
  await vi.waitFor(() => expect(page.state().at).toBe('placed'))
  // The cart came from the shop when this page was loaded.
  expect(page.held).toEqual([false])

  kept = { ...request, key: 'key-10', sentAt: clock }
  const tab = aPage({ ask: async () => ({ success: true, order: asked }) })
  await tab.ordering.place({ ...request, items: { rice: 2, milk: 1 } })
  expect(tab.sent).toEqual([])
  expect(tab.state().at).toBe('placed')
})

test('a tab that waits for another one’s order gives its button back when that was refused', async () => {
  kept = { ...request, key: 'key-9', sentAt: clock }
  const page = aPage({
    wait: async () => {
      kept = undefined
    },
  })
  void page.ordering.resume('mali')
  await vi.waitFor(() => expect(page.state()).toEqual({ at: 'ready' }))
})

test('an attempt of another account is left alone, and never asked for by this one', async () => {
  kept = { ...request, key: 'key-9', sentAt: clock }
  const page = aPage()
  await page.ordering.resume('somchai')
  expect(page.state()).toEqual({ at: 'ready' })
  await page.ordering.place({ ...request, userId: 'somchai' })
  expect(page.state().at).toBe('placed')
})

test('when the session has ended the question waits for the account’s next login', async () => {
  const asks: string[] = []
  const page = aPage({
    send: noReply,
    ask: async (attempt) => {
      asks.push(attempt.key)
      return { success: true, order: asked }
    },
    wait: async () => {
      expect(page.state()).toMatchObject({ at: 'checking', loginNeeded: true })
      page.shopper.id = 'mali'
    },
  })
  page.shopper.id = undefined
  await page.ordering.place(request)
  expect(asks).toEqual(['key-1'])
  expect(page.state().at).toBe('placed')
})

test('without a connection nothing is sent, and nothing is kept', async () => {
  const page = aPage({ isOffline: () => true })
  await page.ordering.place(request)
  expect(page.state()).toMatchObject({ at: 'refused', refusal: { code: 'offline' } })
  expect(page.sent).toEqual([])
  expect(kept).toBeUndefined()
})

test('a second press while the first is under way does nothing', async () => {
  const page = aPage()
  await Promise.all([page.ordering.place(request), page.ordering.place(request)])
  expect(page.sent).toEqual(['key-1'])
})

const online: OrderRequest = { ...request, payment: 'Online' }

test('an online order leads to its payment page, also when the answer was lost', async () => {
  const page = aPage({ send: async () => ({ ...placed, url: '/pay/1' }) })
  await page.ordering.place(online)
  expect(page.state()).toEqual({ at: 'to pay', url: '/pay/1' })

  const order = { ...asked, paymentType: 'Online' as const, status: 'Awaiting payment' as const }
  const lost = aPage({ send: noReply, ask: async () => ({ success: true, order }) })
  await lost.ordering.place(online)
  expect(lost.state()).toEqual({ at: 'to pay', url: '/pay' })

  // Loaded anew, nobody is led away from the page: the cart shows the order that waits.
  kept = { ...online, key: 'key-9', sentAt: clock }
  const reloaded = aPage({ ask: async () => ({ success: true, order }) })
  void reloaded.ordering.resume('mali')
  await vi.waitFor(() => expect(reloaded.state()).toEqual({ at: 'ready' }))
})

const toPay = { orderId: 'o7', act: 'pay' as const }
const toDrop = { orderId: 'o7', act: 'drop' as const }

test('an unpaid order of the same is paid instead of placed again', async () => {
  const page = aPage()
  await page.ordering.place(online, toPay)
  expect(page.state()).toEqual({ at: 'to pay', url: '/pay' })
  expect(page.sent).toEqual([])
})

test('an unpaid order of the same is dropped before it is placed for cash', async () => {
  const steps: string[] = []
  const page = aPage({
    drop: async (orderId) => {
      steps.push(`drop ${orderId}`)
      return { success: true }
    },
    send: async () => {
      steps.push('send')
      return placed
    },
  })
  await page.ordering.place(request, toDrop)
  expect(steps).toEqual(['drop o7', 'send'])
})

test('an unpaid order that can’t be dropped, as it was paid meanwhile, stops the new one', async () => {
  const page = aPage({
    drop: async () => ({ success: false, status: 200, code: 'order_not_cancellable', message: 'too late' }),
  })
  await page.ordering.place(request, toDrop)
  expect(page.state()).toMatchObject({ at: 'refused', refusal: { code: 'order_not_cancellable' } })
  expect(page.sent).toEqual([])
})

test('an unpaid order that has ended meanwhile stops nothing', async () => {
  const page = aPage({
    pay: async () => ({ success: false, status: 200, code: 'order_not_payable', message: 'over' }),
    send: async () => ({ ...placed, url: '/pay/2' }),
  })
  await page.ordering.place(online, toPay)
  expect(page.state()).toEqual({ at: 'to pay', url: '/pay/2' })
})

test('an order that met an ended session goes on for its own account at its window, and another account is told', () => {
  expect(afterLogin(request, 'mali', true)).toBe('place')
  expect(afterLogin(request, 'mali', false)).toBe(undefined)
  expect(afterLogin(request, 'somchai', true)).toBe('tell')
  expect(afterLogin(undefined, 'mali', true)).toBe(undefined)
})
