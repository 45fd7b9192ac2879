import { expect, test } from 'vitest'
import { TimedOut, withTimeout } from './timeout.ts'

test('what is done in time is given, and what fails in time fails as it does', async () => {
  expect(await withTimeout(10_000, Promise.resolve('done'))).toBe('done')
  await expect(withTimeout(10_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('what takes too long is given up, and may fail later unnoticed', async () => {
  let fail = (_error: Error) => {}
  const work = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  await expect(withTimeout(5, work)).rejects.toBeInstanceOf(TimedOut)
  fail(new Error('nobody hears this'))
})
