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

test('is loaded again when it is older than it may be, with the arguments of who reads it then', async () => {
  const loads: string[] = []
  let now = 5000
  const name = loadedOnce(
    async (by: string) => {
      loads.push(by)
      return by
    },
    1000,
    () => now,
  )
  expect(await Promise.all([name.read('first'), name.read('second')])).toEqual(['first', 'first'])
  now = 5999
  expect(await name.read('third')).toBe('first')
  now = 6000
  expect(await name.read('fourth')).toBe('fourth')
  expect(loads).toEqual(['first', 'fourth'])
})
