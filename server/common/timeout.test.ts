import { expect, test } from 'vitest'
import { TookTooLong, within } from './timeout.ts'

test('what is done in time is given, and what fails in time fails as it does', async () => {
  expect(await within(10_000, Promise.resolve('done'))).toBe('done')
  await expect(within(10_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('what takes too long is given up, and may fail later unnoticed', async () => {
  let fail = (_error: Error) => {}
  const work = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  await expect(within(5, work)).rejects.toBeInstanceOf(TookTooLong)
  fail(new Error('nobody hears this'))
})
