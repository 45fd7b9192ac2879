import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import type { Order } from '../../contract/entities/order.ts'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { OrderCard } from './order-card.tsx'

const at = '2026-03-01T09:00:00.000Z'
const order = {
  ...{ _id: 'o', number: 1001, status: 'Delivered', paymentType: 'COD', isPaid: true, createdAt: at, updatedAt: at },
  ...{ subtotal: 320, tax: 0, amount: 320, items: [], timeline: [{ status: 'Delivered', at }] },
  address: {
    ...{ firstName: 'Mali', lastName: 'Rak', street: '12 Charoen Krung Road', city: 'Bang Rak', state: 'Bangkok' },
    ...{ zipcode: 10500, country: 'Thailand', phone: '+66 81 234 5678' },
  },
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

test('an order of which a part was returned says how much', () => {
  expect(texts(shown({ cost: 280, refunded: 40 }))).toMatch(/Costs now\|+\S*280\S*Returned to you\|+\S*40\.00\|/)
  expect(texts(shown())).not.toContain('Returned to you')
})
