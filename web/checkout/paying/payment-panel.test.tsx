import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Slip } from '../../../contract/entities/payment.ts'
import { PaymentPanel } from './payment-panel.tsx'
import type { Payment } from './use-promptpay.ts'

const expiresAt = '2026-11-22T05:30:00.000Z'
const slipUntil = '2026-11-23T05:30:00.000Z'

const panel = (view: 'cancelled' | 'looking' | 'rejected', now: number, changes: Partial<Payment>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PaymentPanel
        view={view}
        now={now}
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
          slip: null,
          ...changes,
        }}
      />
    </MemoryRouter>,
  )
/** The panel of a cancelled order some minutes before the end of its time to pay. */
const cancelled = (minutesLeft: number, slip: Slip | null = null) =>
  panel('cancelled', Date.parse(expiresAt) - minutesLeft * 60_000, { slip, slipUntil })
const primary = 'bg-leaf'
const primariesIn = (markup: string) =>
  [...markup.matchAll(/class="([^"]*)"/g)].filter(([, names]) => names?.split(' ').includes(primary))

test('who waits for a slip to be checked is told when a closed shop opens', () => {
  const now = Date.parse(expiresAt)
  const looking = (closed?: { from: string; opensAt: string | null }) =>
    panel('looking', now, { status: 'Awaiting payment', slip: { state: 'waiting', at: expiresAt }, closed })
  const opensAt = '2026-11-22T23:00:00.000Z'
  expect(looking({ from: expiresAt, opensAt })).not.toContain('is checking')
  expect(looking({ from: expiresAt, opensAt })).toContain('opens tomorrow at 06:00. It checks your slip then.')
  expect(looking({ from: expiresAt, opensAt: null })).toContain('It checks your slip once it is open.')
  expect(looking({ from: expiresAt, opensAt: expiresAt })).not.toContain('closed')
  expect(looking()).not.toContain('closed')
})

test('an order can be cancelled while its slip is checked, and a cancelled one not again', () => {
  const looking = (status: 'Awaiting payment' | 'Cancelled') =>
    panel('looking', Date.parse(expiresAt), { status, slip: { state: 'waiting', at: expiresAt } })
  expect(looking('Awaiting payment')).toContain('aria-label="Cancel this order: 1071"')
  expect(looking('Cancelled')).not.toContain('aria-label="Cancel this order: 1071"')
})

test('who has sent another sum is not told to pay all of it again, and whom to call', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const rejected = (reason: string) =>
    panel('rejected', Date.parse(expiresAt) - 600_000, {
      status: 'Awaiting payment',
      slip: { state: 'rejected', at: expiresAt, reason },
    })
  expect(rejected('ยอดเงินไม่ตรงกับคำสั่งซื้อ')).toContain('don’t pay all of it again')
  expect(rejected('ยอดเงินไม่ตรงกับคำสั่งซื้อ').split('href="tel:')).toHaveLength(2)
  expect(rejected('It is blurred')).not.toContain('pay all of it again')
  expect(rejected('It is blurred')).not.toContain('href="tel:')
})

test('who has sent another sum for a cancelled order gets it back, and is told whom to call, but of no rest to pay', () => {
  const rejected = (reason: string) => cancelled(10, { state: 'rejected', at: expiresAt, reason })
  expect(rejected('ยอดเงินไม่ตรงกับคำสั่งซื้อ')).toContain('it refunds the money')
  expect(rejected('ยอดเงินไม่ตรงกับคำสั่งซื้อ')).not.toContain('pay the rest')
  expect(rejected('ยอดเงินไม่ตรงกับคำสั่งซื้อ')).not.toContain('pay all of it again')
  expect(rejected('ยอดเงินไม่ตรงกับคำสั่งซื้อ').split('href="tel:')).toHaveLength(3)
  expect(rejected('It is blurred')).toContain('don’t pay it any more')
  expect(rejected('It is blurred').split('href="tel:')).toHaveLength(2)
})

test('a cancelled order whose slip is still taken has one primary button: the slip’s', () => {
  // Up to a day after its time to pay is over.
  for (const minutes of [10, -1, -23 * 60]) {
    const [first, ...others] = primariesIn(cancelled(minutes))
    expect([first?.[0].includes('cursor-pointer'), others]).toEqual([true, []])
  }
})

test('a cancelled order that can’t be paid any more has one primary button, too', () => {
  expect(primariesIn(cancelled(-24 * 60))).toHaveLength(1)
  expect(primariesIn(panel('cancelled', Date.parse(expiresAt), { slipUntil: undefined }))).toHaveLength(1)
  expect(cancelled(-24 * 60)).toContain('Tell the shop the number of your order')
})

test('a cancelled order whose transfer the shop has found says that it is paid out, not that the slip is missing', () => {
  const at = expiresAt
  const asks = 'Tell the shop the number of your order'
  // With its slip, or because the shop has seen the money without one.
  for (const slip of [{ state: 'confirmed', at } as const, null]) {
    const found = panel('cancelled', Date.parse(at), { slip, paid: true })
    expect(found).toContain('The shop has found your transfer')
    expect(found).not.toContain(asks)
    expect(found).not.toContain('Send the slip')
  }
  expect(cancelled(-24 * 60)).toContain(asks)
})
