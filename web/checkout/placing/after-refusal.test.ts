import { expect, test } from 'vitest'
import { type RefusalCode, refusals } from '../../../contract/messages/refusals.ts'
import { afterRefusal, isOver, isSolved, type ShopperChoices } from './after-refusal.ts'

const request = { userId: 'u1', items: {}, address: 'a1', payment: 'Online', total: 100, window: 'w1' } as const
const chosen: ShopperChoices = {
  user: { isAccountVerified: false },
  addressId: 'a1',
  windowId: 'w1',
  promisedAt: undefined,
  payment: 'Online',
}

const solved = (code: RefusalCode, change: Partial<ShopperChoices>) =>
  isSolved({ code, request: { ...request, code: undefined } }, { ...chosen, ...change })

test('another window solves the refusal of a window, and the lack of one does not', () => {
  expect(solved('window_full', {})).toBe(false)
  expect(solved('window_full', { windowId: undefined })).toBe(false)
  expect(solved('window_full', { windowId: 'w2' })).toBe(true)
  expect(solved('window_full', { addressId: 'a2' })).toBe(false)
})

test('as soon as possible with another time solves the refusal that there is none', () => {
  const asap = { ...request, window: 'asap', promisedAt: '2026-11-27T05:40:00.000Z', code: undefined }
  const isSolvedBy = (promisedAt: string | undefined, code: RefusalCode = 'asap_closed') =>
    isSolved({ code, request: asap }, { ...chosen, windowId: promisedAt && 'asap', promisedAt })
  expect(isSolvedBy(asap.promisedAt)).toBe(false)
  expect(isSolvedBy(undefined)).toBe(false)
  expect(isSolvedBy('2026-11-27T05:52:00.000Z')).toBe(true)
  expect(isSolvedBy('2026-11-27T05:52:00.000Z', 'too_many_asap')).toBe(false)
})

test('another address solves the refusal of an address', () => {
  expect(solved('not_delivered', {})).toBe(false)
  expect(solved('not_delivered', { addressId: 'a2' })).toBe(true)
  expect(solved('not_delivered', { windowId: 'w2' })).toBe(false)
})

test('the refusal of a payment is solved by one that it does not concern', () => {
  const payments = ['COD', 'Online', 'PromptPay'] as const
  const solving = (code: RefusalCode) => payments.filter((payment) => solved(code, { payment }))
  for (const code of ['payment_unavailable', 'nothing_to_pay', 'too_many_lapsed'] as const)
    expect(solving(code)).toEqual(['COD'])
  expect(solving('online_too_little')).toEqual(['COD', 'PromptPay'])
  expect(solving('promptpay_too_much')).toEqual(['COD', 'Online'])
})

test('a login, a verified e-mail address and an address solve their refusals', () => {
  expect([solved('not_signed_in', {}), solved('not_signed_in', { user: null })]).toEqual([true, false])
  expect(solved('email_unverified', {})).toBe(false)
  expect(solved('email_unverified', { user: null })).toBe(true)
  expect(solved('email_unverified', { user: { isAccountVerified: true } })).toBe(true)
  expect([solved('address_missing', {}), solved('address_missing', { addressId: undefined })]).toEqual([true, false])
})

test('no choice solves other refusals', () => {
  const change: Partial<ShopperChoices> = {
    addressId: 'a2',
    windowId: 'w2',
    payment: 'COD',
    user: { isAccountVerified: true },
  }
  expect(solved('amount_changed', change)).toBe(false)
  expect(solved('too_many_unpaid', change)).toBe(false)
  expect(isSolved({ code: 'offline', request: { ...request, code: undefined } }, { ...chosen, ...change })).toBe(false)
})

test('the orders show what becomes of a payment that is being processed', () => {
  expect(afterRefusal('payment_processing')).toEqual({ remedy: 'see orders' })
})

test('each refusal of a promotion’s code reads the cart again, and offers to order without it', () => {
  const ofCodes = (Object.keys(refusals) as RefusalCode[]).filter((code) => code.startsWith('coupon_'))
  expect(ofCodes).toHaveLength(10)
  for (const code of ofCodes) expect(afterRefusal(code)).toEqual({ reads: 'cart', remedy: 'without code' })
})

test('a refusal is over once the cart or its code changes, or its reason is solved', () => {
  const items = { p1: 2 }
  const refused = { code: 'window_full', request: { ...request, items, code: 'TEN' } } as const
  const cart = { items, code: 'TEN', enteredCode: 'TEN' }
  expect(isOver(refused, cart, chosen)).toBe(false)
  expect(isOver(refused, { ...cart, items: { p1: 1 } }, chosen)).toBe(true)
  expect(isOver(refused, { ...cart, code: undefined }, chosen)).toBe(true)
  expect(isOver(refused, cart, { ...chosen, windowId: 'w2' })).toBe(true)
})

test('the refusal of a product that is no longer sold stays when it leaves the cart by itself, until another change', () => {
  const items = { mango: 1, rice: 2 }
  const refused = { code: 'product_gone', request: { ...request, items, code: undefined } } as const
  const cart = { code: undefined, enteredCode: undefined }
  expect(isOver(refused, { ...cart, items: { rice: 2 } }, chosen)).toBe(false)
  expect(isOver(refused, { ...cart, items: { rice: 3 } }, chosen)).toBe(true)
  expect(isOver(refused, { ...cart, items: { rice: 2, milk: 1 } }, chosen)).toBe(true)
  expect(isOver(refused, { ...cart, items: {} }, chosen)).toBe(true)
  const short = { ...refused, code: 'stock_short' } as const
  expect(isOver(short, { ...cart, items: { rice: 2 } }, chosen)).toBe(true)
})

test('a refused code that counts no more keeps its refusal until it is removed or another one is entered', () => {
  const refused = { code: 'coupon_used_up', request: { ...request, code: 'TEN' } } as const
  expect(isOver(refused, { items: {}, code: undefined, enteredCode: 'TEN' }, chosen)).toBe(false)
  expect(isOver(refused, { items: {}, code: undefined, enteredCode: undefined }, chosen)).toBe(true)
  expect(isOver(refused, { items: {}, code: 'FIVE', enteredCode: 'FIVE' }, chosen)).toBe(true)
})
