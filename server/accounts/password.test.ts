import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { hashPassword, isCommonPassword, verifyPassword } from './password.ts'
import { ofAddress } from './slow-hashes.ts'

const client = ofAddress('198.51.100.1')

test('a hash is argon2id with 19 MiB and two passes, and a salt of 128 bits that is new each time', async () => {
  const parts = (await Promise.all([hashPassword('kettle', client), hashPassword('kettle', client)])).map(
    (stored) => /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([\w+/]{22})\$([\w+/]{43})$/.exec(stored) ?? [],
  )
  const [one = [], two = []] = parts
  expect([one.length, two.length]).toEqual([3, 3])
  expect(one[1]).not.toBe(two[1])
  expect(one[2]).not.toBe(two[2])
})

test('only the hashed password matches', async () => {
  const hash = await hashPassword('kettle', client)
  expect(await verifyPassword(hash, 'kettle', client)).toBe(true)
  expect(await verifyPassword(hash, 'Kettle', client)).toBe(false)
  expect(await verifyPassword(hash, '', client)).toBe(false)
})

test('a hash contains its parameters', async () => {
  // From the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 24
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword(reference, 'password', client)).toBe(true)
  expect(await verifyPassword(reference, 'passwore', client)).toBe(false)
})

test('without a hash no password matches', async () => {
  expect(await verifyPassword(undefined, 'kettle', client)).toBe(false)
  expect(await verifyPassword(undefined, '', client)).toBe(false)
  expect(await verifyPassword('!', 'kettle', client)).toBe(false)
})

test.each([
  ['password1', true],
  ['PassWord1', true],
  ['1qaz2wsx', true],
  ['trustno1', true],
  ['correct horse battery staple', false],
  ['constructor', false],
])('%s is a common password: %s', (password, expected) => {
  expect(isCommonPassword(password)).toBe(expected)
})

test('the list has more than the 3,000 of eight characters that ASVS 6.2.4 asks for', () => {
  expect(dictionary['passwords-common'].filter(({ length }) => length >= 8).length).toBeGreaterThan(3000)
})
