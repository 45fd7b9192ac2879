import { expect, test } from 'vitest'
import { hashPassword, verifyPassword, withCheckedHash, withPasswordHashed } from './password.ts'

test('a password hashed beforehand isn’t hashed again by the work that asks for it', async () => {
  const [first, second, other] = await withPasswordHashed('kettle', () =>
    Promise.all([hashPassword('kettle'), hashPassword('kettle'), hashPassword('another kettle')]),
  )
  // A hash has a salt of its own, so the same text twice is the same hash.
  expect(second).toBe(first)
  expect(await verifyPassword(first, 'kettle')).toBe(true)
  expect(other).not.toBe(first)
  expect(await verifyPassword(other, 'another kettle')).toBe(true)
})

test('a password hashed beforehand is forgotten with the work', async () => {
  const inside = await withPasswordHashed('kettle', () => hashPassword('kettle'))
  expect(await hashPassword('kettle')).not.toBe(inside)
  const [one, two] = await Promise.all([
    withPasswordHashed('kettle', () => hashPassword('kettle')),
    withPasswordHashed('kettle', () => hashPassword('kettle')),
  ])
  expect(one).not.toBe(two)
})

test('work that checks a password tells which hash it was', async () => {
  const kept = await hashPassword('kettle')
  expect(await withCheckedHash(() => verifyPassword(kept, 'kettle'))).toEqual({ result: true, hash: kept })
  expect(await withCheckedHash(async () => 'unchecked')).toEqual({ result: 'unchecked', hash: undefined })
})
