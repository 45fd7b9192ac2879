import { expect, test } from 'vitest'
import { safeStorage } from './browser-storage.ts'

const inMemory = () => {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

test('reads what was written, and nothing after it was removed', () => {
  const memory = inMemory()
  const storage = safeStorage(() => memory)
  storage.write('a', '{"b":1}')
  expect([storage.read('a'), storage.readJson('a')]).toEqual(['{"b":1}', { b: 1 }])
  storage.write('a', null)
  expect([storage.read('a'), storage.readJson('a')]).toEqual([null, undefined])
})

test('stored text that isn’t JSON is no value', () => {
  const memory = inMemory()
  const storage = safeStorage(() => memory)
  storage.write('a', '{"b":')
  expect([storage.read('a'), storage.readJson('a')]).toEqual(['{"b":', undefined])
})

test('names what is stored; nothing if storage is forbidden', () => {
  const names = safeStorage(() => ({ ...inMemory(), a: '1', b: '2' })).keys()
  expect(names).toEqual(expect.arrayContaining(['a', 'b']))
  const forbidden = safeStorage(() => {
    throw new Error('forbidden')
  })
  expect(forbidden.keys()).toEqual([])
})

test('never throws, neither if storage is forbidden nor if it is full', () => {
  const forbidden = safeStorage(() => {
    throw new Error('forbidden')
  })
  const full = safeStorage(() => ({
    ...inMemory(),
    setItem: () => {
      throw new Error('full')
    },
  }))
  for (const storage of [forbidden, full]) {
    storage.write('a', 'b')
    storage.write('a', null)
    expect([storage.read('a'), storage.readJson('a')]).toEqual([null, undefined])
  }
})
