import { beforeEach, expect, test, vi } from 'vitest'
import { addressDraftOf, addressKey, dropAddressDraft, keepAddressDraft } from './address-draft.ts'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  dropAddressDraft()
  return () => vi.unstubAllGlobals()
})

const mali = { userId: 'mali', addressId: undefined }
const address = { street: '12 Charoen Krung' }

test('an address that is sent again has the same key, another address or shopper a new one', () => {
  const key = addressKey(mali, address)
  expect(addressKey(mali, { ...address })).toBe(key)
  expect(addressKey(mali, { street: '13 Charoen Krung' })).not.toBe(key)
  expect(addressKey({ ...mali, userId: 'somchai' }, address)).not.toBe(key)
})

test('an address is sent again with the same key after a reload of its form, and if storage is forbidden', () => {
  const key = addressKey(mali, address)
  keepAddressDraft(mali, { street: '12 Charoen Krung' })
  expect(addressKey(mali, address)).toBe(key)

  dropAddressDraft()
  vi.stubGlobal('sessionStorage', undefined)
  const inMemory = addressKey(mali, address)
  expect(addressKey(mali, address)).toBe(inMemory)
  expect(inMemory).not.toBe(key)
})

test('once it is saved, the same address is another one', () => {
  const key = addressKey(mali, address)
  dropAddressDraft()
  expect(addressKey(mali, address)).not.toBe(key)
})

test('what was typed is found for its shopper and address only', () => {
  keepAddressDraft({ userId: 'mali', addressId: 'home' }, { street: '12', label: 'Home' })
  expect(addressDraftOf({ userId: 'mali', addressId: 'home' })).toEqual({ street: '12', label: 'Home' })
  expect(addressDraftOf(mali)).toBeUndefined()
  expect(addressDraftOf({ userId: 'somchai', addressId: 'home' })).toBeUndefined()
})
