import { expect, test } from 'vitest'
import { loadedOnce } from './loaded-once.ts'

test('is loaded once for all, again after a drop, and again after it failed', async () => {
  let loads = 0
  const number = loadedOnce(async () => {
    loads += 1
    if (loads === 2) throw new Error('broken')
    return loads
  })
  expect(await Promise.all([number.read(), number.read()])).toEqual([1, 1])
  number.drop()
  await expect(number.read()).rejects.toThrow('broken')
  expect(await number.read()).toBe(3)
  expect(await number.read()).toBe(3)
})

test('a drop while it is loading loads it anew for the next read', async () => {
  let loads = 0
  const number = loadedOnce(async () => {
    loads += 1
    return loads
  })
  const first = number.read()
  number.drop()
  expect(await number.read()).toBe(2)
  expect(await first).toBe(1)
})
