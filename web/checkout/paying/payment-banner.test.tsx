import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Order } from '../../../contract/entities/order.ts'
import { Returned } from './payment-banner.tsx'

const order = {
  number: 1042,
  status: 'Cancelled',
  paymentType: 'Online',
  isPaid: false,
  amount: 25.5,
  createdAt: '2026-11-23T04:00:00Z',
  timeline: [{ status: 'Cancelled', at: '2026-11-23T04:05:00Z' }],
} as unknown as Order

const shown = (more: Partial<Order>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Returned order={{ ...order, ...more }} />
    </MemoryRouter>,
  ).replace(/<[^>]*>/g, ' ')

test('after a declined payment the cart says that nothing was charged', () => {
  expect(shown({})).toMatch(/nothing was charged\.\s+Try again/)
})

test('the cart never says that nothing was charged for an order that was paid after it was cancelled', () => {
  const paid = { isPaid: true, paidOut: 25.5 }
  expect(shown({ isPaid: true, refund: 'due' })).toContain('Your refund of $25.50 is on its way.')
  expect(shown({ ...paid, refund: 'needs action' })).toContain('The refund of $25.50 waits for your bank account')
  expect(shown({ ...paid, refund: 'done' })).toContain('You were refunded $25.50.')
  expect(shown({ processing: true })).toContain('If money arrives all the same, it is refunded.')
  for (const more of [{ ...paid, refund: 'due' }, { processing: true }] as const)
    expect(shown(more)).not.toMatch(/nothing was charged|Try again/)
  expect(shown({ status: 'Order Placed', isPaid: true })).toContain('Your order is paid.')
})
