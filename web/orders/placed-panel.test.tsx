import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Order } from '../../contract/entities/order.ts'
import { PlacedPanel } from './placed-panel.tsx'

const order = {
  number: 1001,
  status: 'Order Placed',
  isPaid: false,
  amount: 20,
  address: {
    ...{ firstName: 'Mali', lastName: 'Rak', street: '12 Charoen Krung Road', city: 'Bang Rak', state: 'Bangkok' },
    ...{ zipcode: 10500, country: 'Thailand', phone: '+66 81 234 5678' },
  },
} as Order

const shown = (delivery?: Order['delivery']) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PlacedPanel order={{ ...order, delivery }} />
    </MemoryRouter>,
  )

test('the usual minutes are said of an order without a time only, not of one with a window or a promise', () => {
  const minutes = 'Usually delivered within 30 minutes.'
  expect(shown()).toContain(minutes)
  expect(shown({ fee: 30 })).toContain(minutes)
  const by = '2026-11-22T14:00:00.000Z'
  expect(shown({ fee: 30, window: 'w', from: '2026-11-22T12:00:00.000Z', by })).not.toContain(minutes)
  expect(shown({ fee: 30, asap: true, by })).not.toContain(minutes)
})
