import { beforeEach, expect, test, vi } from 'vitest'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import type { OrderStatus } from '../../../../contract/orders/order-status.ts'
import { sawAnOldOrder, sendStep, stepInput, stepMessage } from './send-step.ts'

beforeEach(() => void vi.useFakeTimers())

const order = (status: OrderStatus) => ({ _id: '01', number: 1007, status }) as SellerOrder
const moved = { success: false, code: 'status_changed', message: 'Another seller was faster' } as const
const changed = { success: false, code: 'balance_changed', message: 'The sum has changed' } as const

/** Sends a step to Packing, of which the first reply is lost; returns the reply, and how often the order was read. */
async function sentAgain(reply: typeof moved | typeof changed, now: SellerOrder | undefined) {
  const read = vi.fn(async () => now)
  let calls = 0
  const call = async () => {
    calls += 1
    if (calls === 1) throw new Error('no reply')
    return reply
  }
  const outcome = sendStep('Packing', call, read)
  await vi.runAllTimersAsync()
  return [await outcome, read.mock.calls.length]
}

test('a step whose reply was lost counts as made if the order has its status', async () => {
  const packing = order('Packing')
  expect(await sentAgain(moved, packing)).toEqual([{ success: true, message: '', order: packing }, 1])
})

test('is refused if the order has another status, or can’t be read', async () => {
  expect(await sentAgain(moved, order('Cancelled'))).toEqual([moved, 1])
  expect(await sentAgain(moved, undefined)).toEqual([moved, 1])
})

test('is refused for another reason without reading the order', async () => {
  expect(await sentAgain(changed, order('Packing'))).toEqual([changed, 0])
})

test('the message about a step names the order’s status; of money for a cancelled order it is the shop’s', () => {
  const message = 'The money is to be paid out'
  expect(stepMessage('Packing', { message, order: order('Packing') })).toBe('Order updated: 1007, Packing')
  expect(stepMessage('Order Placed', { message, order: order('Order Placed') })).toBe(
    'Order updated: 1007, Order Placed',
  )
  expect(stepMessage('Order Placed', { message, order: order('Cancelled') })).toBe(message)
  expect(stepMessage('Packing', { message, order: order('Cancelled') })).toBe('Order updated: 1007, Cancelled')
})

test('a delivery for cash is sent with the sum to collect, any other step without', () => {
  const money = { cost: 61.16, received: 0, balance: 61.16, lines: [61.16], refunding: false }
  const forCash = { ...order('Out for delivery'), paymentType: 'COD', isPaid: false, cash: 61.25, money } as SellerOrder
  const delivery = { id: '01', status: 'Delivered', from: 'Out for delivery' }
  expect(stepInput(forCash, 'Delivered', 'Out for delivery')).toEqual({ ...delivery, toCollect: 61.25 })
  for (const other of [{ isPaid: true }, { paymentType: 'Online' }, { paymentType: 'PromptPay' }] as const)
    expect(stepInput({ ...forCash, ...other }, 'Delivered', 'Out for delivery')).toEqual(delivery)
  expect(stepInput(forCash, 'Out for delivery', 'Packing')).toEqual({
    id: '01',
    status: 'Out for delivery',
    from: 'Packing',
  })
})

test('an order is read again after a refusal because it has changed', () => {
  expect((['status_changed', 'balance_changed', 'not_signed_in', undefined] as const).map(sawAnOldOrder)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
