import { expect, test } from 'vitest'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import type { Product } from '../../../../contract/entities/product.ts'
import { cents } from '../../../../contract/values/money.ts'
import { afterUnanswered, makeRefundSender, refundInput } from './refund-sending.ts'

const product = (fields: Partial<Product>) => fields as Product
/** Two bags of 1 kg for 20.40, whose stock is counted, and a piece of milk for 10.20; 5.00 were taken off. */
const order = {
  _id: 'o1',
  items: [
    { product: product({ _id: 'rice', Weight: '1 kg', stock: 3 }), quantity: 2 },
    { product: product({ _id: 'milk', Weight: 'one', stock: null }), quantity: 1 },
  ],
  amount: 30.6,
  money: { cost: 25.6, received: 30.6, balance: -5, lines: [20.4, 10.2], refunding: false },
} as unknown as SellerOrder
const draft = { kind: 'pieces' as const, pieces: {}, measures: {}, amount: '' }
const late = { reason: 'late', restock: false }
const seen = { reduction: 5 }

test('sends pieces, what was missing by weight, or an amount, with what was refunded before', () => {
  const pieces = { ...draft, pieces: { rice: 1 } }
  expect(refundInput(order, pieces, late)).toEqual({
    id: 'o1',
    lines: [{ product: 'rice', quantity: 1 }],
    restock: false,
    reason: 'late',
    seen,
  })
  expect(refundInput(order, { ...draft, kind: 'weight', measures: { rice: '300' } }, late)).toMatchObject({
    lines: [{ product: 'rice', measure: 300 }],
    restock: false,
  })
  expect(refundInput(order, { ...draft, kind: 'amount', amount: '25.60' }, late)).toEqual({
    id: 'o1',
    amount: 25.6,
    reason: 'late',
    seen,
  })
})

test('puts pieces back into stock only if they are counted and the seller says so', () => {
  const restocked = (pieces: Record<string, number>, restock: boolean) =>
    refundInput(order, { ...draft, pieces }, { reason: 'late', restock })?.restock
  expect(restocked({ rice: 1 }, true)).toBe(true)
  expect(restocked({ rice: 1 }, false)).toBe(false)
  expect(restocked({ milk: 1 }, true)).toBe(false)
})

test('sends nothing without a sum, over what the order costs, without a reason, or with a wrong measure', () => {
  const ofAmount = (amount: string) => ({ ...draft, kind: 'amount' as const, amount })
  expect(refundInput(order, draft, late)).toBeUndefined()
  expect(refundInput(order, ofAmount('25.61'), late)).toBeUndefined()
  expect(refundInput(order, ofAmount('5'), { ...late, reason: '' })).toBeUndefined()
  const weight = (rice: string) => refundInput(order, { ...draft, kind: 'weight', measures: { rice } }, late)
  expect(weight('2001')).toBeUndefined()
  expect(weight('half')).toBeUndefined()
  expect(weight('500')).toEqual({
    id: 'o1',
    lines: [{ product: 'rice', measure: 500 }],
    restock: false,
    reason: 'late',
    seen,
  })
})

test('sends the same again after a lost reply, though the order was read again with the refund in it', () => {
  const sent = { content: 'one bag', input: input('5'), sum: cents(500) }
  const current = { ...order, money: { ...order.money, cost: 20.6 } } as SellerOrder
  const now = refundInput(current, { ...draft, kind: 'amount', amount: '5' }, late)
  expect(now?.seen).toEqual({ reduction: 10 })
  const next = now && { content: 'one bag', input: now, sum: cents(500) }
  expect(afterUnanswered(next, 'one bag', sent)).toBe(sent)
  // All of it is taken off now, so that the form alone would send nothing.
  expect(afterUnanswered(undefined, 'one bag', sent)).toBe(sent)
  // Another refund is of the order as it was seen: the shop asks about both if the first one had arrived.
  const other = now && { content: 'two bags', input: now, sum: cents(500) }
  expect(afterUnanswered(other, 'two bags', sent)?.input).toMatchObject({ amount: 5, seen })
  expect(afterUnanswered(other, 'two bags', undefined)).toBe(other)
})

/** A sender to a shop with these replies; undefined for none. */
function sending(
  ...replies: (
    | { success: false; code: 'refund_changed' | 'too_many_refunds' | 'nothing_to_deliver' }
    | { success: true }
    | undefined
  )[]
) {
  const keys: string[] = []
  const send = makeRefundSender({
    send: async (_, key) => {
      keys.push(key)
      const reply = replies.shift()
      if (!reply) throw new Error('no reply')
      return reply.success ? { success: true, order } : { ...reply, message: 'no' }
    },
    newId: () => `key ${keys.length}`,
  })
  return { send, keys }
}
const input = (amount: string) => {
  const found = refundInput(order, { ...draft, kind: 'amount', amount }, late)
  if (!found) throw new Error('nothing to send')
  return found
}

test('the same refund has one key until its reply is there, and another refund another one', async () => {
  const shop = sending(undefined, { success: true }, { success: true })
  expect(await shop.send(input('1'))).toEqual({ kind: 'unknown' })
  expect(await shop.send(input('1.00'))).toEqual({ kind: 'saved', order })
  await shop.send(input('2'))
  expect(shop.keys).toEqual(['key 0', 'key 0', 'key 2'])
})

test('says if it was refused because another seller has changed the order meanwhile', async () => {
  const codes = ['too_many_refunds', 'refund_changed', 'nothing_to_deliver'] as const
  const shop = sending(...codes.map((code) => ({ success: false as const, code })))
  expect(await shop.send(input('1'))).toEqual({ kind: 'refused', message: 'no', isOutdated: false })
  expect(await shop.send(input('1'))).toEqual({ kind: 'refused', message: 'no', isOutdated: true })
  expect(await shop.send(input('1'))).toEqual({ kind: 'refused', message: 'no', isOutdated: true })
})
