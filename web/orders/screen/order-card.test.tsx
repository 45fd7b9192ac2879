import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Order } from '../../../contract/entities/order.ts'
import { maliAddress } from '../../../testing/makers/mali-address.ts'
import { overwriteGetLocale } from '../../paraglide/runtime.js'
import { OrderCard } from './order-card.tsx'

const at = '2026-03-01T09:00:00.000Z'
const order = {
  ...{ _id: 'o', number: 1001, status: 'Delivered', paymentType: 'COD', isPaid: true, createdAt: at, updatedAt: at },
  ...{ subtotal: 320, tax: 0, amount: 320, items: [], timeline: [{ status: 'Delivered', at }] },
  address: maliAddress,
} as unknown as Order

const shown = (more: Partial<Order> = {}) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <OrderCard order={{ ...order, ...more }} freshState={undefined} onOutdated={() => {}} onPrint={() => {}} />
    </MemoryRouter>,
  )
const texts = (html: string) => html.replaceAll(/<[^>]+>/g, '|')

test('a printed order is headed by the shop’s name in the language of the page', () => {
  expect(texts(shown())).toMatch(/^\|+Talad/)
  overwriteGetLocale(() => 'th')
  onTestFinished(() => overwriteGetLocale(() => 'en'))
  expect(texts(shown())).toMatch(/^\|+ตลาด/)
})

test('products of one name are told apart by their size, also in what was taken off', () => {
  const rice = (_id: string, Weight: string, offerPrice: number) => ({
    product: { _id, name: 'Jasmine rice', nameTh: 'ข้าวหอมมะลิ', category: 'Grains', image: [], Weight, offerPrice },
    quantity: 2,
  })
  const more = {
    items: [rice('a', '1 kg', 20), rice('b', '5 kg', 95)],
    refunds: [
      { at, amount: 20, reason: 'missing', lines: [{ product: 'a', quantity: 1 }] },
      { at, amount: 5.7, reason: 'missing', lines: [{ product: 'b', quantity: 0, measure: 300, unit: 'g' }] },
    ],
  } as unknown as Partial<Order>
  const words = (html: string) => texts(html).replaceAll(/[|\s]+/g, ' ')
  const english = words(shown(more))
  expect(english).toContain('Jasmine rice 1 kg 2 × $20.00 $40.00')
  expect(english).toContain('Jasmine rice 5 kg 2 × $95.00 $190.00')
  expect(english).toContain('1 × Jasmine rice (1 kg), ')
  expect(english).toContain('Jasmine rice (5 kg) 300 g, ')
  overwriteGetLocale(() => 'th')
  onTestFinished(() => overwriteGetLocale(() => 'en'))
  const thai = words(shown(more))
  expect(thai).toContain('ข้าวหอมมะลิ 5 กก. 2 × $95.00 $190.00')
  expect(thai).toContain('1 × ข้าวหอมมะลิ (1 กก.), ')
})

test('an order of which a part was returned says how much', () => {
  expect(texts(shown({ cost: 280, paidOut: 40 }))).toMatch(/Costs now\|+\S*280\S*Refunded\|+\S*40\.00\|/)
  expect(texts(shown())).not.toContain('Refunded')
})

test('a cancelled order has the button of its slip until the time that the shop says', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T19:00:00.000Z') })
  const unpaid = { status: 'Cancelled', paymentType: 'PromptPay', isPaid: false, slip: 'rejected' } as const
  expect(shown({ ...unpaid, slipUntil: '2026-03-02T19:15:00.000Z' })).toContain('send the slip')
  expect(shown({ ...unpaid, slipUntil: '2026-03-02T19:00:00.000Z' })).not.toContain('send the slip')
})

test('an order whose slip is being checked can be cancelled', () => {
  const unpaid = { status: 'Awaiting payment', paymentType: 'PromptPay', isPaid: false, slip: 'waiting' } as const
  expect(shown({ ...unpaid, timeline: [] })).toContain('aria-label="Cancel this order: 1001"')
})
