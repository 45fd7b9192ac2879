import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { orderToPay, rememberOrderToPay } from './order-to-pay.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the same content finds the order that waits to be paid, another content does not', () => {
  expect(orderToPay('two mangoes, $7.34')).toBeUndefined()
  rememberOrderToPay('two mangoes, $7.34', 'an order')
  expect(orderToPay('two mangoes, $7.34')).toBe('an order')
  expect(orderToPay('two mangoes, $7.20')).toBeUndefined()
  rememberOrderToPay('three mangoes', 'another')
  expect(orderToPay('two mangoes, $7.34')).toBeUndefined()
})

test('what can’t be read, and a storage that is forbidden, find nothing', () => {
  for (const text of ['not JSON', 'null', '7', '{"content":"a"}', '{"content":"a","orderId":7}']) {
    kept.set('talad.order-to-pay', text)
    expect(orderToPay('a')).toBeUndefined()
  }
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => rememberOrderToPay('a', 'b')).not.toThrow()
  expect(orderToPay('a')).toBeUndefined()
})
