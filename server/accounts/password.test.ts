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

test('a hash is argon2id with 19 MiB and two passes, and a salt of 128 bits that is new each time', async () => {
  const parts = (await Promise.all([hashPassword('kettle'), hashPassword('kettle')])).map(
    (kept) => /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([\w+/]{22})\$([\w+/]{43})$/.exec(kept) ?? [],
  )
  const [one = [], two = []] = parts
  expect([one.length, two.length]).toEqual([3, 3])
  expect(one[1]).not.toBe(two[1])
  expect(one[2]).not.toBe(two[2])
})

test('work that checks a password tells which hash it was', async () => {
  const kept = await hashPassword('kettle')
  expect(await withCheckedHash(() => verifyPassword(kept, 'kettle'))).toEqual({ result: true, hash: kept })
  expect(await withCheckedHash(async () => 'unchecked')).toEqual({ result: 'unchecked', hash: undefined })
})
