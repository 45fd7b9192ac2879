import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import type { Order } from '../../../contract/entities/order.ts'
import { maliAddress } from '../../../testing/makers/mali-address.ts'
import { m } from '../../messages/messages.ts'
import { overwriteGetLocale } from '../../paraglide/runtime.js'
import { setShop, shop } from '../../shop.ts'
import { closedText } from '../facts/closed-text.ts'
import { PlacedPanel } from './placed-panel.tsx'

const order = {
  number: 1001,
  status: 'Order Placed',
  isPaid: false,
  amount: 20,
  address: maliAddress,
} as Order

const shown = (delivery?: Order['delivery'], more: Partial<Order> = {}) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PlacedPanel order={{ ...order, ...more, delivery }} />
    </MemoryRouter>,
  )

test('Thai headings break between words only: คำสั่งซื้อ and ใบกำกับภาษีเต็มรูป stay whole on a phone', () => {
  overwriteGetLocale(() => 'th')
  onTestFinished(() => overwriteGetLocale(() => 'en'))
  expect(shown()).toContain(
    ['ขอบคุณค่ะ', 'รับคำสั่งซื้อ', '1001', 'แล้ว'].map((words) => `<span class="inline-block">${words}</span>`).join(' '),
  )
  // The dialog breaks its title at its spaces.
  expect(m.orders_tax_invoice_of({ number: 1001 })).toBe('ใบกำกับภาษีเต็มรูป ของคำสั่งซื้อ 1001')
})

test('the usual minutes are said of an order without a time only, not of one with a window or a promise', () => {
  const minutes = 'Usually delivered within 30 minutes.'
  expect(shown()).toContain(minutes)
  expect(shown({ fee: 30 })).toContain(minutes)
  const by = '2026-11-22T14:00:00.000Z'
  expect(shown({ fee: 30, window: 'w', from: '2026-11-22T12:00:00.000Z', promisedAt: by })).not.toContain(minutes)
  expect(shown({ fee: 30, asap: true, promisedAt: by })).not.toContain(minutes)
})

test('an order without a time, of a shop that delivers at times, says so instead of the usual minutes', () => {
  const settings = shop
  onTestFinished(() => setShop(settings))
  setShop({ ...settings, hasAsap: true })
  const untimed = 'No delivery time was open when the order was placed.'
  expect(shown({ fee: 30 })).toContain(untimed)
  expect(shown({ fee: 30 })).not.toContain('Usually delivered within')
  expect(shown({ fee: 30, asap: true, promisedAt: '2026-11-22T14:00:00.000Z' })).not.toContain(untimed)
  expect(shown({ fee: 30 }, { status: 'Out for delivery' })).not.toContain(untimed)
  const opensAt = new Date(Date.now() + 3_600_000).toISOString()
  expect(shown({ fee: 30 }, { closed: { from: new Date(0).toISOString(), opensAt } })).not.toContain(untimed)
})

test('the new time of an order that comes late takes the place of the promised one', () => {
  const by = '2026-11-22T14:00:00.000Z'
  const late = { expectedAt: '2026-11-23T01:25:00.000Z', reason: 'shift' as const }
  expect(shown({ fee: 30, asap: true, promisedAt: by, late })).toContain('Now about Mon 23 Nov')
  expect(shown({ fee: 30, asap: true, promisedAt: by, late }, { status: 'Delivered' })).not.toContain('Now about')
})

test('cash is to be paid of what the order costs now, and none of an order that costs nothing', () => {
  expect(shown()).toContain('Pay $20.00 in cash when it arrives')
  expect(shown(undefined, { cost: 15 })).toContain('Pay $15.00 in cash when it arrives')
  for (const free of [shown(undefined, { amount: 0 }), shown(undefined, { cost: 0 })]) {
    expect(free).toContain('Nothing to pay')
    expect(free).not.toContain('$0.00')
  }
})

test('Thai says “more” of money to refund only after some was refunded', () => {
  overwriteGetLocale(() => 'th')
  onTestFinished(() => overwriteGetLocale(() => 'en'))
  const paid = { isPaid: true, owed: 5 }
  expect(shown(undefined, paid)).toContain('>รอคืน $5.00<')
  expect(shown(undefined, { ...paid, paidOut: 2 })).toContain('>รอคืนอีก $5.00<')
})

test('an order of a closed shop is told when the shop opens until it does or packs, and never the usual minutes', () => {
  const hour = 3_600_000
  const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
  const minutes = 'Usually delivered'
  const text = 'The shop is closed now and opens'
  const waiting = { closed: { from: inHours(-1), opensAt: inHours(9) } }
  expect(shown(undefined, waiting)).toContain(text)
  expect(shown({ fee: 30 }, waiting)).not.toContain(minutes)
  for (const more of [
    { ...waiting, status: 'Packing' as const },
    { closed: { from: inHours(-10), opensAt: inHours(-1) } },
    // It closes soon.
    { closed: { from: inHours(0.1), opensAt: inHours(9) } },
  ]) {
    expect(shown(undefined, more)).not.toContain(minutes)
    expect(shown(undefined, more)).not.toContain('closed')
  }
  expect(shown(undefined, { closed: { from: inHours(-1), opensAt: null } })).toContain('isn’t known yet')
  // A phone's clock is a minute behind the shop's.
  expect(shown(undefined, { closed: { from: inHours(1 / 60), opensAt: inHours(9) } })).toContain(text)
})

test('an order with a delivery time says when a closed shop opens, until it is confirmed or its slip is checked', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const delivery = { fee: 30, window: 'w', from: inHours(10), promisedAt: inHours(12) }
  const closed = { from: inHours(0), opensAt: inHours(9) }
  const unknown = { from: inHours(0), opensAt: null }
  expect(shown(delivery, { closed })).toMatch(
    /The shop is closed now and opens .* at .*\. Your order waits until then\./,
  )
  expect(shown(delivery, { closed: unknown })).toContain('Your order waits until then.')
  expect(shown(delivery, { closed, status: 'Confirmed' })).not.toContain('closed')
  // The shop takes no more orders for today, and brings those that are booked.
  expect(shown({ ...delivery, from: inHours(1), promisedAt: inHours(3) }, { closed })).not.toContain('closed')
  expect(shown(delivery, { closed: { from: inHours(-9), opensAt: inHours(-0.1) } })).not.toContain('closed')
  const order = { delivery, status: 'Awaiting payment' as const }
  expect(closedText({ ...order, closed })).toBeUndefined()
  // Its minutes begin with the payment, or once the shop is open.
  const asap = { ...order, delivery: { fee: 30, asap: true, promisedAt: inHours(1) } }
  expect(closedText({ ...asap, closed })).toMatch(/opens .*\. Even if you pay now, your order comes after that\./)
  expect(closedText({ ...asap, closed: undefined })).toBeUndefined()
  expect(closedText({ ...order, closed, slip: 'rejected' })).toBeUndefined()
  expect(closedText({ ...order, closed, slip: 'waiting' })).toMatch(/and opens .* It checks your slip then\./)
  expect(closedText({ ...order, closed: unknown, slip: 'waiting' })).toContain('It checks your slip once it is open.')
})

test('what happens next follows the order’s status, and is no longer said once it is out or came back', () => {
  expect(shown()).toContain('The shop confirms your order')
  for (const status of ['Confirmed', 'Packing'] as const) {
    expect(shown(undefined, { status })).toContain('The shop packs your order and brings it to you.')
    expect(shown(undefined, { status })).not.toContain('confirms')
  }
  const cameBack = { status: 'Packing' as const, failedAttempt: { back: true } as never }
  for (const more of [{ status: 'Out for delivery' as const }, { status: 'Delivered' as const }, cameBack])
    expect(shown(undefined, more)).not.toContain('What happens next')
})

test('the delivery time is named until the order is delivered or comes back', () => {
  const [from, by] = ['2026-11-22T12:00:00.000Z', '2026-11-22T14:00:00.000Z']
  const inWindow = { fee: 30, window: 'w', from, promisedAt: by }
  expect(shown(inWindow)).toContain('Sun 22 Nov, 19:00–21:00')
  // Another one was chosen since it came back.
  expect(shown(inWindow, { failedAttempt: { back: true, moved: true } as never })).toContain('Sun 22 Nov, 19:00–21:00')
  // It came back before its window began.
  const early = { at: '2026-11-22T11:40:00.000Z', back: true } as never
  expect(shown(inWindow, { failedAttempt: early })).toContain('Sun 22 Nov, 19:00–21:00')
  expect(shown({ fee: 30, asap: true, promisedAt: by })).toContain('Sun 22 Nov, by 21:00')
  for (const none of [
    shown(),
    shown({ fee: 30 }),
    shown(inWindow, { status: 'Delivered' }),
    shown(inWindow, { failedAttempt: { back: true } as never }),
    shown(inWindow, { failedAttempt: { at: from, back: true } as never }),
    shown({ fee: 30, asap: true, promisedAt: by }, { failedAttempt: early }),
  ])
    expect(none).not.toContain('Delivery time')
})
