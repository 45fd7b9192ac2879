import { expect, test } from 'vitest'
import {
  formerKey,
  storeCart,
  storedCart,
  storedFormer,
  storeFormer,
  visitorItemsKey,
  visitorKey,
} from './cart-storage.ts'

const mango = '00000000-0000-7000-8000-000000000001'

function aStorage(content: Record<string, string> = {}) {
  const stored = new Map(Object.entries(content))
  return {
    stored,
    read: (key: string) => stored.get(key) ?? null,
    write: (key: string, value: string | null) => void (value === null ? stored.delete(key) : stored.set(key, value)),
  }
}

test('a cart is read as it was stored, each kind under its own key; an empty one is deleted', () => {
  const storage = aStorage()
  storeCart(storage, { [mango]: 3 })
  storeCart(storage, { [mango]: 1 }, visitorItemsKey('a'))
  expect(storedCart(storage)).toEqual({ [mango]: 3 })
  expect(storedCart(storage, visitorItemsKey('a'))).toEqual({ [mango]: 1 })
  expect(storedCart(storage, visitorItemsKey('b'))).toEqual({})
  storeCart(storage, {})
  expect([...storage.stored.keys()]).toEqual([visitorItemsKey('a')])
})

test('the account of an expired session is read as it was stored', () => {
  const storage = aStorage()
  expect(storedFormer(storage)).toBeUndefined()
  storeFormer(storage, { id: 'a', changed: true })
  expect(storedFormer(storage)).toEqual({ id: 'a', changed: true })
  storeFormer(storage, undefined)
  expect(storage.stored.size).toBe(0)
})

test.each(['', '{', 'null', '1', '[]', '"a"', '{}', '{"id":1}', '{"id":null,"changed":true}'])(
  'what other programs have stored is ignored: %s',
  (json) => {
    const storage = aStorage({ [formerKey]: json, [visitorKey]: json })
    expect(storedFormer(storage)).toBeUndefined()
    expect(storedCart(storage)).toEqual({})
  },
)

test('anything but true is no change of the cart', () => {
  expect(storedFormer(aStorage({ [formerKey]: '{"id":"a","changed":"no"}' }))).toEqual({ id: 'a', changed: false })
})
