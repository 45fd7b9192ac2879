import { expect, test } from 'vitest'
import { TimedOut, withTimeout } from './timeout.ts'

test('returns the result, or throws the error, of work that ends in time', async () => {
  expect(await withTimeout(10_000, Promise.resolve('done'))).toBe('done')
  await expect(withTimeout(10_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('throws after the timeout, and ignores a later failure of the work', async () => {
  let fail = (_error: Error) => {}
  const work = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  await expect(withTimeout(5, work)).rejects.toBeInstanceOf(TimedOut)
  fail(new Error('ignored'))
})
