import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Slip } from '../../contract/entities/payment.ts'
import { PaymentPanel } from './payment-panel.tsx'

const expiresAt = '2026-11-22T05:30:00.000Z'

/** The panel of a cancelled order so many minutes before the end of its time to pay. */
const cancelled = (minutesLeft: number, slip: Slip | null = null) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PaymentPanel
        view="cancelled"
        now={Date.parse(expiresAt) - minutesLeft * 60_000}
        onChanged={() => {}}
        payment={{
          success: true,
          orderId: '019aa000-0000-7000-8000-000000000001',
          orderNumber: 1071,
          amount: 20,
          payload: '0002',
          receiver: 'Talad',
          expiresAt,
          now: expiresAt,
          status: 'Cancelled',
          slip,
        }}
      />
    </MemoryRouter>,
  )
const primary = 'bg-leaf'
const primariesIn = (markup: string) =>
  [...markup.matchAll(/class="([^"]*)"/g)].filter(([, names]) => names?.split(' ').includes(primary))

test('a cancelled order whose slip is still taken has one primary button: the slip’s', () => {
  const [first, ...others] = primariesIn(cancelled(10))
  expect([first?.[0].includes('cursor-pointer'), others]).toEqual([true, []])
})

test('a cancelled order that can’t be paid any more has one primary button, too', () => {
  expect(primariesIn(cancelled(-1))).toHaveLength(1)
})

test('a cancelled order whose transfer the shop has found says that it is given back, not that the slip is missing', () => {
  const at = expiresAt
  const asks = 'Tell the shop the number of your order'
  for (const minutes of [10, -1]) {
    const found = cancelled(minutes, { state: 'confirmed', at })
    expect(found).toContain('The shop has found your transfer')
    expect(found).not.toContain(asks)
  }
  expect(cancelled(-1)).toContain(asks)
})
