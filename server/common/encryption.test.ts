import { expect, test } from 'vitest'
import { decrypt, encrypt, keyFor } from './encryption.ts'

const secret = 'a secret of at least thirty-two characters'
const key = keyFor(secret, 'code mail')
const notAuthentic = 'Unsupported state or unable to authenticate data'
const text = '{"code":"042137","email":"มะลิ@shopper.example"}'

test('decrypts with the same key only', () => {
  const sealed = encrypt(key, text)
  expect(decrypt(keyFor(secret, 'code mail'), sealed)).toBe(text)
  expect(() => decrypt(keyFor(secret, 'another purpose'), sealed)).toThrow(notAuthentic)
  expect(() => decrypt(keyFor('another secret of thirty-two characters', 'code mail'), sealed)).toThrow(notAuthentic)
})

test('encrypts the same text differently each time, without showing any of it', () => {
  const sealed = encrypt(key, text)
  expect(encrypt(key, text)).not.toBe(sealed)
  expect(sealed).toMatch(/^[\w-]+$/)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('042137')
})

test('refuses ciphertext with one changed bit, or a part missing', () => {
  const bytes = Buffer.from(encrypt(key, text), 'base64url')
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => decrypt(key, changed.toString('base64url')), `byte ${index}`).toThrow(notAuthentic)
  }
  for (const [length, message] of [
    [0, 'Invalid initialization vector'],
    [5, 'Invalid authentication tag length: 0'],
    [12, 'Invalid authentication tag length: 0'],
    [20, 'Invalid authentication tag length: 8'],
    [28, notAuthentic],
    [bytes.length - 1, notAuthentic],
  ] as const)
    expect(() => decrypt(key, bytes.subarray(0, length).toString('base64url')), `${length} bytes`).toThrow(message)
})
