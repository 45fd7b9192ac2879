import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { newTotpSecret, openTotp, sealTotp, stepOfCode, totpUri } from './totp.ts'

// The key of RFC 6238, appendix B, of whose eight digits apps show the last six.
const rfc = Secret.fromLatin1('12345678901234567890').base32

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [20_000_000_000, '353130', 666_666_666],
])('at %i the code of RFC 6238 is %s', (seconds, code, step) => {
  expect(stepOfCode(rfc, code, seconds * 1000)).toBe(step)
})

test('the codes of the time steps before and after are accepted, and no others', () => {
  const at = 1_111_111_109_000
  expect(stepOfCode(rfc, '081804', at + 30_000)).toBe(37_037_036)
  expect(stepOfCode(rfc, '081804', at - 30_000)).toBe(37_037_036)
  expect(stepOfCode(rfc, '081804', at + 60_000)).toBeUndefined()
  expect(stepOfCode(rfc, '081804', at - 60_000)).toBeUndefined()
  for (const wrong of ['081805', '81804', '', '0818040', '٠٨١٨٠٤']) expect(stepOfCode(rfc, wrong, at)).toBeUndefined()
})

test('a new secret has 160 random bits, and its address names shop and account', () => {
  const secret = newTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(secret)
  const uri = new URL(totpUri(secret, { shop: 'Talad & Sons', email: 'owner@shop.example' }))
  expect(uri.protocol + uri.host + decodeURIComponent(uri.pathname)).toBe(
    'otpauth:totp/Talad & Sons:owner@shop.example',
  )
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Talad & Sons',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('a stored secret is opened only with the server’s secret and for its account', () => {
  const sealed = sealTotp('the secret of the server', 'nok', rfc)
  expect(sealed).not.toContain(rfc)
  expect(openTotp('the secret of the server', 'nok', sealed)).toBe(rfc)
  expect(openTotp('another secret', 'nok', sealed)).toBeUndefined()
  expect(openTotp('the secret of the server', 'fon', sealed)).toBeUndefined()
  expect(openTotp('the secret of the server', 'nok', `${sealed.slice(0, -4)}AAAA`)).toBeUndefined()
})
