import { expect, test } from 'vitest'
import { isLoopbackName, isLoopbackUrl } from './loopback.ts'

test.each([
  'localhost',
  'LOCALHOST',
  'localhost.',
  'talad.localhost',
  'a.b-c.localhost',
  '127.0.0.1',
  '127.9.8.7',
  '[::1]',
])('%s is this machine', (name) => expect(isLoopbackName(name)).toBe(true))

test.each([
  '',
  'localhost.example',
  'notlocalhost',
  '127.0.0.1.example',
  '127.0.0.1.nip.io',
  '127.1',
  '128.0.0.1',
  '0.0.0.0',
  '::1',
  '[::2]',
  'localhost\nshop.example',
  'shop.example\nlocalhost',
])('%j may be another machine', (name) => expect(isLoopbackName(name)).toBe(false))

test('a URL is judged by its host alone', () => {
  expect(isLoopbackUrl('http://127.0.0.1:4000/?to=shop.example')).toBe(true)
  expect(isLoopbackUrl('https://localhost@shop.example/')).toBe(false)
  expect(isLoopbackUrl('https://shop.example/#localhost')).toBe(false)
})
