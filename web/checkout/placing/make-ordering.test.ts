import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { settlingMilliseconds } from './find-outcome.ts'
import { makeOrdering } from './make-ordering.ts'
import type { LookUpReply, OrderingDeps, OrderReply } from './ordering-state.ts'
import type { OrderRequest, SentOrder } from './sent-order.ts'

const request: OrderRequest = { userId: 'mali', items: { rice: 2 }, address: 'home', payment: 'COD', total: 500 }
const placed = { success: true as const, orderId: 'o1', orderNumber: 1032, message: 'Order placed successfully' }
const found = { orderId: 'o1', orderNumber: 1032, paymentType: 'COD' as const, status: 'Order Placed' as const }
const refused = {
  success: false as const,
  status: 200,
  code: 'amount_changed' as const,
  message: 'Prices have changed',
}
const noReply = () => Promise.reject(new Error('no reply'))

/** Shared by all pages of one browser. */
let stored: SentOrder | undefined
let clock: number
let uptime: number
let keys: number

beforeEach(() => {
  stored = undefined
  clock = 1000
  uptime = 50
  keys = 0
})

function aPage(more: Partial<OrderingDeps> = {}) {
  const sent: string[] = []
  const frozen: (string | boolean)[] = []
  const shopper = { id: 'mali' as string | undefined }
  const calls: string[] = []
  const ordering = makeOrdering({
    read: () => stored,
    write: (order) => {
      stored = order
    },
    send: async (order): Promise<OrderReply> => {
      sent.push(order.key)
      return placed
    },
    lookUp: async (): Promise<LookUpReply> => ({ success: true, order: null }),
    pay: async () => ({ success: true, url: '/pay' }),
    shopper: () => shopper.id,
    isOffline: () => false,
    logIn: () => calls.push('log in'),
    isLoginOpen: () => true,
    onOtherAccount: (name) => calls.push(`other account: ${name}`),
    onOutcome: ({ status }) => calls.push(status),
    offlineMessage: () => 'offline',
    cancelledMessage: (number) => `${number} is cancelled`,
    freeze: () => frozen.push('freeze'),
    unfreeze: (isPlaced) => frozen.push(isPlaced),
    now: () => clock,
    uptime: () => uptime,
    wait: async (milliseconds) => {
      clock += milliseconds
      uptime += milliseconds
    },
    newId: () => `key-${++keys}`,
    ...more,
  })
  return { ordering, state: () => ordering.state.get(), sent, frozen, shopper, calls }
}

test('places an order, and deletes the stored order once it was shown that the shop has accepted it', async () => {
  const page = aPage()
  await page.ordering.place(request)
  expect(page.state()).toEqual({ status: 'placed', order: placed })
  expect(page.frozen).toEqual(['freeze', true])
  expect(stored).toMatchObject({ key: 'key-1', placedAt: expect.any(Number) })
  page.ordering.reset()
  expect(stored).toBeUndefined()
})

test('an order that was just placed elsewhere is sent as a second one only when the button is pressed again', async () => {
  const duplicate = { ...refused, code: 'order_duplicate' as const, message: 'Ordered a moment ago' }
  const orders: SentOrder[] = []
  const page = aPage({
    send: async (order) => {
      orders.push(order)
      return order.isSecond ? placed : duplicate
    },
  })
  await page.ordering.place(request)
  expect(page.state()).toMatchObject({ status: 'refused', refusal: { code: 'order_duplicate' } })
  // Another cart isn't confirmed by it.
  await page.ordering.place({ ...request, items: { rice: 3 } })
  await page.ordering.place({ ...request, items: { rice: 3 } })
  expect(page.state().status).toBe('placed')
  expect(orders.map(({ key, isSecond }) => [key, isSecond])).toEqual([
    ['key-1', undefined],
    ['key-2', undefined],
    ['key-3', true],
  ])
})

test.each([
  ['the reply', async () => placed],
  ['the look-up after a lost reply', noReply],
])('a reload right after %s, before the order was seen, finds it again', async (_, send) => {
  const lookUp = async (): Promise<LookUpReply> => ({ success: true, order: found })
  const page = aPage({ send, lookUp })
  await page.ordering.place(request)
  // Not again on the same page.
  await page.ordering.resume()
  expect(page.calls).toEqual(['placed'])
  const reloaded = aPage({ lookUp })
  await reloaded.ordering.resume()
  expect(reloaded.state()).toMatchObject({ status: 'placed', order: { orderNumber: 1032 } })
  expect(reloaded.calls).toEqual(['placed'])
  reloaded.ordering.reset()
  expect(stored).toBeUndefined()
})

test('a page that is loaded minutes after an order was placed doesn’t tell it', async () => {
  await aPage().ordering.place(request)
  const later = aPage({ now: () => (stored?.placedAt ?? Number.NaN) + 61_000 })
  await later.ordering.resume()
  expect([later.state().status, later.calls, stored]).toEqual(['ready', [], undefined])
})

test('the same order is placed once more with a new key, also if the first one wasn’t seen', async () => {
  await aPage().ordering.place(request)
  const reloaded = aPage()
  await reloaded.ordering.place(request)
  expect(reloaded.sent).toEqual(['key-2'])
})

test('an order that another tab has shown isn’t stored again', async () => {
  const page = aPage({
    send: async () => {
      stored = undefined
      return placed
    },
  })
  await page.ordering.place(request)
  expect([page.state().status, stored]).toEqual(['placed', undefined])
})

test('reports that an order was placed also if the screen that shows it has cleared the state', async () => {
  const page = aPage({ unfreeze: () => queueMicrotask(() => page.ordering.reset()) })
  await page.ordering.place(request)
  expect(page.state()).toEqual({ status: 'ready' })
  expect(page.calls).toEqual(['placed'])
})

test('an order is stored before it is sent', async () => {
  let storedWhenSent: SentOrder | undefined
  const page = aPage({
    send: async (order) => {
      storedWhenSent = stored
      expect(order).toEqual(stored)
      return placed
    },
  })
  await page.ordering.place(request)
  expect(storedWhenSent).toMatchObject({ ...request, key: 'key-1', sentAt: 1000 })
})

test('a refusal releases the cart and deletes the stored order', async () => {
  const page = aPage({ send: async () => refused })
  await page.ordering.place(request)
  expect(page.state()).toMatchObject({
    status: 'refused',
    refusal: { code: 'amount_changed', message: refused.message },
  })
  expect(page.frozen).toEqual(['freeze', false])
  expect(stored).toBeUndefined()
})

test('after a lost reply the order that was placed is found, without sending it again', async () => {
  const page = aPage({ send: noReply, lookUp: async () => ({ success: true, order: found }) })
  const placing = page.ordering.place(request)
  await vi.waitFor(() => expect(page.state().status).not.toBe('sending'), eventually)
  await placing
  expect(page.state()).toMatchObject({ status: 'placed', order: { orderId: 'o1', orderNumber: 1032 } })
  expect(page.frozen).toEqual(['freeze', true])
  page.ordering.reset()
  expect(stored).toBeUndefined()
})

test.each(['COD', 'PromptPay'] as const)(
  'an order by %s that is cancelled when its outcome is found is shown as cancelled, not as placed or to pay',
  async (payment) => {
    const order = { ...found, paymentType: payment, status: 'Cancelled' as const }
    const page = aPage({ send: noReply, lookUp: async () => ({ success: true, order }) })
    await page.ordering.place({ ...request, payment })
    expect(page.state()).toMatchObject({
      status: 'refused',
      refusal: { code: 'order_was_cancelled', message: '1032 is cancelled' },
    })
    // The goods stay in the cart, and the next press is a new order.
    expect(page.frozen.at(-1)).toBe(false)
    expect(stored).toBeUndefined()
  },
)

test.each([500, 502, 503])('after status %i the outcome is looked up', async (status) => {
  const page = aPage({
    send: async () => ({ ...refused, status, code: 'broken' }),
    lookUp: async () => ({ success: true, order: found }),
  })
  await page.ordering.place(request)
  expect(page.state().status).toBe('placed')
})

test('after a lost reply an order counts as not placed only when it can’t arrive any more', async () => {
  let lookUps = 0
  const page = aPage({
    send: noReply,
    lookUp: async () => {
      lookUps += 1
      return { success: true, order: null }
    },
  })
  await page.ordering.place(request)
  expect(page.state()).toMatchObject({ status: 'not placed' })
  expect(clock).toBe(1000 + settlingMilliseconds.lost)
  expect(lookUps).toBe(5)
  expect(page.frozen).toEqual(['freeze', false])
})

test('after that the same order is sent with the same key, another one with a new key', async () => {
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

test('while the shop is unreachable the look-up is repeated, with growing pauses', async () => {
  let failures = 6
  const page = aPage({
    send: noReply,
    lookUp: async () => (failures-- > 0 ? noReply() : { success: true, order: found }),
  })
  await page.ordering.place(request)
  expect(page.state().status).toBe('placed')
  // 2, 4, 8, 15, 15, 15 seconds.
  expect(clock).toBe(1000 + 59_000)
})

test('after a reload the outcome is looked up, and a second tab places no order meanwhile', async () => {
  stored = { ...request, key: 'key-9', sentAt: clock }
  const page = aPage({ lookUp: async () => ({ success: true, order: found }) })
  void page.ordering.resume()
  expect(page.state()).toMatchObject({ status: 'checking', sent: { key: 'key-9', items: { rice: 2 } } })
  await vi.waitFor(() => expect(page.state().status).toBe('placed'), eventually)
  // The cart came from the shop when this page was loaded.
  expect(page.frozen).toEqual([false])

  stored = { ...request, key: 'key-10', sentAt: clock }
  const tab = aPage({ lookUp: async () => ({ success: true, order: found }) })
  await tab.ordering.place({ ...request, items: { rice: 2, milk: 1 } })
  expect(tab.sent).toEqual([])
  expect(tab.state().status).toBe('placed')
})

test('a tab that awaits another one’s order is ready again when that was refused', async () => {
  stored = { ...request, key: 'key-9', sentAt: clock }
  const page = aPage({
    wait: async () => {
      stored = undefined
    },
  })
  void page.ordering.resume()
  await vi.waitFor(() => expect(page.state()).toEqual({ status: 'ready' }), eventually)
})

test('an order of over an hour ago, whose page was closed, is no news: the screen stays, and the next one is sent', async () => {
  stored = { ...request, key: 'key-9', sentAt: clock }
  clock += 60 * 60_000 + 1
  const page = aPage({ lookUp: async () => ({ success: true, order: found }) })
  await page.ordering.resume()
  expect(page.state()).toEqual({ status: 'ready' })
  expect(page.calls).toEqual([])
  await page.ordering.place({ ...request, items: { rice: 3 } })
  expect(page.sent).toEqual(['key-1'])
})

test('another account’s stored order is ignored', async () => {
  stored = { ...request, key: 'key-9', sentAt: clock }
  const page = aPage()
  page.shopper.id = 'somchai'
  await page.ordering.resume()
  expect(page.state()).toEqual({ status: 'ready' })
  await page.ordering.place({ ...request, userId: 'somchai' })
  expect(page.state().status).toBe('placed')
})

test('if the session has ended the look-up waits for the account’s next login', async () => {
  const lookedUp: string[] = []
  const page = aPage({
    send: noReply,
    lookUp: async (order) => {
      lookedUp.push(order.key)
      return { success: true, order: found }
    },
    wait: async () => {
      expect(page.state()).toMatchObject({ status: 'checking', loginNeeded: true })
      page.shopper.id = 'mali'
    },
  })
  page.shopper.id = undefined
  await page.ordering.place(request)
  expect(lookedUp).toEqual(['key-1'])
  expect(page.state().status).toBe('placed')
})

test('without a connection nothing is sent or stored', async () => {
  const page = aPage({ isOffline: () => true })
  await page.ordering.place(request)
  expect(page.state()).toMatchObject({ status: 'refused', refusal: { code: 'offline' } })
  expect(page.sent).toEqual([])
  expect(stored).toBeUndefined()
})

test('a second press while an order is being sent does nothing', async () => {
  const page = aPage()
  await Promise.all([page.ordering.place(request), page.ordering.place(request)])
  expect(page.sent).toEqual(['key-1'])
})

const online: OrderRequest = { ...request, payment: 'Online' }

test('an online order opens its payment page, also after a lost reply', async () => {
  const page = aPage({ send: async () => ({ ...placed, url: '/pay/1' }) })
  await page.ordering.place(online)
  expect(page.state()).toEqual({ status: 'to pay', url: '/pay/1' })

  const order = { ...found, paymentType: 'Online' as const, status: 'Awaiting payment' as const }
  const lost = aPage({ send: noReply, lookUp: async () => ({ success: true, order }) })
  await lost.ordering.place(online)
  expect(lost.state()).toEqual({ status: 'to pay', url: '/pay' })

  // After a reload the page stays: the cart shows the unpaid order.
  stored = { ...online, key: 'key-9', sentAt: clock }
  const reloaded = aPage({ lookUp: async () => ({ success: true, order }) })
  void reloaded.ordering.resume()
  await vi.waitFor(() => expect(reloaded.state()).toEqual({ status: 'ready' }), eventually)
})

const toPay = { orderId: 'o7', payment: 'Online' as const, act: 'pay' as const }
const toReplace = { orderId: 'o7', payment: 'Online' as const, act: 'replace' as const }

test('an identical unpaid order is paid instead of placed again', async () => {
  const page = aPage()
  await page.ordering.place(online, toPay)
  expect(page.state()).toEqual({ status: 'to pay', url: '/pay' })
  expect(page.sent).toEqual([])
})

test('an unpaid order is named in the request of the order that replaces it', async () => {
  const orders: SentOrder[] = []
  const page = aPage({
    send: async (order) => {
      orders.push(order)
      return placed
    },
  })
  await page.ordering.place(request, toReplace)
  expect(orders).toMatchObject([{ replaces: 'o7' }])
  expect(page.state()).toEqual({ status: 'placed', order: placed })
})

test('places the order if the unpaid one was cancelled meanwhile', async () => {
  const page = aPage({
    pay: async () => ({ success: false, status: 200, code: 'order_not_payable', message: 'over' }),
    send: async () => ({ ...placed, url: '/pay/2' }),
  })
  await page.ordering.place(online, toPay)
  expect(page.state()).toEqual({ status: 'to pay', url: '/pay/2' })
})

const ended = { success: false as const, status: 401, code: 'not_signed_in' as const, message: 'Please log in' }
const mali = { _id: 'mali', name: 'Mali' }

test('an order refused because the session ended is placed once its account logs in', async () => {
  const replies: OrderReply[] = [ended, placed]
  const page = aPage({ send: async () => replies.shift() ?? ended })
  await page.ordering.place(request)
  expect(page.state()).toEqual({ status: 'ready' })
  expect(page.calls).toEqual(['log in'])
  await page.ordering.signedIn(mali)
  expect(page.state()).toEqual({ status: 'placed', order: placed })
  expect(page.calls).toEqual(['log in', 'placed'])
  // Not again at the next session check.
  page.ordering.reset()
  await page.ordering.signedIn(mali)
  expect(page.state()).toEqual({ status: 'ready' })
})

test('such an order isn’t placed after a login elsewhere, or by another account, which is told', async () => {
  const elsewhere = aPage({ send: async () => ended, isLoginOpen: () => false })
  await elsewhere.ordering.place(request)
  await elsewhere.ordering.signedIn(mali)
  expect(elsewhere.calls).toEqual(['log in'])

  const other = aPage({ send: async () => ended })
  await other.ordering.place(request)
  await other.ordering.signedIn({ _id: 'somchai', name: 'Somchai' })
  expect(other.calls).toEqual(['log in', 'other account: Somchai'])
})

test('a clock that is set back while an order is looked up doesn’t prolong that', async () => {
  const setBack = async (): Promise<LookUpReply> => {
    clock = 1000 - 20 * 60_000
    return { success: true, order: null }
  }
  const page = aPage({ send: noReply, lookUp: setBack })
  await page.ordering.place(request)
  expect(page.state()).toMatchObject({ status: 'not placed' })
  expect(uptime).toBeLessThan(50 + 2 * settlingMilliseconds.lost)
  // Nor if it was set back before the page was loaded anew.
  stored = { ...request, key: 'key-9', sentAt: 1000 }
  const opened = uptime
  const reloaded = aPage()
  await reloaded.ordering.resume()
  expect(reloaded.state()).toMatchObject({ status: 'not placed' })
  expect(uptime - opened).toBeLessThan(2 * settlingMilliseconds.elsewhere)
})
